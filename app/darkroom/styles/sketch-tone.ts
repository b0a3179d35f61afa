import { softBlur } from "../opencv/filters.ts";
import { clamp, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { blurColour, mixColours, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { bareSkin } from "./skin-and-hair.ts";

/** Mean pencil tone of the lightest and the darkest skin. */
const [lightSkin, darkSkin] = [0.2, 0.52];
/** Contrast on skin. */
const skinShading = 1.15;

/** 0 paper to 1 pencil, relative to the surroundings; faces stay light enough to read. */
export function sketchTone(seen: Seen): Plane {
  const { colour, plain, unit, face, hair, focus, subject, subjectKind, marks } = seen;
  const soft = softBlur(face, 4 * unit);
  // Opened shadows would turn dark hair grey.
  const lit = mixColours(colour, plain, (at) => Math.max(0.25, soft.data[at] ?? 0, hair.data[at] ?? 0));
  const calm = smoothGuided(lit, blurColour(colour, 1.2 * unit), {
    reach: 5 * unit,
    range: 0.2,
    rounds: 2,
    edgeWeight: mapPlane(face, (own) => 0.8 + 1.2 * own),
  }).luma;
  const wide = softBlur(calm, 38 * unit);
  const near = softBlur(calm, 9 * unit);
  const hasSubject = subjectKind !== "none";
  const tone = mapPlane(calm, (luma, at) => {
    const around = wide.data[at] ?? 0;
    const close = near.data[at] ?? 0;
    const against = 0.42 - 0.95 * (luma - around);
    const absolute = 0.95 * (1 - luma);
    // Amplifies small differences in the dark.
    const form = 0.45 * (close - luma) + (0.28 * (close - luma)) / (close + 0.12);
    const mean = 1.2 * (0.4 * against + 0.6 * absolute) + form - 0.12;
    const matters = hasSubject ? Math.max(subject.data[at] ?? 0, soft.data[at] ?? 0) : (focus.data[at] ?? 0) * 1.2;
    // Unimportant places fade.
    const drawn = hasSubject ? 0.55 + 0.45 * clamp(0, matters, 1) : 0.75 + 0.25 * clamp(0, matters, 1);
    return clamp(0, mean + 0.22 * smoothstep(0.4, 0.75, mean), 1) * drawn;
  });
  const bare = bareSkin(seen);
  const limited = limitSkinTone(tone, calm, plain.luma, bare, unit);
  return mapPlane(limited, (own, at) => {
    const onFace = soft.data[at] ?? 0;
    const detail = (near.data[at] ?? 0) - (calm.data[at] ?? 0);
    return clamp(0, own + 0.5 * onFace * (marks.data[at] ?? 0) * Math.max(0, detail), 1);
  });
}

function limitSkinTone(tone: Plane, calm: Plane, luma: Plane, bare: Plane, unit: number): Plane {
  const reach = 30 * unit;
  const amount = softBlur(bare, reach);
  const meanOf = (plane: Plane) =>
    softBlur(
      mapPlane(plane, (own, at) => own * (bare.data[at] ?? 0)),
      reach,
    );
  const shades = meanOf(calm);
  const lumas = meanOf(luma);
  const soft = softBlur(bare, 2 * unit);
  return mapPlane(tone, (own, at) => {
    const share = soft.data[at] ?? 0;
    if (share < 0.01) return own;
    const mean = (shades.data[at] ?? 0) / ((amount.data[at] ?? 0) + 1e-3);
    const lightness = (lumas.data[at] ?? 0) / ((amount.data[at] ?? 0) + 1e-3);
    const aim = darkSkin + (lightSkin - darkSkin) * smoothstep(0.12, 0.75, lightness);
    // Amplifies small differences in the dark.
    const gain = skinShading * clamp(1, 0.55 / (mean + 0.05), 2.5);
    const shaded = clamp(0.05, aim + gain * (mean - (calm.data[at] ?? 0)), 0.9);
    return own + share * (shaded - own);
  });
}
