/** Why an attempt failed, and that it cost nothing. */
export function FailureNotice({ title, text }: { title: string; text: string }) {
  return (
    <div className="summary-box" role="alert" tabIndex={-1} data-focus-first>
      <h2>{title}</h2>
      <p>{text.endsWith(".") ? text : `${text}.`} Your gem was returned.</p>
    </div>
  );
}
