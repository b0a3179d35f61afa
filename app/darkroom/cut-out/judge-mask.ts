import { boxMean } from "../pixels/box-mean.ts";
import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import type { Plane } from "../pixels/plane.ts";
import { type Mask, maskPlane } from "./clean-mask.ts";
import type { LabColours } from "./lab-colours.ts";
import type { Scene } from "./scene.ts";
import { solidity } from "./solidity.ts";

/** Marks from 0 to 1; see each function for what earns them. */
export interface Marks {
  edges: number;
  colours: number;
  surroundings: number;
  standsOut: number;
  shape: number;
  area: number;
  frame: number;
  middle: number;
}

/** How much like a subject a mask looks, mark by mark. */
export function judgeMask(mask: Mask, scene: Scene): Marks {
  const rest = mask.data.map((value) => 1 - value);
  return {
    edges: marksForEdges(mask, scene.edgeRank),
    colours: marksForColours(mask.data, rest, scene.colours),
    surroundings: marksForColours(mask.data, ringAround(mask), scene.colours),
    standsOut: clamp(0, (meanIn(scene.saliency, mask.data) - meanIn(scene.saliency, rest)) * 2, 1),
    shape: smoothstep(0.3, 0.75, solidity(mask)),
    area: marksForArea(mask),
    frame: marksForFrame(mask),
    middle: marksForPlace(mask),
  };
}

/** Its outline runs along edges of the photo: half would be chance. */
function marksForEdges({ width, height, data }: Mask, edgeRank: Plane): number {
  let [sum, count] = [0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const own = data[at];
      if (own === data[at + 1] && own === data[at + width]) continue;
      sum += Math.max(edgeRank.data[at] ?? 0, edgeRank.data[at + 1] ?? 0, edgeRank.data[at + width] ?? 0);
      count += 1;
    }
  }
  return count === 0 ? 0 : smoothstep(0.55, 0.95, sum / count);
}

/** Bins of a colour histogram along each axis of CIELAB. */
const bins = 12;

/** Its colours are not those of the rest: one less the share that the two histograms have in common. */
function marksForColours(inside: Uint8Array, outside: Uint8Array, colours: LabColours): number {
  const [own, others] = [histogram(inside, colours), histogram(outside, colours)];
  if (own.total === 0 || others.total === 0) return 0;
  let shared = 0;
  for (let at = 0; at < own.counts.length; at += 1) {
    shared += Math.min((own.counts[at] ?? 0) / own.total, (others.counts[at] ?? 0) / others.total);
  }
  return 1 - shared;
}

function histogram(chosen: Uint8Array, [lightness, a, b]: LabColours): { counts: Uint32Array; total: number } {
  const bin = (value: number, from: number, to: number) =>
    clamp(0, Math.floor(((value - from) / (to - from)) * bins), bins - 1);
  const counts = new Uint32Array(bins ** 3);
  let total = 0;
  for (let at = 0; at < chosen.length; at += 1) {
    if (chosen[at] === 0) continue;
    const index = (bin(lightness[at] ?? 0, 0, 100) * bins + bin(a[at] ?? 0, -60, 60)) * bins + bin(b[at] ?? 0, -60, 60);
    counts[index] = (counts[index] ?? 0) + 1;
    total += 1;
  }
  return { counts, total };
}

/** What lies outside, but not far: a part of a thing is surrounded by the rest of it, and its colours. */
function ringAround(mask: Mask): Uint8Array {
  const near = boxMean(maskPlane(mask), Math.round(Math.max(mask.width, mask.height) * 0.06));
  return mask.data.map((value, at) => (value === 0 && (near.data[at] ?? 0) > 0 ? 1 : 0));
}

function meanIn({ data }: Plane, chosen: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < chosen.length; at += 1) {
    if (chosen[at] === 0) continue;
    sum += data[at] ?? 0;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

/** It is neither a spot nor nearly everything. */
function marksForArea({ data }: Mask): number {
  const share = data.reduce((sum, value) => sum + value, 0) / data.length;
  return smoothstep(0.005, 0.03, share) * smoothstep(0.92, 0.65, share);
}

/** It leaves the frame at the bottom if anywhere: top and upper sides are the background's. */
function marksForFrame({ width, height, data }: Mask): number {
  const upper = Math.round(height * 0.7);
  let touched = 0;
  for (let x = 0; x < width; x += 1) touched += data[x] ?? 0;
  for (let y = 0; y < upper; y += 1) touched += (data[y * width] ?? 0) + (data[y * width + width - 1] ?? 0);
  return smoothstep(0.6, 0.05, touched / (width + 2 * upper));
}

/** Its middle is near the photo's. */
function marksForPlace({ width, data, height }: Mask): number {
  let [sumX, sumY, count] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    if (data[at] !== 1) continue;
    sumX += at % width;
    sumY += Math.floor(at / width);
    count += 1;
  }
  if (count === 0) return 0;
  const [across, down] = [sumX / count / width - 0.5, sumY / count / height - 0.55];
  return Math.exp(-((across / 0.22) ** 2 + (down / 0.3) ** 2) / 2);
}
