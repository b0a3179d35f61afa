import { useEffect, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormAnswer } from "../account/form-answer.ts";

/**
 * What a form that was sent by script shows. `sentBefore` is the answer to one sent without. A redirect, which means
 * that it was saved, leaves a fetcher with the answer it had: that one is then over, and the form starts afresh.
 */
export function useFormAnswer(fetcher: FetcherWithComponents<FormAnswer>, sentBefore: FormAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef<{ over: FormAnswer | undefined } | null>(null);
  const [outdated, setOutdated] = useState<FormAnswer>();
  const latest = fetcher.data ?? sentBefore;
  const idle = fetcher.state === "idle";
  useEffect(() => {
    if (!idle) {
      sending.current ??= { over: latest };
      return;
    }
    if (sending.current && sending.current.over === latest) {
      setOutdated(latest);
      form.current?.reset();
    }
    sending.current = null;
  }, [idle, latest]);
  return { form, answer: latest === outdated ? undefined : latest };
}
