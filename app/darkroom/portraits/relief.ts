import { boxBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, inRanges, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";
import type { LightMatch } from "./match-light.ts";
import type { Area } from "./part-of-photo.ts";
import type { Stage } from "./stages.ts";

export interface Relief {
  /** 0 away from the main light, 1 facing it. */
  readonly facing: Plane;
  /** Factors of light. */
  readonly gain: Plane;
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
  const forms = { wide, close, rimmed, box, side, face: faceRelief(faces, frame, alpha, stage) };
  const empty = () => emptyPlane(width, height);
  const relief = { facing: empty(), gain: empty(), wrap: empty(), rim: empty() };
  for (let y = 0; y < height; y += 1) inflateRow(y, forms, stage, match, relief);
  return relief;
}

interface Forms {
  /** The outline, blurred broadly to thinly. */
  readonly wide: Plane;
  readonly close: Plane;
  readonly rimmed: Plane;
  readonly box: ReturnType<typeof boxOf>;
  readonly side: number;
  readonly face: { readonly turned: Plane; readonly weight: Plane };
}

function inflateRow(y: number, forms: Forms, stage: Stage, match: LightMatch, relief: Relief): void {
  const { wide, close, rimmed, box, side, face } = forms;
  const behind = Math.max(0, stage.key.z);
  const down = ((y - box.top) / box.height) * 2 - 1;
  for (let x = 0, at = y * wide.width; x < wide.width; x += 1, at += 1) {
    const across = ((x - box.middle) / box.width) * 2 * stage.key.x;
    const ofBody =
      0.55 * across -
      0.25 * down * Math.abs(stage.key.y) +
      0.5 * clamp(-1, slope(wide, x, y, stage) * broad * side, 1) +
      0.25 * clamp(-1, slope(close, x, y, stage) * near * side, 1);
    const share = 0.75 * (face.weight.data[at] ?? 0);
    const turned = clamp(-1, ofBody * (1 - share) + (face.turned.data[at] ?? 0) * share, 1);
    const inside = clamp(0, (1 - (rimmed.data[at] ?? 0)) * 2, 1);
    const grazing = clamp(0, slope(rimmed, x, y, stage) * thin * side * 1.4, 1);
    relief.facing.data[at] = 0.5 + 0.5 * turned;
    relief.gain.data[at] = 2 ** (match.exposure + match.modelling * turned);
    relief.wrap.data[at] = 0.26 * clamp(0, (1 - (close.data[at] ?? 0)) * 1.6, 1) ** 1.3;
    const back = 0.6 * inside ** 1.5 + 0.6 * grazing * inside;
    relief.rim.data[at] = (0.15 + 0.85 * behind) * (behind > 0.5 ? back : 1.2 * match.modelling * grazing * inside);
  }
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
    let most = 0;
    inRanges(count.data.length, (from, to) => {
      most = Math.max(most, divide(sum.data, count.data, from, to));
    });
    const surface = { depths: sum, counts: count, level: 0.25 * most };
    for (let y = 1; y < height - 1; y += 1) turnRow(surface, y, key, turned.data, weight.data);
  }
  return { turned: boxBlur(turned, 1), weight: boxBlur(weight, 2) };
}

/** Divides sums by counts, in place; returns the greatest count. */
function divide(sums: Float32Array, counts: Float32Array, from: number, to: number): number {
  let most = 0;
  for (let at = from; at < to; at += 1) {
    const count = counts[at] ?? 0;
    if (count > most) most = count;
    sums[at] = (sums[at] ?? 0) / Math.max(1e-6, count);
  }
  return most;
}

interface Surface {
  readonly depths: Plane;
  readonly counts: Plane;
  /** Count of landmarks nearby from which the surface is known. */
  readonly level: number;
}

function turnRow(
  { depths, counts, level }: Surface,
  y: number,
  key: Stage["key"],
  turned: Float32Array,
  weight: Float32Array,
): void {
  const { width, data } = depths;
  for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
    const share = smoothstep(0.15 * level, level, counts.data[at] ?? 0);
    if (share === 0) continue;
    // Depth grows away from the camera.
    const across = ((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) / 2;
    const down = ((data[at + width] ?? 0) - (data[at - width] ?? 0)) / 2;
    const length = Math.sqrt(across * across + down * down + 1);
    turned[at] = clamp(-1, ((across * key.x + down * key.y) / length) * 1.25, 1);
    weight[at] = Math.max(weight[at] ?? 0, share);
  }
}
