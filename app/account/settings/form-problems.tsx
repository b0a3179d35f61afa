import { useMemo } from "react";
import { fieldProblems, type FormAnswer } from "../forms/form-answer.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";

/** Above a form: what is wrong with it, each message once. Focused once per answer, not while it is being mended. */
export function FormProblems({ answer, title }: { answer: FormAnswer | undefined; title: string }) {
  const problems = useMemo(() => {
    if (answer?.refusal) return [{ message: `${title}. ${answer.refusal.message}` }];
    const all = fieldProblems(answer);
    return all.filter((problem, index) => all.findIndex(({ message }) => message === problem.message) === index);
  }, [answer, title]);
  return <ErrorSummary problems={problems} />;
}
