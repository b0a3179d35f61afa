import { useEffect, useRef } from "react";

/**
 * Calls `ended` once a submission is over: with its answer, or with null when its redirect was followed, after which a
 * fetcher keeps its earlier data.
 */
export function useSubmissionEnd<Answer>(
  { state, data }: { state: string; data: Answer | undefined },
  ended: (answer: Answer | null) => void,
): void {
  const sent = useRef<{ over: Answer | undefined } | null>(null);
  useEffect(() => {
    if (state !== "idle") {
      sent.current ??= { over: data };
      return;
    }
    const submission = sent.current;
    sent.current = null;
    if (submission) ended(submission.over === data || data === undefined ? null : data);
  });
}
