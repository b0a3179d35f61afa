import { useMemo } from "react";
import { fieldProblems, type FormAnswer } from "../forms/form-answer.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";

/** Each message once; focused once per response, not while the member edits. */
export function FormProblems({ answer, title }: { answer: FormAnswer | undefined; title: string }) {
  const problems = useMemo(() => {
    if (answer?.refusal) return [{ message: `${title}. ${answer.refusal.message}` }];
    const all = fieldProblems(answer);
    return all.filter((problem, index) => all.findIndex(({ message }) => message === problem.message) === index);
  }, [answer, title]);
  return <ErrorSummary problems={problems} />;
}
