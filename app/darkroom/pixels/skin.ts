import { clamp, smoothstep } from "./smoothstep.ts";

/**
 * The direction of skin in the plane of blueness and redness, as cosine and sine of 126°: close to the "skin tone
 * line" of vectorscopes (123°). Melanin and blood change how light and how saturated skin is; its hue stays within
 * 12° of this for all of us.
 */
const [skinBlueness, skinRedness] = [Math.cos((126 * Math.PI) / 180), Math.sin((126 * Math.PI) / 180)];
/** The tangents of the angles up to which a hue surely is skin's (13°), and from which it is not (24°). */
const [surelySkin, notSkin] = [0.23, 0.45];

/**
 * How surely a colour is skin of any tone, 0 to 1, by hue and saturation. Wood, sand and brick are too; whatever uses
 * this must be right for them as well.
 */
export function skinLikeness(luma: number, blueness: number, redness: number): number {
  const along = blueness * skinBlueness + redness * skinRedness;
  if (along <= 0.008 || luma <= 0.03) return 0;
  const across = Math.abs(blueness * skinRedness - redness * skinBlueness);
  const saturation = along / clamp(0.05, luma, 1);
  const hue = smoothstep(notSkin, surelySkin, across / along);
  return hue * smoothstep(0.03, 0.08, saturation) * smoothstep(0.62, 0.45, saturation);
}
