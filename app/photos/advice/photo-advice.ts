import type { PhotoMeasures } from "./measure-photo.ts";
import type { FaceNotice } from "../../darkroom/vision/advice.ts";

/** Advice before a gem is spent; it never blocks. */
export type PhotoAdvice = "small" | "dark" | "blurred" | "no-subject";

/** Calibrated so that none of our good photos gets advice (photo-advice.test.ts, figures in decision 21). */
const thresholds = {
  /** Longer side, px: a smaller photo is enlarged even on a 360 px wide phone; the cut-out works at 320 px. */
  longSide: 400,
  /**
   * Median more than two stops below mid-grey (18 % reflectance = sRGB 118; a quarter = 60), 95th percentile below it.
   */
  middleTone: 60,
  brightTone: 118,
  /** Our softest good photo has 0.34; good photos blurred by 5 px at 1920 px have at most 0.04. */
  sharpness: 0.08,
  /** An even wall has 0, an unevenly lit one 39; our good photos have at least 113. */
  standout: 40,
} as const;

export function adviceFor(
  { width, height }: { width: number; height: number },
  measures: PhotoMeasures,
): PhotoAdvice[] {
  const applies: Record<PhotoAdvice, boolean> = {
    small: Math.max(width, height) < thresholds.longSide,
    dark: measures.middleTone < thresholds.middleTone && measures.brightTone < thresholds.brightTone,
    blurred: measures.sharpness !== null && measures.sharpness < thresholds.sharpness,
    "no-subject": measures.standout < thresholds.standout,
  };
  return photoAdvices.filter((advice) => applies[advice]);
}

const photoAdvices = ["small", "dark", "blurred", "no-subject"] as const satisfies readonly PhotoAdvice[];

const sentences: Record<PhotoAdvice, string> = {
  small:
    "This photo is quite small, and the result will be too. The one in your camera is often larger than a copy from a chat.",
  dark: "This photo is quite dark. Surprise Me lightens dark photos.",
  blurred: "This photo looks blurred. A sharp one gives a better result.",
  "no-subject": "We see no clear subject in this photo. Cropping closer often helps.",
};

export const adviceSentences = (advice: readonly string[], needsSubject: boolean): string[] =>
  photoAdvices
    .filter((each) => advice.includes(each) && (needsSubject || each !== "no-subject"))
    .map((each) => sentences[each]);

/** Advice on the photo and its faces as sentences; the last one says that it is only advice. Empty without advice. */
export function allAdvice(advice: readonly string[], needsSubject: boolean, ofFaces: readonly string[] = []): string[] {
  const all = [...adviceSentences(advice, needsSubject), ...ofFaces];
  if (!all.length) return [];
  return [...all, "You can continue, or choose another photo. Looking is free."];
}

export type FaceUse = "portrait" | "cut-out";

const faceAdvice: Record<
  FaceUse,
  { [Kind in FaceNotice["kind"]]: (notice: FaceNotice & { kind: Kind }) => string | null }
> = {
  portrait: {
    none: () => "We see no face in this photo. A portrait needs one.",
    several: ({ count }) => `We see ${count} faces: all of them will be in the portrait.`,
    small: ({ pixels }) => `The face is small (${pixels} px). A closer photo gives a sharper portrait.`,
    dark: () => "The face is dark. A photo taken facing the light gives a better portrait.",
    cut: () => "The face touches the edge of the photo. One with space around the head gives a better portrait.",
  },
  "cut-out": {
    none: () => null,
    several: ({ count }) => `We see ${count} faces: all of them will stay in the picture.`,
    small: () => null,
    dark: () => "The face is dark. A brighter photo gives a cleaner edge around the hair.",
    cut: () => "The face touches the edge of the photo, and it will on the new background, too.",
  },
};

export function faceSentences(notices: readonly FaceNotice[], use: FaceUse): string[] {
  return notices.flatMap((notice) => sentenceFor(notice, use) ?? []);
}

function sentenceFor<Kind extends FaceNotice["kind"]>(notice: FaceNotice & { kind: Kind }, use: FaceUse) {
  const kind: Kind = notice.kind;
  return faceAdvice[use][kind](notice);
}
