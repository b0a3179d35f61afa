import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";
import { brightness, lightOfByte } from "./tones.ts";

/** In linear light. */
export interface FaceLight {
  readonly side: number;
  readonly level: number;
  /** Only ratios count. */
  readonly skin: readonly [red: number, green: number, blue: number];
}

const [halfWidth, halfHeight, samples] = [0.36, 0.42, 24];
const lit = 0.6;

/** Null without faces. */
export function facesLight(photo: Photo, faces: readonly Face[], alpha: Plane): FaceLight | null {
  const [levels, skin]: [number[], [number, number, number]] = [[], [0, 0, 0]];
  let [sideSum, weight] = [0, 0];
  for (const face of faces) {
    const { left, right } = halvesOf(photo, face, alpha, skin);
    if (left.length === 0 || right.length === 0) continue;
    levels.push(...left, ...right);
    sideSum += Math.log2((shareOf(left, lit) + 0.004) / (shareOf(right, lit) + 0.004)) * face.size;
    weight += face.size;
  }
  return weight === 0 ? null : { side: sideSum / weight, level: shareOf(levels, 0.5), skin };
}

function halvesOf(photo: Photo, { centre, size, landmarks }: Face, alpha: Plane, skin: [number, number, number]) {
  const halves: { left: number[]; right: number[] } = { left: [], right: [] };
  const nose = landmarks[1] ?? centre;
  const [rx, ry] = [halfWidth * size, halfHeight * size];
  const step = Math.max(1, rx / samples);
  for (let dy = -ry; dy <= ry; dy += step) {
    for (let dx = -rx; dx <= rx; dx += step) {
      const x = Math.round(centre.x + dx);
      const y = Math.round(centre.y + dy);
      const isOutside = x < 0 || y < 0 || x >= photo.width || y >= photo.height;
      if ((dx / rx) ** 2 + (dy / ry) ** 2 > 1 || isOutside) continue;
      const at = y * photo.width + x;
      if ((alpha.data[at] ?? 0) < 0.95) continue;
      const red = lightOfByte[photo.data[at * 3] ?? 0] ?? 0;
      const green = lightOfByte[photo.data[at * 3 + 1] ?? 0] ?? 0;
      const blue = lightOfByte[photo.data[at * 3 + 2] ?? 0] ?? 0;
      halves[x < (nose.x + centre.x) / 2 ? "left" : "right"].push(brightness(red, green, blue));
      skin[0] += red;
      skin[1] += green;
      skin[2] += blue;
    }
  }
  return halves;
}

const shareOf = (values: number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
