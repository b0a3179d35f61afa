interface SaveButtonProps {
  busy: boolean;
  busyLabel: string;
  /** aria-disabled, so that the button stays in the Tab order. */
  unavailable: boolean;
  children: string;
}

export function SaveButton({ busy, busyLabel, unavailable, children }: SaveButtonProps) {
  return (
    <button className="btn btn-primary" aria-busy={busy || undefined} aria-disabled={unavailable || undefined}>
      {busy ? <span className="spin" aria-hidden="true" /> : null}
      {busy ? busyLabel : children}
    </button>
  );
}
