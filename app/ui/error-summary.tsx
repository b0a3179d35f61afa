import { useEffect, useRef } from "react";

export interface FormProblem {
  /** The id of the field that caused it; none when the whole form did. */
  field?: string;
  message: string;
  /** Instead of "Please fix this", where nothing the person did is wrong. */
  title?: string | undefined;
}

interface ErrorSummaryProps {
  problems: FormProblem[];
  /** Another value whenever they were found anew, where `problems` also changes while they are mended. */
  found?: unknown;
}

/** What is wrong with a form, in one place above it, each line leading to its field. Focused when it is found. */
export function ErrorSummary({ problems, found = problems }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [found]);
  if (!problems.length) return null;
  return (
    <div className="summary-box" role="alert" tabIndex={-1} ref={box} data-focus-first>
      <h2>{problems.length === 1 ? (problems[0]?.title ?? "Please fix this") : `${problems.length} things to fix`}</h2>
      <ul>
        {problems.map(({ field, message, title }) => (
          <li key={message}>{field && !title ? <a href={`#${field}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  );
}
