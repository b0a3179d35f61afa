import { boxBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";
import type { LightMatch } from "./match-light.ts";
import type { Area } from "./part-of-photo.ts";
import type { Stage } from "./stages.ts";

export interface Relief {
  /** 0 away from the main light, 1 facing it. */
  readonly facing: Plane;
  /** Stops per place. */
  readonly stops: Plane;
  /** Backlight around the edge, 0 to 1. */
  readonly wrap: Plane;
  /** Strength of grazing light. */
  readonly rim: Plane;
}

const [broad, near, thin] = [0.09, 0.022, 0.012];

/** Inflates the outline at two scales and adds the faces' depth. `frame` is the photo area of `alpha`. */
export function reliefOf(alpha: Plane, faces: readonly Face[], frame: Area, stage: Stage, match: LightMatch): Relief {
  const { width, height } = alpha;
  const side = Math.max(width, height);
  const blown = (share: number) => {
    const radius = Math.max(1, Math.round(side * share));
    return boxBlur(boxBlur(alpha, radius), radius);
  };
  const [wide, close, rimmed] = [blown(broad), blown(near), blown(thin)];
  const box = boxOf(alpha);
  const face = faceRelief(faces, frame, alpha, stage);
  const behind = Math.max(0, stage.key.z);
  const [facing, stops, wrap, rim] = [0, 0, 0, 0].map(() => emptyPlane(width, height)) as [Plane, Plane, Plane, Plane];
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = ((y - box.top) / box.height) * 2 - 1;
    for (let x = 0; x < width; x += 1, at += 1) {
      const across = ((x - box.middle) / box.width) * 2 * stage.key.x;
      const form = (plane: Plane, share: number) => slope(plane, x, y, stage) * share * side;
      const ofBody =
        0.55 * across -
        0.25 * down * Math.abs(stage.key.y) +
        0.5 * clamp(-1, form(wide, broad), 1) +
        0.25 * clamp(-1, form(close, near), 1);
      const share = 0.75 * (face.weight.data[at] ?? 0);
      const turned = clamp(-1, ofBody * (1 - share) + (face.turned.data[at] ?? 0) * share, 1);
      const inside = clamp(0, (1 - (rimmed.data[at] ?? 0)) * 2, 1);
      const grazing = clamp(0, form(rimmed, thin) * 1.4, 1);
      facing.data[at] = 0.5 + 0.5 * turned;
      stops.data[at] = match.exposure + match.modelling * turned;
      wrap.data[at] = 0.26 * clamp(0, (1 - (close.data[at] ?? 0)) * 1.6, 1) ** 1.3;
      const back = 0.6 * inside ** 1.5 + 0.6 * grazing * inside;
      rim.data[at] = (0.15 + 0.85 * behind) * (behind > 0.5 ? back : 1.2 * match.modelling * grazing * inside);
    }
  }
  return { facing, stops, wrap, rim };
}

function slope({ width, height, data }: Plane, x: number, y: number, { key }: Stage): number {
  const at = y * width + x;
  const [left, right] = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at];
  const [up, down] = [y > 0 ? at - width : at, y < height - 1 ? at + width : at];
  const downwards = y > height - 3 ? 0 : (data[down] ?? 0) - (data[up] ?? 0);
  return -(((data[right] ?? 0) - (data[left] ?? 0)) * key.x + downwards * key.y * 0.6);
}

function boxOf({ width, height, data }: Plane) {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if ((data[at] ?? 0) < 0.9) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return { middle: (left + right) / 2, width: Math.max(1, right - left), top, height: Math.max(1, bottom - top) };
}

const spread = 0.055;

function faceRelief(
  faces: readonly Face[],
  frame: Area,
  alpha: Plane,
  { key }: Stage,
): { turned: Plane; weight: Plane } {
  const { width, height } = alpha;
  const [turned, weight] = [emptyPlane(width, height), emptyPlane(width, height)];
  const scale = width / frame.width;
  for (const face of faces) {
    const radius = Math.max(1, Math.round(face.size * scale * spread));
    if (face.size * scale < 16) continue;
    const depths = emptyPlane(width, height);
    const counts = emptyPlane(width, height);
    for (const landmark of face.landmarks) {
      const x = Math.round((landmark.x - frame.left) * scale);
      const y = Math.round((landmark.y - frame.top) * scale);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = y * width + x;
      depths.data[at] = (depths.data[at] ?? 0) + (landmark.depth ?? 0) * scale;
      counts.data[at] = (counts.data[at] ?? 0) + 1;
    }
    const sum = boxBlur(boxBlur(depths, radius), radius);
    const count = boxBlur(boxBlur(counts, radius), radius);
    const level = 0.25 * count.data.reduce((most, value) => Math.max(most, value), 0);
    const surface = emptyPlane(width, height);
    for (let at = 0; at < surface.data.length; at += 1) {
      surface.data[at] = (sum.data[at] ?? 0) / Math.max(1e-6, count.data[at] ?? 0);
    }
    for (let y = 1; y < height - 1; y += 1) {
      for (let x = 1; x < width - 1; x += 1) {
        const at = y * width + x;
        const share = smoothstep(0.15 * level, level, count.data[at] ?? 0);
        if (share === 0) continue;
        // Depth grows away from the camera.
        const across = ((surface.data[at + 1] ?? 0) - (surface.data[at - 1] ?? 0)) / 2;
        const down = ((surface.data[at + width] ?? 0) - (surface.data[at - width] ?? 0)) / 2;
        const length = Math.sqrt(across * across + down * down + 1);
        turned.data[at] = clamp(-1, ((across * key.x + down * key.y) / length) * 1.25, 1);
        weight.data[at] = Math.max(weight.data[at] ?? 0, share);
      }
    }
  }
  return { turned: boxBlur(turned, 1), weight: boxBlur(weight, 2) };
}
