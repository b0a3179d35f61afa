import type { Plane } from "./plane.ts";

/** Reads all planes at a place of the large picture. */
export type Sampler = (x: number, y: number, into: Float32Array) => void;

/**
 * Small planes of one size read as if they were `width` × `height`, by bilinear interpolation: for effects that need
 * few of the large planes' values. Where all are needed, bilinear-rows.ts is quicker.
 */
export function planeSampler(planes: readonly Plane[], width: number, height: number): Sampler {
  const [{ width: smallWidth, height: smallHeight } = { width: 1, height: 1 }] = planes;
  const values = interleaved(planes);
  const count = planes.length;
  const [scaleX, scaleY] = [smallWidth / width, smallHeight / height];
  const [lastX, lastY] = [smallWidth - 1, smallHeight - 1];
  return (x, y, into) => {
    const across = Math.min(lastX, Math.max(0, (x + 0.5) * scaleX - 0.5));
    const down = Math.min(lastY, Math.max(0, (y + 0.5) * scaleY - 0.5));
    const left = Math.floor(across);
    const top = Math.floor(down);
    const shareX = across - left;
    const shareY = down - top;
    const at = (top * smallWidth + left) * count;
    const right = left < lastX ? count : 0;
    const below = top < lastY ? smallWidth * count : 0;
    for (let plane = 0, here = at; plane < count; plane += 1, here += 1) {
      const upper = (values[here] ?? 0) * (1 - shareX) + (values[here + right] ?? 0) * shareX;
      const lower = (values[here + below] ?? 0) * (1 - shareX) + (values[here + below + right] ?? 0) * shareX;
      into[plane] = upper + (lower - upper) * shareY;
    }
  };
}

/** The planes' values pixel by pixel: those of one place lie together in memory. */
function interleaved(planes: readonly Plane[]): Float32Array {
  const values = new Float32Array(planes.reduce((sum, { data }) => sum + data.length, 0));
  for (const [plane, { data }] of planes.entries()) {
    for (let at = 0, to = plane; at < data.length; at += 1, to += planes.length) values[to] = data[at] ?? 0;
  }
  return values;
}
