import { useCallback } from "react";
import { Icon } from "./icon.tsx";

export interface FormProblem {
  /** The input's id; undefined for a problem of the whole form. */
  field?: string;
  message: string;
  /** For errors that the person did not cause. */
  title?: string | undefined;
}

interface ErrorSummaryProps {
  problems: FormProblem[];
  /** Changes with each submission; `problems` also changes during editing. */
  found?: unknown;
}

/** Lists a form's errors with links to their fields; focused after each submission. */
export function ErrorSummary({ problems, found = problems }: ErrorSummaryProps) {
  const focused = useCallback((box: HTMLDivElement | null) => (found ? box?.focus() : undefined), [found]);
  if (!problems.length) return null;
  return (
    <div className="summary-box" role="alert" tabIndex={-1} ref={focused} data-focus-first>
      <h2>{problems.length === 1 ? (problems[0]?.title ?? "Please fix this") : `${problems.length} things to fix`}</h2>
      <ul>
        {problems.map(({ field, message, title }) => (
          <li key={message}>{field && !title ? <a href={`#${field}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );
}

export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return message ? (
    <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" id={`${id}-error`}>
      <Icon name="warning" className="mt-[0.12em]" />
      {message}
    </p>
  ) : null;
}
