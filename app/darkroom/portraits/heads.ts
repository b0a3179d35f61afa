import { clamp, type Plane } from "../pixels/plane.ts";
import type { Face, Point } from "../vision/faces.ts";

export interface Head extends Point {
  /** Crown to chin; `x` and `y` are between the eyes. */
  readonly height: number;
  /** -1 left, 0 camera, 1 right, in the picture. */
  readonly turn: number;
  /** By the outline, without a face. */
  readonly isGuess?: true;
}

/** MediaPipe Face Mesh. */
const [rightEye, leftEye, chin, noseTip, rightSide, leftSide] = [33, 263, 152, 1, 234, 454];

/** The landmarks' chin lies above the bone's. */
const eyesToChin = 2.06;

export function headOf(face: Face): Head {
  const [right, left, low, nose, one, other] = [rightEye, leftEye, chin, noseTip, rightSide, leftSide].map(
    (index) => face.landmarks[index] ?? face.centre,
  );
  if (!right || !left || !low || !nose || !one || !other) throw new Error("A face has too few landmarks.");
  const eyes = { x: (right.x + left.x) / 2, y: (right.y + left.y) / 2 };
  const middle = (one.x + other.x) / 2;
  const halfWidth = Math.max(1, Math.abs(other.x - one.x) / 2);
  return {
    ...eyes,
    height: Math.max(eyesToChin * Math.hypot(low.x - eyes.x, low.y - eyes.y), 1.1 * face.size),
    turn: clamp(-1, (nose.x - middle) / halfWidth, 1),
  };
}

/** The head's share of the height: about an eighth of a whole body, up to 0.7 of head and shoulders. */
const [leastOfBody, mostOfBody] = [1 / 8.5, 0.7];
const neckBelow = 0.8;
/** For outlines without a neck, as under long hair. */
const shouldersFrom = 0.72;

export function headFromOutline(alpha: Plane, scale: number): Head | null {
  const rows = rowsOf(alpha);
  const first = rows.findIndex(({ width }) => width > 0);
  const last = rows.findLastIndex(({ width }) => width > 0);
  if (first < 0) return null;
  const body = rows.slice(first, last + 1);
  const end = neckRow(body) ?? 0.85 * shouldersRow(body);
  const height = clamp(body.length * leastOfBody, end, body.length * mostOfBody);
  const within = body.slice(0, Math.max(1, Math.round(height)));
  const area = within.reduce((sum, row) => sum + row.width, 1e-6);
  const x = within.reduce((sum, row) => sum + row.middle * row.width, 0) / area;
  return { x: x * scale, y: (first + height * 0.5) * scale, height: height * scale, turn: 0, isGuess: true };
}

function neckRow(body: readonly Row[]): number | null {
  const upper = body.slice(0, Math.ceil(body.length * mostOfBody));
  let above = 0;
  let neck: { row: number; width: number } | null = null;
  for (const [row, { width }] of upper.entries()) {
    above = Math.max(above, width);
    if (width < neckBelow * above && width < (neck?.width ?? Infinity)) neck = { row, width };
    if (neck && width > neck.width / neckBelow) return neck.row;
  }
  return null;
}

function shouldersRow(body: readonly Row[]): number {
  const upper = body.slice(0, Math.ceil(body.length / 2));
  const widest = Math.max(...upper.map(({ width }) => width));
  return upper.findIndex(({ width }) => width >= shouldersFrom * widest);
}

interface Row {
  readonly width: number;
  readonly middle: number;
}

function rowsOf({ width, height, data }: Plane): Row[] {
  return Array.from({ length: height }, (_, y) => {
    let [count, sum] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < 0.5) continue;
      count += 1;
      sum += x;
    }
    return { width: count, middle: count === 0 ? 0 : sum / count };
  });
}

/** The group's outline in photo px. */
export interface Body {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly solidBottom: number;
  /** Edges at which the photo crops the body. */
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
