import type { Plane } from "../pixels/plane.ts";

/** A division of a picture: 1 where the subject is, 0 elsewhere, row by row. */
export interface Mask {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The mask as a plane of 0 and 1. */
export function maskPlane({ width, height, data }: Mask): Plane {
  return { width, height, data: Float32Array.from(data) };
}

/** Islands smaller than this share of the largest part are dust, not a second person or a shoe. */
const leastIsland = 0.2;
/** Holes smaller than this share of the subject are mistakes; larger ones are the loop of a handle or an arm. */
const largestMend = 0.012;

/** Drops small islands, fills small holes, and smooths away what is one pixel thin. */
export function cleanMask(mask: Mask): Mask {
  const smooth = { ...mask, data: majority(mask) };
  const islands = components(smooth, 1);
  const largest = Math.max(0, ...islands.map(({ length }) => length));
  for (const island of islands) if (island.length < largest * leastIsland) for (const at of island) smooth.data[at] = 0;
  const area = smooth.data.reduce((sum, value) => sum + value, 0);
  for (const hole of components(smooth, 0)) {
    if (hole.length < area * largestMend && !touchesBorder(hole, mask)) for (const at of hole) smooth.data[at] = 1;
  }
  return smooth;
}

/** The connected parts whose pixels are `value`, each as its pixels. Neighbours share a side. */
export function components({ width, height, data }: Mask, value: 0 | 1): number[][] {
  const seen = new Uint8Array(data.length);
  const parts: number[][] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (seen[start] === 1 || data[start] !== value) continue;
    seen[start] = 1;
    const part = [start];
    for (let next = 0; next < part.length; next += 1) {
      const at = part[next] ?? 0;
      const x = at % width;
      const visit = (to: number) => {
        if (seen[to] === 1 || data[to] !== value) return;
        seen[to] = 1;
        part.push(to);
      };
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < width * (height - 1)) visit(at + width);
    }
    parts.push(part);
  }
  return parts;
}

function touchesBorder(part: number[], { width, height }: Mask): boolean {
  return part.some((at) => at < width || at >= width * (height - 1) || at % width === 0 || at % width === width - 1);
}

/** Each pixel as most of the nine around it are. */
function majority({ width, height, data }: Mask): Uint8Array {
  const voted = data.slice();
  const votesIn = (at: number) => (data[at - 1] ?? 0) + (data[at] ?? 0) + (data[at + 1] ?? 0);
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      voted[at] = votesIn(at - width) + votesIn(at) + votesIn(at + width) > 4 ? 1 : 0;
    }
  }
  return voted;
}
