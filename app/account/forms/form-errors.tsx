import type { ReactNode } from "react";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { fieldProblems, type FormAnswer } from "./form-answer.ts";
import { FormError } from "./form-error.tsx";

interface FormErrorsProps {
  answer: FormAnswer | undefined;
  /** What failed, when identity said no. */
  title: string;
  /** The field identity objected to, if it was one. */
  field?: string | undefined;
  /** The way forward from a refusal. */
  children?: ReactNode;
}

/** Above a form: what is wrong with its fields, or why identity refused it. */
export function FormErrors({ answer, title, field, children }: FormErrorsProps) {
  if (!answer) return null;
  if (!answer.refusal) return <ErrorSummary problems={fieldProblems(answer)} />;
  return (
    <FormError title={title} message={answer.refusal.message} field={field}>
      {children}
    </FormError>
  );
}
