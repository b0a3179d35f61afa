import { useEffect, useRef } from "react";

/** Why an attempt failed, and that it cost nothing. Focused when it appears. */
export function FailureNotice({ title, text }: { title: string; text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="summary-box" role="alert" tabIndex={-1} ref={box} data-focus-first>
      <h2>{title}</h2>
      <p>{text.endsWith(".") ? text : `${text}.`} Your gem was returned.</p>
    </div>
  );
}
