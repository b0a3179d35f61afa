import type { ReactNode } from "react";

interface RefusalProps {
  title: string;
  message: string;
  /** The id of the field it is about. */
  field?: string | undefined;
  children?: ReactNode;
}

/** Why something was not done, focused when the page appears. It stays in the page: a toast would be gone too soon. */
export function FormError({ title, message, field, children }: RefusalProps) {
  return (
    <div className="summary-box" role="alert" tabIndex={-1} data-focus-first>
      <h2>{title}</h2>
      <p>{field ? <a href={`#${field}`}>{message}</a> : message}</p>
      {children}
    </div>
  );
}
