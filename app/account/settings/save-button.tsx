interface SaveButtonProps {
  /** This form is being saved. */
  busy: boolean;
  busyLabel: string;
  /** It cannot be sent now. The button keeps its place in the Tab order and says so. */
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
