const weekMs = 7 * 24 * 3_600_000;

interface InstallHistory {
  now: number;
  installed: string | null;
  /** ms since the epoch; null when never. */
  dismissed: string | null;
}

/** False when installed, and for seven days after a dismissal. */
export function mayOfferInstall({ now, installed, dismissed }: InstallHistory): boolean {
  if (installed !== null) return false;
  const ago = dismissed === null ? Number.POSITIVE_INFINITY : now - Number(dismissed);
  return !(ago >= 0 && ago <= weekMs);
}
