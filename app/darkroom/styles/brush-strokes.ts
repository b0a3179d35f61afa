import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { clamp } from "../pixels/smoothstep.ts";
import { layStroke, type PaintLayer, type Stroke } from "./brush.ts";
import type { Flow } from "./flow.ts";
import { randomNumbers } from "./textures.ts";

export interface Brushwork {
  /** Brushes by radius in pixels of the canvas, the widest first; it covers everything. */
  radii: readonly number[];
  /** How long strokes are at most, in radii. */
  length: number;
  /** By how much the paint may differ from the subject (in luma) before a finer brush goes over it. */
  tolerance: number;
  /** How unevenly paint is mixed from stroke to stroke, in luma. */
  unevenness: number;
  seed: number;
}

/**
 * Paints the picture with curved brush strokes along its forms, from the widest brush to the finest (Hertzmann:
 * Painterly Rendering with Curved Brush Strokes of Multiple Sizes, 1998). Finer brushes only go where the paint is
 * still off, and far more readily where `care` is 1, so that faces are worked out.
 */
export function paintStrokes(subject: LumaChroma, flow: Flow, care: Plane, brushwork: Brushwork): PaintLayer {
  const { width, height } = subject.luma;
  const random = randomNumbers(brushwork.seed);
  const bristles = bristleTable(random);
  const paint: PaintLayer = {
    colour: {
      luma: emptyPlane(width, height),
      blueness: emptyPlane(width, height),
      redness: emptyPlane(width, height),
    },
    thickness: emptyPlane(width, height),
    touchedBy: new Int32Array(width * height),
  };
  let id = 0;
  for (const [layer, radius] of brushwork.radii.entries()) {
    const seen = blurColour(subject, Math.max(0.5, radius * 0.4));
    const starts =
      layer === 0
        ? everywhere(seen.luma, radius, random)
        : whereOff(seen, paint.colour, care, radius, brushwork.tolerance);
    for (const start of shuffle(starts, random)) {
      const path = strokePath(start, seen, paint.colour, flow, radius, brushwork.length);
      const stroke = { id: (id += 1), radius, path, bristle: Math.floor(random() * bristles.length) };
      const mixed = (random() - 0.5) * brushwork.unevenness * (1 - 0.7 * (care.data[start] ?? 0));
      layStroke(paint, loaded(stroke, seen, start, mixed), bristles);
    }
  }
  return paint;
}

function loaded(
  stroke: Omit<Stroke, "luma" | "blueness" | "redness">,
  seen: LumaChroma,
  at: number,
  mixed: number,
): Stroke {
  return {
    ...stroke,
    luma: (seen.luma.data[at] ?? 0) * (1 + mixed),
    blueness: seen.blueness.data[at] ?? 0,
    redness: seen.redness.data[at] ?? 0,
  };
}

function blurColour({ luma, blueness, redness }: LumaChroma, sigma: number): LumaChroma {
  return {
    luma: gaussianBlur(luma, sigma),
    blueness: gaussianBlur(blueness, sigma),
    redness: gaussianBlur(redness, sigma),
  };
}

/** A grid close enough to leave nothing bare, each point moved a little so that it does not show. */
function everywhere({ width, height }: Plane, radius: number, random: () => number): number[] {
  const step = Math.max(1, Math.round(radius));
  const moved = (position: number, size: number) =>
    clamp(0, Math.round(position + (random() - 0.5) * step * 0.8), size - 1);
  const starts: number[] = [];
  for (let y = step >> 1; y < height + step; y += step) {
    for (let x = step >> 1; x < width + step; x += step) starts.push(moved(y, height) * width + moved(x, width));
  }
  return starts;
}

/** In each cell of a grid where the paint is off: the point where it is most. */
function whereOff(seen: LumaChroma, painted: LumaChroma, care: Plane, radius: number, tolerance: number): number[] {
  const { width, height } = seen.luma;
  const step = Math.max(2, Math.round(radius));
  const starts: number[] = [];
  for (let top = 0; top < height; top += step) {
    for (let left = 0; left < width; left += step) {
      const [bottom, right] = [Math.min(height, top + step), Math.min(width, left + step)];
      let [sum, most, start] = [0, -1, 0];
      for (let y = top; y < bottom; y += 1) {
        for (let x = left, at = y * width + left; x < right; x += 1, at += 1) {
          const off = difference(seen, at, painted, at);
          sum += off;
          if (off > most) [most, start] = [off, at];
        }
      }
      const bound = tolerance * (1 - 0.65 * (care.data[start] ?? 0));
      if (sum / ((bottom - top) * (right - left)) > bound) starts.push(start);
    }
  }
  return starts;
}

function difference(one: LumaChroma, at: number, other: LumaChroma, there: number): number {
  const luma = Math.abs((one.luma.data[at] ?? 0) - (other.luma.data[there] ?? 0));
  const blueness = Math.abs((one.blueness.data[at] ?? 0) - (other.blueness.data[there] ?? 0));
  const redness = Math.abs((one.redness.data[at] ?? 0) - (other.redness.data[there] ?? 0));
  return luma + 0.6 * (blueness + redness);
}

/** The distance between the corners of a path, in radii. */
const stride = 1.7;

/** Follows the flow for as long as the stroke's colour fits better than what is there. */
function strokePath(
  start: number,
  seen: LumaChroma,
  painted: LumaChroma,
  flow: Flow,
  radius: number,
  length: number,
): number[] {
  const { width, height } = seen.luma;
  let [x, y] = [start % width, Math.floor(start / width)];
  let [beforeX, beforeY] = [0, 0];
  const path = [x, y];
  for (let step = 0; step < length; step += 1) {
    const at = Math.round(y) * width + Math.round(x);
    if (step > 0 && difference(seen, at, painted, at) < difference(seen, at, seen, start)) break;
    let [alongX, alongY] = [flow.across.data[at] ?? 0, flow.down.data[at] ?? 0];
    if (alongX * beforeX + alongY * beforeY < 0) [alongX, alongY] = [-alongX, -alongY];
    x += alongX * radius * stride;
    y += alongY * radius * stride;
    if (x < 0 || y < 0 || x > width - 1 || y > height - 1) break;
    path.push(x, y);
    [beforeX, beforeY] = [alongX, alongY];
  }
  // A stroke that cannot go anywhere is a dab.
  if (path.length === 2) path.push(x, y);
  return path;
}

function shuffle(starts: number[], random: () => number): number[] {
  for (let last = starts.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [starts[last], starts[other]] = [starts[other] ?? 0, starts[last] ?? 0];
  }
  return starts;
}

/** How full each bristle is, -1 to 1, neighbours alike. */
function bristleTable(random: () => number): Float32Array {
  const raw = Float32Array.from({ length: 1024 }, () => random() * 2 - 1);
  return raw
    .map((value, at) => (value + (raw[(at + 1) % raw.length] ?? 0)) / 1.4)
    .map((value) => Math.max(-1, Math.min(1, value)));
}
