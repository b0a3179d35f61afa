import { type ReactNode, useMemo } from "react";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { fieldProblems, type FormAnswer } from "./form-answer.ts";

interface FormErrorsProps {
  answer: FormAnswer | undefined;
  title: string;
  field?: string | undefined;
  children?: ReactNode;
}

export function FormErrors({ answer, title, field, children }: FormErrorsProps) {
  if (!answer) return null;
  if (!answer.refusal) return <ErrorSummary problems={fieldProblems(answer)} />;
  return (
    <FormError title={title} message={answer.refusal.message} field={field}>
      {children}
    </FormError>
  );
}

interface RefusalProps {
  title: string;
  message: string;
  field?: string | undefined;
  children?: ReactNode;
}

/** Focused on arrival; a toast would disappear too soon. */
export function FormError({ title, message, field, children }: RefusalProps) {
  return (
    <div className="summary-box" role="alert" tabIndex={-1} data-focus-first>
      <h2>{title}</h2>
      <p>{field ? <a href={`#${field}`}>{message}</a> : message}</p>
      {children}
    </div>
  );
}

/** Each message once; focused once per response, not while the member edits. */
export function FormProblems({ answer, title }: { answer: FormAnswer | undefined; title: string }) {
  const problems = useMemo(() => {
    if (answer?.refusal) return [{ message: `${title}. ${answer.refusal.message}` }];
    const all = fieldProblems(answer);
    return all.filter((problem, index) => all.findIndex(({ message }) => message === problem.message) === index);
  }, [answer, title]);
  return <ErrorSummary problems={problems} />;
}
