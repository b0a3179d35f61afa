import { useMemo, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormAnswer } from "../forms/form-errors.tsx";
import { type ConnectionLost, useSubmissionEnd } from "../../pwa/offline-forms/online-action.ts";

interface SaveButtonProps {
  busy: boolean;
  busyLabel: string;
  /** Sets aria-disabled, so that the button stays in the Tab order. */
  unavailable: boolean;
  children: string;
}

export function SaveButton({ busy, busyLabel, unavailable, children }: SaveButtonProps) {
  return (
    <button
      type="submit"
      className="btn-primary"
      aria-busy={busy || undefined}
      aria-disabled={unavailable || undefined}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : null}
      {busy ? busyLabel : children}
    </button>
  );
}

/** A followed redirect means success: it makes the earlier answer outdated and resets the form. */
export function useFormAnswer(
  fetcher: FetcherWithComponents<FormAnswer | ConnectionLost>,
  sentBefore: FormAnswer | ConnectionLost | undefined,
) {
  const form = useRef<HTMLFormElement>(null);
  const [outdated, setOutdated] = useState<FormAnswer | ConnectionLost>();
  const latest = fetcher.data ?? sentBefore;
  useSubmissionEnd({ state: fetcher.state, data: latest }, (ended) => {
    if (ended) return;
    setOutdated(latest);
    form.current?.reset();
  });
  const answer = useMemo(() => visibleAnswer(latest === outdated ? undefined : latest), [latest, outdated]);
  return { form, answer };
}

function visibleAnswer(answer: FormAnswer | ConnectionLost | undefined): FormAnswer | undefined {
  if (!answer || "values" in answer) return answer;
  return answer.stored
    ? undefined
    : { values: {}, errors: {}, refusal: { problem: "unavailable", message: answer.lost } };
}
