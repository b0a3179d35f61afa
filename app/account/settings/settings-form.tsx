import { useEffect, useMemo, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormAnswer } from "../forms/form-answer.ts";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";

interface SaveButtonProps {
  busy: boolean;
  busyLabel: string;
  /** aria-disabled, so that the button stays in the Tab order. */
  unavailable: boolean;
  children: string;
}

export function SaveButton({ busy, busyLabel, unavailable, children }: SaveButtonProps) {
  return (
    <button className="btn btn-primary" aria-busy={busy || undefined} aria-disabled={unavailable || undefined}>
      {busy ? <span className="spin" aria-hidden="true" /> : null}
      {busy ? busyLabel : children}
    </button>
  );
}

/** A redirect leaves a fetcher's data unchanged; unchanged data after a submit means success. */
export function useFormAnswer(
  fetcher: FetcherWithComponents<FormAnswer | ConnectionLost>,
  sentBefore: FormAnswer | ConnectionLost | undefined,
) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef<{ over: FormAnswer | ConnectionLost | undefined } | null>(null);
  const [outdated, setOutdated] = useState<FormAnswer | ConnectionLost>();
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
  const answer = useMemo(() => visibleAnswer(latest === outdated ? undefined : latest), [latest, outdated]);
  return { form, answer };
}

function visibleAnswer(answer: FormAnswer | ConnectionLost | undefined): FormAnswer | undefined {
  if (!answer || "values" in answer) return answer;
  return answer.stored
    ? undefined
    : { values: {}, errors: {}, refusal: { problem: "unavailable", message: answer.lost } };
}
