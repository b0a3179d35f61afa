import type { ReactNode } from "react";

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
