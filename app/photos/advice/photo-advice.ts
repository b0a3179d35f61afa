import type { Look } from "./measure-photo.ts";

/** What may be worth knowing of a photo before a gem is spent on it. It never forbids anything. */
export type PhotoAdvice = "small" | "dark" | "blurred" | "no-subject";

/**
 * Where advice begins. Calibrated so that no photo of ours that is good gets any (photo-advice.test.ts; the figures are
 * in docs/decisions/0021): it is better to say nothing than to spoil a good photo.
 */
const thresholds = {
  /**
   * Longer side, px: less does not fill the narrowest phone we design for (360 CSS px) without being enlarged, borders
   * taken off, and the cut-out's own working copy is 320.
   */
  longSide: 400,
  /**
   * Luma: half of the picture is more than two stops below mid-grey (18 % reflectance, which sRGB writes as 118; a
   * quarter of it as 60), and nineteen twentieths do not even reach mid-grey.
   */
  middleTone: 60,
  brightTone: 118,
  /** The softest of our good photos has 0.34; blurred by 5 px at 1920 px they have 0.04 and less. */
  sharpness: 0.08,
  /** Steps of 255: an even wall has 0, an unevenly lit one 39; the least of our good photos has 113. */
  standout: 40,
} as const;

/** What to say of a photo of this size that looks like this. */
export function adviceFor({ width, height }: { width: number; height: number }, look: Look): PhotoAdvice[] {
  const found: Record<PhotoAdvice, boolean> = {
    small: Math.max(width, height) < thresholds.longSide,
    dark: look.middleTone < thresholds.middleTone && look.brightTone < thresholds.brightTone,
    blurred: look.sharpness !== null && look.sharpness < thresholds.sharpness,
    "no-subject": look.standout < thresholds.standout,
  };
  return photoAdvices.filter((advice) => found[advice]);
}

const photoAdvices = ["small", "dark", "blurred", "no-subject"] as const satisfies readonly PhotoAdvice[];

const words: Record<PhotoAdvice, string> = {
  small:
    "This photo is quite small, and the result will be too. The one in your camera is often larger than a copy from a chat.",
  dark: "This photo is quite dark. Surprise Me lightens dark photos.",
  blurred: "This photo looks blurred. A sharp one gives a better result.",
  "no-subject": "We see no clear subject in this photo. Cropping closer often helps.",
};

/** The advice in sentences; whether a subject stands out matters to tools that cut one out. */
export const noticedInWords = (advice: readonly string[], needsSubject: boolean): string[] =>
  photoAdvices
    .filter((each) => advice.includes(each) && (needsSubject || each !== "no-subject"))
    .map((each) => words[each]);

/**
 * The advice in sentences, with what was noticed of faces, the last one saying that it is only advice; none for none.
 */
export function adviceWords(
  advice: readonly string[],
  needsSubject: boolean,
  ofFaces: readonly string[] = [],
): string[] {
  const said = [...noticedInWords(advice, needsSubject), ...ofFaces];
  if (!said.length) return [];
  return [...said, "You can go on, or choose another photo. It costs nothing to look."];
}
