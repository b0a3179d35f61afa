import { smoothNoise } from "./planes-noise.ts";

/** The tooth of paper: hills and valleys of about -1 to 1 that repeat without a seam. */
export interface PaperTooth {
  readonly side: number;
  readonly data: Float32Array;
}

/** Bumps along one side of the tile. */
const bumpsAcross = 64;

/** Paper whose bumps are about `bump` pixels large. */
export function paperTooth(bump: number, seed: number): PaperTooth {
  const wave = Math.max(1, Math.round(bump));
  const side = wave * bumpsAcross;
  const octaves = Math.min(3, 1 + Math.floor(Math.log2(wave)));
  return { side, data: smoothNoise({ width: side, height: side, wave, seed, octaves, tile: true }).data };
}

/** Where a row of the sheet begins in the tile, and how a column is found in it: `data[row + (x % side)]`. */
export const toothRow = ({ side }: PaperTooth, y: number): number => (y % side) * side;
