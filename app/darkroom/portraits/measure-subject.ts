import type { Plane } from "../pixels/plane.ts";
import { shrinkPlane } from "../pixels/shrink-plane.ts";

/** Where a subject and its head are, as shares of the photo's width and height. */
export interface Subject {
  left: number;
  top: number;
  right: number;
  bottom: number;
  head: { x: number; top: number; bottom: number; width: number };
  /** The sides of the photo that cut the subject off. */
  cutOff: { left: boolean; right: boolean; bottom: boolean };
}

/** The longer side of the copy that is measured, in pixels. */
const smallSide = 240;

/** From this alpha on a pixel is the subject. */
const solid = 0.5;

/**
 * Measures a cut-out. The head is what lies above the neck, the first narrow place that the shoulders follow; where
 * hair or a hood hides the neck, or there is none, it is the upper part in the proportions of a head. Null when the
 * cut-out is empty.
 */
export function measureSubject(alpha: Plane): Subject | null {
  const scale = Math.min(1, smallSide / Math.max(alpha.width, alpha.height));
  const [width, height] = [Math.round(alpha.width * scale), Math.round(alpha.height * scale)];
  const small = shrinkPlane(alpha, { width, height });
  const rows = solidRows(small);
  const top = rows.findIndex(({ count }) => count >= Math.max(2, width * 0.02));
  if (top < 0) return null;
  const bottom = rows.findLastIndex(({ count }) => count > 0);
  const left = Math.min(...rows.map(({ first }) => first));
  const right = Math.max(...rows.map(({ last }) => last));
  const spans = spansDownFrom(small, top, bottom);
  const head = headOf(spans, bottom - top + 1);
  return {
    left: left / width,
    top: top / height,
    right: (right + 1) / width,
    bottom: (bottom + 1) / height,
    head: {
      x: head.x / width,
      top: top / height,
      bottom: (top + head.height) / height,
      width: head.width / width,
    },
    cutOff: {
      left: reaches(small, (at) => at % width === 0),
      right: reaches(small, (at) => at % width === width - 1),
      bottom: bottom >= height - 2,
    },
  };
}

interface Span {
  centre: number;
  width: number;
}

function solidRows({ width, height, data }: Plane): { count: number; first: number; last: number }[] {
  return Array.from({ length: height }, (_, y) => {
    let [count, first, last] = [0, Infinity, -Infinity];
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < solid) continue;
      count += 1;
      first = Math.min(first, x);
      last = x;
    }
    return { count, first, last };
  });
}

/** Row by row the run of solid pixels that continues the one above, so that raised hands beside the head count not. */
function spansDownFrom({ width, data }: Plane, top: number, bottom: number): Span[] {
  const spans: Span[] = [];
  let expected: number | null = null;
  for (let y = top; y <= bottom; y += 1) {
    const runs: Span[] = [];
    for (let x = 0, start = -1; x <= width; x += 1) {
      const isSolid = x < width && (data[y * width + x] ?? 0) >= solid;
      if (isSolid && start < 0) start = x;
      if (isSolid || start < 0) continue;
      runs.push({ centre: (start + x) / 2, width: x - start });
      start = -1;
    }
    const wanted: number | null = expected;
    const nearest: Span | null = runs.reduce<Span | null>((best, run) => {
      if (!best) return run;
      if (wanted === null) return run.width > best.width ? run : best;
      return Math.abs(run.centre - wanted) < Math.abs(best.centre - wanted) ? run : best;
    }, null);
    spans.push(nearest ?? { centre: expected ?? width / 2, width: 0 });
    expected = nearest?.centre ?? expected;
  }
  return spans;
}

function headOf(spans: Span[], subjectHeight: number): { x: number; width: number; height: number } {
  const neck = neckOf(spans);
  const height = neck ?? shouldersOf(spans) ?? Math.round(subjectHeight * 0.3);
  const face = spans.slice(Math.floor(height * 0.3), Math.max(1, Math.ceil(height * 0.8)));
  const width = Math.max(...face.map((span) => span.width), 1);
  const x = face.reduce((sum, span) => sum + span.centre, 0) / Math.max(1, face.length);
  // A head is 0.6 to 0.9 times as wide as it is high; hats and hair widen that, nothing makes it a pole or a plate.
  const plausible = Math.min(Math.max(height, width * 0.9), width * 1.35);
  return { x, width, height: Math.min(plausible, subjectHeight) };
}

/** The row of the first waist that is narrower than what is above it and widens by half again below. */
function neckOf(spans: Span[]): number | null {
  let widest = 0;
  let narrowest = { row: 0, width: Infinity };
  for (const [row, { width }] of spans.entries()) {
    if (width > widest && narrowest.width === Infinity) widest = width;
    if (row > 4 && width < widest * 0.92 && width < narrowest.width) narrowest = { row, width };
    if (narrowest.width < Infinity && width > Math.max(widest * 1.25, narrowest.width * 1.5)) return narrowest.row;
  }
  return null;
}

/** Without a waist: where the outline first flares out fast, as it does from long hair to shoulders. */
function shouldersOf(spans: Span[]): number | null {
  const step = Math.max(3, Math.round(spans.length * 0.06));
  for (let row = step * 3; row < spans.length * 0.7; row += 1) {
    const [above, here] = [spans[row - step]?.width ?? 0, spans[row]?.width ?? 0];
    if (above > 0 && here > above * 1.3 && row > above * 0.8) return row - step;
  }
  return null;
}

/** Whether more than a few solid pixels stand on a border. */
function reaches({ data, height }: Plane, isThere: (at: number) => boolean): boolean {
  let count = 0;
  for (let at = 0; at < data.length; at += 1) if ((data[at] ?? 0) >= solid && isThere(at)) count += 1;
  return count > height * 0.03;
}
