import type { Plane } from "../pixels/plane.ts";

/** The outline of everybody together, in the photo's pixels. */
export interface Body {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The lowest row where the body still is about as wide as above: below it, it ends raggedly. */
  readonly solidBottom: number;
  /** Where the photo cuts the body off: rows at the left and right edge, and whether at the top and the bottom. */
  readonly cut: { readonly left: readonly number[]; readonly right: readonly number[]; top: boolean; bottom: boolean };
}

/** From this share of the photo's width on, what touches its upper or lower edge is cut off by it. */
const leastCut = 0.02;
/** A row is solid when it is at least this share of the middle row width. */
const solidFrom = 0.5;

/** The body of a small alpha; `scale` is how many of the photo's pixels one of its pixels is. Null when it is empty. */
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
