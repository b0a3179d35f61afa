import { useCallback, useId } from "react";
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

/**
 * Attributes of a message that takes the focus, of its title and of its text. The focus returns when `found` changes.
 * The role is group, because Chromium announces an alert that takes the focus twice.
 */
export function useFocusedMessage(found: unknown) {
  const id = useId();
  const focus = useCallback((box: HTMLElement | null) => (found && pageIsRead() ? box?.focus() : undefined), [found]);
  const [title, text] = [`${id}title`, `${id}text`];
  return {
    box: {
      role: "group",
      tabIndex: -1,
      ref: focus,
      "aria-labelledby": title,
      "aria-describedby": text,
      "data-focus-first": true,
    },
    title: { id: title },
    text: { id: text },
  };
}

/** False while `enhance.ts` still moves the focus, once a screen reader listens to the page. */
const pageIsRead = () =>
  document.documentElement.classList.contains("read") || document.activeElement !== document.body;

/** Lists a form's errors with links to their fields; focused after each submission. */
export function ErrorSummary({ problems, found = problems }: ErrorSummaryProps) {
  const { box, title: heading, text } = useFocusedMessage(found);
  if (!problems.length) return null;
  return (
    <div className="summary-box" {...box}>
      <h2 {...heading}>
        {problems.length === 1 ? (problems[0]?.title ?? "Please fix this") : `${problems.length} things to fix`}
      </h2>
      <ul {...text}>
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
