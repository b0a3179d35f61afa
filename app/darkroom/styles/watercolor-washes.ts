import { softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { clamp, emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { clouds } from "./planes-noise.ts";
import { blurColour, mixColours, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { bareSkin, meansOverSkin, openedForSkin } from "./skin-and-hair.ts";

export interface Washes {
  readonly colour: LumaChroma;
  readonly own: Plane;
  /** About -0.3 to 1. */
  readonly rim: Plane;
  /** Depth added so that skin keeps its tone. */
  readonly body: Plane;
  readonly skinDepth: Plane;
}

const waver = 3;
const steps = 6;
const stepEdge = 0.1;

/** Luma. */
export const paperLuma = 0.978;
const ofSkinTone = 0.55;

/** Dark hair keeps all shadows. */
const leastPlain = 0.25;

function toneOfWash(luma: number): number {
  const level = clamp(0, luma, 1) * steps;
  const below = Math.floor(level);
  return (below + smoothstep(0.5 - stepEdge, 0.5 + stepEdge, level - below)) / steps;
}

const deepest = 3;

/** Optical depth; paler away from the focus. */
export function depthOfTone(luma: number, focus: number): number {
  const paler = 0.03 + 0.16 * (1 - focus) * (1 - luma) + 0.22 * luma * (1 - luma);
  const depth = -Math.log(clamp(0.05, luma + paler, 1));
  return deepest * (1 - Math.exp(-depth / deepest)) * (0.86 + 0.14 * focus);
}

export function layWashes(seen: Seen, strength: number): Washes {
  const { plain, colour, unit, face, focus, hair, marks } = seen;
  const bare = bareSkin(seen);
  const body = softBlur(bare, 2 * unit);
  const soft = softBlur(face, 4 * unit);
  const ofOpened = openedForSkin(seen);
  const lit = mixColours(colour, plain, (at) =>
    Math.max(leastPlain, (body.data[at] ?? 0) * (1 - ofOpened), hair.data[at] ?? 0),
  );
  const flat = flatten(lit, seen, soft);
  const about = softBlur(lit.luma, 2.5 * unit);
  const crisp = mapPlane(flat.luma, (own, at) => {
    const detail = (lit.luma.data[at] ?? 0) - (about.data[at] ?? 0);
    return own + detail * (soft.data[at] ?? 0) * (0.2 + 0.7 * (marks.data[at] ?? 0));
  });
  const washed = wavering({ ...flat, luma: crisp }, seen, soft, waver * (0.4 + 0.6 * strength));
  const own = mapPlane(soft, (onFace, at) => 0.32 + 0.33 * onFace + 0.1 * (body.data[at] ?? 0));
  const tone = mapPlane(washed.luma, (luma, at) => mixTones(luma, own.data[at] ?? 0));
  const skinDepth = meansOverSkin(
    bare,
    unit,
  )((at) => {
    const depth = depthOfTone(tone.data[at] ?? 0, focus.data[at] ?? 0);
    const photo = -Math.log(clamp(0.05, (lit.luma.data[at] ?? 0) / paperLuma, 1));
    return photo > depth ? ofSkinTone * (photo - depth) : photo - depth;
  });
  return { colour: washed, own, rim: rimsOf(tone, washed, unit), body, skinDepth };
}

export function mixTones(luma: number, own: number): number {
  const wash = toneOfWash(luma);
  return wash + (luma - wash) * own;
}

function flatten(lit: LumaChroma, { unit, face, focus }: Seen, soft: Plane): LumaChroma {
  const blurred = blurColour(lit, 1.6 * unit);
  const guide = mixColours(blurred, lit, (at) => 0.8 * (soft.data[at] ?? 0));
  const edgeWeight = mapPlane(face, (own, at) => 0.4 + 1.2 * own + 0.7 * (focus.data[at] ?? 0));
  return smoothGuided(lit, guide, { reach: 30 * unit, range: 0.14, rounds: 3, edgeWeight });
}

function wavering({ luma, blueness, redness }: LumaChroma, { unit }: Seen, soft: Plane, most: number): LumaChroma {
  const { width, height } = luma;
  const across = clouds({ width, height, wave: 28 * unit, seed: 3, octaves: 3 }).data;
  const down = clouds({ width, height, wave: 28 * unit, seed: 13, octaves: 3 }).data;
  const moved = {
    luma: emptyPlane(width, height),
    blueness: emptyPlane(width, height),
    redness: emptyPlane(width, height),
  };
  const moves = [
    [luma.data, moved.luma.data],
    [blueness.data, moved.blueness.data],
    [redness.data, moved.redness.data],
  ] as const;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const far = most * unit * (1 - 0.88 * (soft.data[at] ?? 0));
      const fromX = clamp(0, x + (across[at] ?? 0) * far, width - 1);
      const fromY = clamp(0, y + (down[at] ?? 0) * far, height - 1);
      const left = Math.floor(fromX);
      const top = Math.floor(fromY);
      const shareX = fromX - left;
      const shareY = fromY - top;
      const here = top * width + left;
      const right = left < width - 1 ? 1 : 0;
      const below = top < height - 1 ? width : 0;
      for (const [from, to] of moves) {
        const upper = (from[here] ?? 0) * (1 - shareX) + (from[here + right] ?? 0) * shareX;
        const lower = (from[here + below] ?? 0) * (1 - shareX) + (from[here + below + right] ?? 0) * shareX;
        to[at] = upper + (lower - upper) * shareY;
      }
    }
  }
  return moved;
}

function rimsOf(tone: Plane, { blueness, redness }: LumaChroma, unit: number): Plane {
  const step = mapPlane(tone, (own, at) => own + 0.6 * ((blueness.data[at] ?? 0) - (redness.data[at] ?? 0)));
  const near = softBlur(step, unit);
  const far = softBlur(step, 4 * unit);
  return mapPlane(near, (own, at) => clamp(-0.3, ((far.data[at] ?? 0) - own) * 4, 1));
}
