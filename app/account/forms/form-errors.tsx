import type { ReactNode } from "react";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { fieldProblems, type FormAnswer } from "./form-answer.ts";
import { FormError } from "./form-error.tsx";

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
