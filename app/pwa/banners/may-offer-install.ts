const weekMs = 7 * 24 * 3_600_000;

interface InstallHistory {
  /** Now, in ms since the epoch. */
  now: number;
  /** Anything once the product was installed. */
  installed: string | null;
  /** When the offer was last turned down, in ms since the epoch; null when never. */
  dismissed: string | null;
}

/**
 * False when the product is installed, and for seven days after a dismissal (docs/product/specification.md, "Installed
 * app and banners").
 */
export function mayOfferInstall({ now, installed, dismissed }: InstallHistory): boolean {
  if (installed !== null) return false;
  const ago = dismissed === null ? Number.POSITIVE_INFINITY : now - Number(dismissed);
  // What is no time, or a clock that was ahead, does not hide the offer for ever.
  return !(ago >= 0 && ago <= weekMs);
}
