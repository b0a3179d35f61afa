import { softBlur } from "../opencv/filters.ts";
import { mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { edgeFlow } from "./flow.ts";
import { darkLines, tidyLines } from "./planes-lines.ts";
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
