import type { Size } from "../opencv/filters.ts";
import { clamp, smoothstep } from "../pixels/plane.ts";
import { smoothNoise } from "./planes-noise.ts";

export interface PaintLayer extends Size {
  readonly rgb: Uint8ClampedArray;
  /** 0 to 255. */
  readonly relief: Uint8ClampedArray;
}

export interface Stroke {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
  readonly back: number;
  readonly forth: number;
  readonly bend: number;
  readonly halfWidth: number;
  readonly brush: Float32Array;
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly thickness: number;
}

const [samplesAlong, samplesAcross] = [96, 24];

/** Streaky marks that thin out at the end. */
export function makeBrushes(count: number): Float32Array[] {
  return Array.from({ length: count }, (_, index) => brushMark(index));
}

function brushMark(index: number): Float32Array {
  const streaks = smoothNoise({ width: 8, height: samplesAcross, wave: 3, seed: 40 + index, octaves: 2 }).data;
  const waver = smoothNoise({
    width: samplesAlong,
    height: samplesAcross,
    wave: 12,
    seed: 60 + index,
    octaves: 3,
  }).data;
  const mark = new Float32Array(samplesAlong * samplesAcross);
  for (let at = 0; at < mark.length; at += 1) {
    const row = Math.floor(at / samplesAlong);
    const column = at % samplesAlong;
    const streak = streaks[row * 8 + 3] ?? 0;
    const waves = waver[at] ?? 0;
    const along = column / (samplesAlong - 1);
    const fromMiddle = Math.abs((row / (samplesAcross - 1)) * 2 - 1);
    const start = smoothstep(0, 0.1, along + 0.03 * waves);
    const end = smoothstep(1.02, 0.78, along + 0.14 * streak + 0.05 * waves);
    const side = smoothstep(1, 0.72, fromMiddle + 0.12 * waves);
    mark[at] = start * end * side * clamp(0.15, 0.72 + 0.33 * streak + 0.18 * waves, 1);
  }
  return mark;
}

const leastPaint = 0.04;

export function layStroke({ width, height, rgb, relief }: PaintLayer, stroke: Stroke): void {
  const { x, y, across, down, back, forth, bend, halfWidth, brush, red, green, blue, thickness } = stroke;
  const whole = back + forth;
  const reach = Math.max(back, forth);
  const wide = halfWidth + (Math.abs(bend) * reach * reach) / 2;
  const high = Math.abs(down) * reach + Math.abs(across) * wide;
  const [top, bottom] = [Math.max(0, (y - high) | 0), Math.min(height - 1, (y + high) | 0)];
  const slopeX = Math.abs(across) < 1e-3 ? 1e-3 : across;
  const slopeY = Math.abs(down) < 1e-3 ? 1e-3 : down;
  const toColumn = (samplesAlong - 1) / whole;
  const toRow = (samplesAcross - 1) / (2 * halfWidth);
  for (let row = top; row <= bottom; row += 1) {
    const dy = row - y;
    // Part of the row that the stroke covers.
    const one = (-back - dy * down) / slopeX;
    const other = (forth - dy * down) / slopeX;
    const side = (dy * across - wide) / slopeY;
    const opposite = (dy * across + wide) / slopeY;
    const from = Math.max(0, (x + Math.max(Math.min(one, other), Math.min(side, opposite))) | 0);
    const to = Math.min(width - 1, (x + Math.min(Math.max(one, other), Math.max(side, opposite)) + 1) | 0);
    for (let column = from; column <= to; column += 1) {
      const dx = column - x;
      const along = dx * across + dy * down;
      if (along < -back || along > forth) continue;
      const aside = dy * across - dx * down - (bend * along * along) / 2;
      if (aside < -halfWidth || aside > halfWidth) continue;
      const sample = (((aside + halfWidth) * toRow) | 0) * samplesAlong + (((along + back) * toColumn) | 0);
      const paint = brush[sample] ?? 0;
      if (paint < leastPaint) continue;
      const at = row * width + column;
      const covers = Math.min(1, paint * 1.7);
      const to3 = at * 3;
      rgb[to3] = (rgb[to3] ?? 0) + (red - (rgb[to3] ?? 0)) * covers;
      rgb[to3 + 1] = (rgb[to3 + 1] ?? 0) + (green - (rgb[to3 + 1] ?? 0)) * covers;
      rgb[to3 + 2] = (rgb[to3 + 2] ?? 0) + (blue - (rgb[to3 + 2] ?? 0)) * covers;
      const own = relief[at] ?? 0;
      relief[at] = own + (thickness * paint + 30 - own) * Math.min(1, paint * 1.4);
    }
  }
}
