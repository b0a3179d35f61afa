import type { Photo } from "../photo.ts";
import { smoothstep } from "../pixels/smoothstep.ts";

export interface FinishLight {
  centre: { x: number; y: number };
  from: "left" | "right" | null;
}

/** Darkening, as shares. */
const [corners, farSide] = [0.2, 0.2];

/** A light fall-off around the person that only darkens. */
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
