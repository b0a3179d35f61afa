import type { Photo } from "../work.ts";
import type { Point } from "../vision/faces.ts";
import { type Drawing, swelling, taperedStroke } from "./drawn-strokes.ts";
import { distance, type Landmarks, moved, outlineOf } from "./face-outlines.ts";
import { lineAt } from "./glasses.ts";

/** From the nose's wing to the mouth's corner, right and left. */
const folds = [
  [129, 203, 206, 216, 212],
  [358, 423, 426, 436, 432],
] as const;

/** Shares of the face: the distance to both sides of a fold, and its offsets from the landmarks. */
const beside = 0.045;
const offsets = [-0.05, -0.04, -0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03, 0.04, 0.05];
const [faint, deep] = [0.04, 0.18];

export interface SmileLine {
  readonly points: readonly Point[];
  /** 0 none to 1 deep. */
  readonly depth: number;
}

/** The photo's own folds beside the mouth: without them everybody is younger than they are. */
export function findSmileLines(sheet: Photo, landmarks: Landmarks, size: number): SmileLine[] {
  return folds.flatMap((indices) => {
    const path = pathBetween(outlineOf(landmarks, indices));
    const across = path.map((point, index) => {
      const [before, after] = [path[index - 1] ?? point, path[index + 1] ?? point];
      const length = distance(before, after) || 1;
      const normal = { x: -(after.y - before.y) / length, y: (after.x - before.x) / length };
      return offsets.map((off) => {
        const place = moved(point, normal, off * size);
        return { point: place, dark: lineAt(sheet, place, normal, Math.max(1.5, beside * size)) };
      });
    });
    // One offset for the whole fold: the darkest places alone jump to nostrils and lips.
    const sums = offsets.map((_, at) => across.reduce((sum, row) => sum + (row[at]?.dark ?? 0), 0));
    const best = sums.indexOf(Math.max(...sums));
    const found = across.map((row) =>
      [best - 1, best, best + 1]
        .flatMap((at) => row[at] ?? [])
        .reduce((one, other) => (other.dark > one.dark ? other : one)),
    );
    const seen = found.filter(({ dark }) => dark > faint);
    if (seen.length < 0.75 * found.length) return [];
    const mean = seen.reduce((sum, { dark }) => sum + dark, 0) / seen.length;
    return [{ points: smoothed(found.map(({ point }) => point)), depth: Math.min(1, (mean - faint) / (deep - faint)) }];
  });
}

export function drawSmileLines(drawing: Drawing, lines: readonly SmileLine[], ink: string, width: number): void {
  for (const { points, depth } of lines) {
    const path = taperedStroke(points, (share) => width * (0.4 + 0.6 * depth) * swelling(share, 0.6));
    drawing.fill(path, ink, 0.8 * depth);
  }
}

/** With points halfway. */
function pathBetween(points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    return next ? [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }] : [point];
  });
}

function smoothed(points: readonly Point[]): Point[] {
  return points.map((point, index) => {
    const near = [points[index - 1] ?? point, point, points[index + 1] ?? point];
    return { x: near.reduce((sum, { x }) => sum + x, 0) / 3, y: near.reduce((sum, { y }) => sum + y, 0) / 3 };
  });
}
