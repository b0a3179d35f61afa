import { softBlur } from "../opencv/filters.ts";
import { mapPlane, type Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { edgeFlow } from "./flow.ts";
import { darkLines, tidyLines } from "./planes-lines.ts";
import { smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";

/** How a style's lines are; lengths are in pixels of a canvas of 940. */
export interface InkOptions {
  /** How far the photo is smoothed before lines are looked for. */
  calm: number;
  width: number;
  /** The length along which edges agree on their direction. */
  flow: number;
  /** The fewest pixels of full ink in a line. */
  least: number;
  high?: number;
  /** How strong lines are on faces beside elsewhere, and how strong at a place. */
  onFaces: number;
  at: (at: number) => number;
  /** Whether eyes, brows and mouths are drawn by their landmarks instead. */
  drawsMarks: boolean;
}

/** Around this luma and below, nobody can see a line. */
const [invisible, visible] = [0.05, 0.15];

/** The lines of a photo that hang together, from about 0.012 (faint) to 0.04 (strong). */
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
