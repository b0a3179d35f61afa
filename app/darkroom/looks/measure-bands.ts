import { clamp, type Plane, smoothstep } from "../pixels/plane.ts";
import { quantile } from "./percentiles.ts";
import { noiseTones } from "./plan-look.ts";

export interface Quiet {
  readonly overall: number;
  readonly tones: Float32Array;
}

const blockSide = 8;
const leastBlocks = 40;

/** The quietest blocks of a band hold only noise. */
export function quietBlocks(plane: Plane, blurred: Plane): Quiet {
  const { width, height } = plane;
  const every = Math.max(blockSide, Math.round(Math.sqrt(width * height) / 110));
  const levels = Array.from({ length: noiseTones }, (): number[] => []);
  const all: number[] = [];
  for (let top = 0; top + blockSide <= height; top += every) {
    for (let left = 0; left + blockSide <= width; left += every) {
      let sum = 0;
      let squares = 0;
      for (let y = top; y < top + blockSide; y += 1) {
        for (let at = y * width + left, to = at + blockSide; at < to; at += 1) {
          const below = blurred.data[at] ?? 0;
          const band = (plane.data[at] ?? 0) - below;
          sum += below;
          squares += band * band;
        }
      }
      const tone = sum / blockSide ** 2;
      if (tone < 0.02 || tone > 0.96) continue;
      const spread = Math.sqrt(squares / blockSide ** 2);
      levels[Math.floor(clamp(0, tone, 0.999) * noiseTones)]?.push(spread);
      all.push(spread);
    }
  }
  const quietest = (spreads: number[]) => (quantile(spreads, 0.03) ?? 0) * 1.25;
  const overall = quietest(all);
  const known = levels.map((spreads) => (spreads.length >= leastBlocks ? quietest(spreads) : null));
  return {
    overall,
    tones: Float32Array.from(known, (value, at) => value ?? known[at - 1] ?? known[at + 1] ?? overall),
  };
}

/** Ratios of the finest band to the next: noise is finer than texture. Sharpened foliage reaches 1.9, sensor noise 2 to 4. */
const [surelyTexture, surelyNoise] = [1.8, 2.2];
/** More than this in the quietest blocks is texture, unless it is as fine as noise. */
const mostUnproven = 0.0035;

/** Noise per tone in the finest band. */
export function noiseOf(fine: Quiet, next: Quiet): Float32Array {
  const isNoise = (value: number, below: number) =>
    smoothstep(surelyTexture, surelyNoise, value / Math.max(1e-5, below));
  const trust = fine.overall > mostUnproven ? isNoise(fine.overall, next.overall) : 1;
  const overall = Math.min(fine.overall, mostUnproven + 0.05 * trust);
  return fine.tones.map((value, tone) => {
    const proven = trust * isNoise(value, next.tones[tone] ?? 0);
    return Math.min(value, overall * (1.2 + 3 * proven) + 0.03 * proven, 0.05);
  });
}

export function strongEdges({ data }: Plane): number {
  const bins = new Uint32Array(512);
  const every = 3;
  for (let at = 0; at < data.length; at += every) {
    const bin = Math.min(511, Math.floor(Math.abs(data[at] ?? 0) * 2048));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  let seen = 0;
  for (let bin = 511; bin >= 0; bin -= 1) {
    seen += bins[bin] ?? 0;
    if (seen > (data.length / every) * 0.01) return bin / 2048;
  }
  return 0;
}
