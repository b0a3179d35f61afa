import { type ReactNode, useMemo } from "react";
import { ErrorSummary, type FormProblem, useFocusedMessage } from "../../ui/error-summary.tsx";
import type { SubmissionResult } from "@conform-to/react";
import type { IdentityRefusal } from "../identity.ts";

export interface FormAnswer {
  values: Record<string, string>;
  /** One message per field name, in the form's order. */
  errors: Record<string, string>;
  refusal: Pick<IdentityRefusal, "problem" | "message"> | null;
}

/** Reduces Conform's reply to one value and one message per field. */
export function formAnswer(reply: SubmissionResult<string[]>, refusal: IdentityRefusal | null = null): FormAnswer {
  const values: Record<string, string> = {};
  for (const [name, submitted] of Object.entries(reply.initialValue ?? {})) {
    const value: unknown = Array.isArray(submitted) ? submitted[0] : submitted;
    if (typeof value === "string") values[name] = value;
  }
  const errors: Record<string, string> = {};
  for (const [name, messages] of Object.entries(reply.error ?? {})) {
    if (messages?.[0]) errors[name] = messages[0];
  }
  return { values, errors, refusal: refusal && { problem: refusal.problem, message: refusal.message } };
}

function fieldProblems(answer: FormAnswer | undefined): FormProblem[] {
  return Object.entries(answer?.errors ?? {}).map(([field, message]) => ({ field, message }));
}

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

/** Takes the focus when it appears; a toast would disappear too soon. */
export function FormError({ title, message, field, children }: RefusalProps) {
  const { box, title: heading, text } = useFocusedMessage(message);
  return (
    <div className="summary-box" {...box}>
      <h2 {...heading}>{title}</h2>
      <p {...text}>{field ? <a href={`#${field}`}>{message}</a> : message}</p>
      {children}
    </div>
  );
}

/** Shows each message once; takes the focus once per response, not while the member edits. */
export function FormProblems({ answer, title }: { answer: FormAnswer | undefined; title: string }) {
  const problems = useMemo(() => {
    if (answer?.refusal) return [{ message: `${title}. ${answer.refusal.message}` }];
    const all = fieldProblems(answer);
    return all.filter((problem, index) => all.findIndex(({ message }) => message === problem.message) === index);
  }, [answer, title]);
  return <ErrorSummary problems={problems} />;
}
