import type { Plane } from "../pixels/plane.ts";

/** The group's outline in photo px. */
export interface Body {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly solidBottom: number;
  /** Where the photo crops the body. */
  readonly cut: { readonly left: readonly number[]; readonly right: readonly number[]; top: boolean; bottom: boolean };
}

const leastCut = 0.02;
const solidFrom = 0.5;

/** `scale`: photo px per pixel of `alpha`. Null when empty. */
export function bodyOf({ width, height, data }: Plane, scale: number): Body | null {
  let [left, right, top, bottom] = [width, -1, height, -1];
  const [atLeft, atRight]: [number[], number[]] = [[], []];
  const widths = new Int32Array(height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < 0.5) continue;
      widths[y] = (widths[y] ?? 0) + 1;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
      if (x === 1) atLeft.push(y * scale);
      if (x === width - 2) atRight.push(y * scale);
    }
  }
  if (right < 0) return null;
  const middle = widths.slice(top, bottom + 1).toSorted()[(bottom - top) >> 1] ?? 0;
  let solidBottom = bottom;
  while (solidBottom > top && (widths[solidBottom] ?? 0) < solidFrom * middle) solidBottom -= 1;
  const isCut = (y: number) => (widths[y] ?? 0) > leastCut * width;
  return {
    left: left * scale,
    top: top * scale,
    right: (right + 1) * scale,
    bottom: (bottom + 1) * scale,
    solidBottom: (solidBottom + 1) * scale,
    cut: { left: atLeft, right: atRight, top: isCut(1), bottom: isCut(height - 2) },
  };
}
