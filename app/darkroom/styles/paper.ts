import { smoothNoise } from "./planes-noise.ts";

/** Heights of -1 to 1, seamless. */
export interface PaperTooth {
  readonly side: number;
  readonly data: Float32Array;
}

const bumpsAcross = 64;

/** `bump` in px. */
export function paperTooth(bump: number, seed: number): PaperTooth {
  const wave = Math.max(1, Math.round(bump));
  const side = wave * bumpsAcross;
  const octaves = Math.min(3, 1 + Math.floor(Math.log2(wave)));
  return { side, data: smoothNoise({ width: side, height: side, wave, seed, octaves, tile: true }).data };
}

export const toothRow = ({ side }: PaperTooth, y: number): number => (y % side) * side;
