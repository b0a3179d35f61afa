import type { Answers } from "../tool.ts";
import type { PortraitMeasures } from "../../darkroom/id-photo/measure-portrait.ts";

/** `yourself`: the measure is not reliable enough to judge, or there is none. */
export interface Verdict {
  check: string;
  is: "pass" | "fail" | "yourself";
  text: string;
}

/** Degrees that the mesh reads from a face that looks straight into the camera. */
const levelPitch = -10;

/**
 * Bounds of certain verdicts: between `pass` and `fail` members judge. Calibrated on photos and on copies of them that
 * were blurred and turned (decision 35).
 */
const limits = {
  yaw: { pass: 8, fail: 13 },
  pitch: { pass: 8, fail: 14 },
  /** Up to 5° are levelled. */
  roll: { pass: 5, fail: 8 },
  /** Never passed: the mesh draws open eyes over a wink, painted lids and sunglasses. */
  eyesOpen: { fail: 0.17, pass: Infinity },
  mouthOpen: { pass: 0.05, fail: 0.12 },
  sharpness: { fail: 0.08, pass: 0.13 },
  /** Darker cheek over the lighter one, linear light: one stop is 0.5. */
  evenness: { fail: 0.4, pass: 0.65 },
  /** Px from chin to crown: 34 mm at 600 dpi, and at 300 dpi. */
  headPixels: { fail: 400, pass: 800 },
  /** In heads. */
  above: { fail: 0.01, pass: 0.05 },
  below: { fail: 0.15, pass: 0.25 },
} as const;

/** Luma of an unlit face: 8-bit median, and highlights below mid-grey, which any skin reaches in light. */
const [darkTone, darkHighlight] = [70, 118];

/** The checks of an ID photo, before a gem is spent. Null measures: no face was found. */
export function judgePortrait(measures: PortraitMeasures | null, { document, changes }: Answers = {}): Verdict[] {
  if (!measures) {
    return [
      {
        check: "One face",
        is: "fail",
        text: "We see no face. Take a photo from the front, with the whole head in it.",
      },
    ];
  }
  const { faces, yaw, roll, eyesOpen, mouthOpen, sharpness, headPixels, evenness, tone, highlight, above, below } =
    measures;
  const pitch = measures.pitch - levelPitch;
  return [
    faces === 1 ? pass("One face") : fail("One face", `We see ${faces} faces. Nobody else may be in the photo.`),
    upTo(
      "Looks straight ahead",
      Math.abs(yaw),
      limits.yaw,
      `Turn a little to ${yaw > 0 ? "your right" : "your left"}.`,
    ),
    upTo(
      "Head neither up nor down",
      Math.abs(pitch),
      limits.pitch,
      pitch > 0 ? "Lower your chin a little." : "Raise your chin a little.",
    ),
    upTo(
      "Head upright",
      Math.abs(roll),
      limits.roll,
      `Tilt your head a little to ${roll > 0 ? "your right" : "your left"}.`,
    ),
    from("Eyes open", eyesOpen, limits.eyesOpen, "Open both eyes, free of hair and glare."),
    upTo("Mouth closed", mouthOpen, limits.mouthOpen, "Close your mouth, without a smile."),
    from("Sharp", sharpness, limits.sharpness, "The face is blurred. Hold the phone still, or tap the face to focus."),
    sizeVerdict(headPixels),
    tone < darkTone && highlight < darkHighlight
      ? fail("Even light", "The face is dark. Turn towards a window or a lamp.")
      : from("Even light", evenness, limits.evenness, "One side of the face is in shadow. Turn towards the light."),
    from("Whole head in the photo", above, limits.above, "The head is at the upper edge. Leave more space above it."),
    from(
      "Shoulders in the photo",
      below,
      limits.below,
      "The photo ends at the chin. Step back, so that the shoulders show.",
    ),
    ...(document ? [spaceVerdict(measures.tooNarrow, document, changes === "crop")] : []),
    { check: "Nothing over the face", is: "yourself", text: "No hair over the eyes, no mask, no hand." },
    { check: "Glasses", is: "yourself", text: "Better without. No glare, no tint, no frame over the eyes." },
    {
      check: "Head covering",
      is: "yourself",
      text: "Only for religion or health, with the face free from chin to forehead.",
    },
  ];
}

const pass = (check: string): Verdict => ({ check, is: "pass", text: "" });
const fail = (check: string, text: string): Verdict => ({ check, is: "fail", text });

/** Passes small values. */
function upTo(check: string, value: number, limit: { pass: number; fail: number }, advice: string): Verdict {
  if (value <= limit.pass) return pass(check);
  return { check, is: value > limit.fail ? "fail" : "yourself", text: advice };
}

/** Passes large values. */
function from(check: string, value: number, limit: { pass: number; fail: number }, advice: string): Verdict {
  if (value >= limit.pass) return pass(check);
  return { check, is: value < limit.fail ? "fail" : "yourself", text: advice };
}

/** The darkroom later refuses a photo without space, and its gem is returned. */
function spaceVerdict({ own, replaced }: PortraitMeasures["tooNarrow"], document: string, isCrop: boolean): Verdict {
  const check = "Space for this document";
  if (!(isCrop ? own : replaced).includes(document)) return pass(check);
  const other = isCrop && !replaced.includes(document) ? " It is enough with the background replaced." : "";
  return fail(check, `Too little is around the head. Step back, and do not crop the photo.${other}`);
}

function sizeVerdict(headPixels: number): Verdict {
  const check = "Large enough to print";
  const { pass: sharp, fail: least } = limits.headPixels;
  if (headPixels >= sharp) return pass(check);
  const head = `The head is ${headPixels} px high.`;
  if (headPixels < least)
    return fail(check, `${head} A print needs ${least}. Come closer, or take the camera's own file.`);
  return { check, is: "yourself", text: `${head} Enough for 300 dpi; forms that ask for 600 dpi need ${sharp}.` };
}
