import { gaussianBlur, mostNearby, softBlur } from "../opencv/filters.ts";
import { emptyPlane, inRanges, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { edgeFlow, type Flow, smoothAlong } from "./flow.ts";
import { smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";

export interface InkOptions {
  calm: number;
  width: number;
  flow: number;
  least: number;
  high?: number;
  onFaces: number;
  at: (at: number) => number;
  drawsMarks: boolean;
}

/** Luma limits of visible lines. */
const [invisible, visible] = [0.05, 0.15];

export function inkLines(
  seen: Seen,
  first: Seen["colour"],
  { calm, width, flow, least, high = 0.042, onFaces, at: strengthAt, drawsMarks }: InkOptions,
): Plane {
  const { unit, face, hair, marks } = seen;
  const { luma } = smoothGuided(seen.colour, first, { reach: calm * unit, range: 0.2, rounds: 1 });
  const raw = darkLines(luma, edgeFlow(luma, Math.max(1, flow * unit)), {
    width: Math.max(0.7, width * unit),
    reach: 7 * unit,
  });
  const wide = softBlur(luma, 10 * unit);
  const drawn = drawsMarks && !seen.faces.some(({ eyesHidden }) => eyesHidden);
  const tamed = mapPlane(raw, (own, at) => {
    if (own < 0.006) return 0;
    const bare = (face.data[at] ?? 0) * (1 - 0.6 * (hair.data[at] ?? 0));
    const unmarked = drawn ? 1 - (marks.data[at] ?? 0) : 1;
    const lit = smoothstep(invisible, visible, wide.data[at] ?? 0);
    return own * (1 - (1 - onFaces) * bare) * unmarked * lit * strengthAt(at);
  });
  return tidyLines(tamed, { low: 0.012, high, least: least * unit });
}

/** Lines fainter than this are never drawn, in any style. */
const unseen = 0.005;

/**
 * Flow-based difference of Gaussians (Kang, Lee and Chui, 2007): 0.01 is faint, 0.04 strong. `width` and `reach` in
 * px.
 */
export function darkLines(luma: Plane, flow: Flow, { width, reach }: { width: number; reach: number }): Plane {
  const near = gaussianBlur(luma, width);
  const far = gaussianBlur(luma, width * 1.6);
  inRanges(near.data.length, (from, to) => contrast(near.data, far.data, from, to));
  const darker = near;
  const steps = Math.max(1, Math.round(reach));
  const darkest = mostNearby(darker, steps).data;
  return smoothAlong(darker, flow, steps, (at) => (darkest[at] ?? 0) > unseen);
}

/** Replaces values by how much darker they are than their surroundings. */
function contrast(values: Float32Array, surroundings: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const around = surroundings[at] ?? 0;
    values[at] = (around - (values[at] ?? 0)) / (0.25 + 0.75 * around);
  }
}

export interface TidyLimits {
  low: number;
  high: number;
  least: number;
}

export function tidyLines(ink: Plane, { low, high, least }: TidyLimits): Plane {
  const { width, height, data } = ink;
  const seen = new Uint8Array(data.length);
  inRanges(data.length, (from, to) => markFaint(data, low, seen, from, to));
  const tidied = emptyPlane(width, height);
  const part = new Int32Array(data.length);
  for (let start = seen.indexOf(0); start >= 0; start = seen.indexOf(0, start + 1)) {
    const { count, strongest, mass } = collect(ink, start, { seen, part, high });
    const share = smoothstep(0.6 * high, high, strongest) * smoothstep(0.5 * least, least, mass);
    if (share === 0) continue;
    for (let index = 0; index < count; index += 1) {
      const at = part[index] ?? 0;
      tidied.data[at] = (data[at] ?? 0) * share;
    }
  }
  return tidied;
}

function markFaint(ink: Float32Array, low: number, faint: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) faint[at] = (ink[at] ?? 0) < low ? 1 : 0;
}

function collect(
  { width, data }: Plane,
  start: number,
  { seen, part, high }: { seen: Uint8Array; part: Int32Array; high: number },
): { count: number; strongest: number; mass: number } {
  let [count, strongest, mass] = [1, 0, 0];
  part[0] = start;
  seen[start] = 1;
  for (let index = 0; index < count; index += 1) {
    const at = part[index] ?? 0;
    const own = data[at] ?? 0;
    strongest = Math.max(strongest, own);
    mass += Math.min(1, own / high);
    const column = at % width;
    const from = column > 0 ? -1 : 0;
    const to = column < width - 1 ? 1 : 0;
    for (let row = at - width; row <= at + width; row += width) {
      for (let next = row + from; next <= row + to; next += 1) {
        if (seen[next] !== 0) continue;
        seen[next] = 1;
        part[count] = next;
        count += 1;
      }
    }
  }
  return { count, strongest, mass };
}
