import type { Photo } from "../photo.ts";
import { smoothstep } from "../pixels/smoothstep.ts";

export interface FinishLight {
  /** Where the person is, as shares of width and height. */
  centre: { x: number; y: number };
  /** From which side a soft light falls, if from one. */
  from: "left" | "right" | null;
}

/** How much darker the corners become, and the side away from the light. */
const [corners, farSide] = [0.2, 0.2];

/**
 * Light that stays on the person and falls off round them, as a studio's does. Nothing turns lighter; the middle stays
 * as it is.
 */
export function portraitFinish({ width, height, data }: Photo, { centre, from }: FinishLight): Photo {
  const lit = new Uint8Array(data.length);
  const [reachX, reachY] = [Math.max(centre.x, 1 - centre.x), Math.max(centre.y, 1 - centre.y)];
  const columns = Float32Array.from({ length: width }, (_, x) => {
    const share = x / width;
    const away = from === null ? 0 : from === "left" ? share - centre.x : centre.x - share;
    return 1 - farSide * smoothstep(-0.12, 0.5, away) * (from === null ? 0 : 1);
  });
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = ((y / height - centre.y) / reachY) ** 2;
    for (let x = 0; x < width; x += 1, at += 3) {
      const away = Math.sqrt(((x / width - centre.x) / reachX) ** 2 + down);
      const light = (1 - corners * smoothstep(0.45, 1.4, away)) * (columns[x] ?? 1);
      lit[at] = (data[at] ?? 0) * light + 0.5;
      lit[at + 1] = (data[at + 1] ?? 0) * light + 0.5;
      lit[at + 2] = (data[at + 2] ?? 0) * light + 0.5;
    }
  }
  return { width, height, data: lit };
}
