import type { Crop } from "./frame.ts";
import type { Lean } from "./lean.ts";
import type { LightSide } from "./stages.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import type { CameraAngle } from "../../tools/portrait-studio/portrait-options.ts";

const leans: Partial<Record<FeasibleAngle, Lean>> = {
  low: "low",
  high: "high",
  side: "left",
  "three-quarter": "right",
};

export const leanFor = (angle: FeasibleAngle): Lean | null => leans[angle] ?? null;

export function lightSideFor(angle: FeasibleAngle): LightSide {
  if (angle === "side") return "left";
  return angle === "three-quarter" ? "right" : null;
}

export function cropForAngle(angle: FeasibleAngle): Crop | null {
  if (angle === "close-up") return "chest";
  return angle === "wide" ? "full" : null;
}

/** Share of the frame's height, downwards. */
export function horizonShiftFor(angle: FeasibleAngle): number {
  if (angle === "low") return 0.1;
  return angle === "high" ? -0.1 : 0;
}

export function refusesPortrait({ angle }: Recipe): string | null {
  return angle === "back" ? "The back view cannot be made from this photo. Choose another angle." : null;
}

/** Angles that the darkroom makes or suggests. */
export type FeasibleAngle = Exclude<CameraAngle, "back" | "describe">;

/** The first match wins. */
const phrases: readonly (readonly [RegExp, FeasibleAngle])[] = [
  [/\b(close|closer|closely|head ?shot|head and shoulders|face only|tight)\b/, "close-up"],
  [/\b(wide|wider|full body|whole body|from afar|far away|distant|further away)\b/, "wide"],
  [/\b(low|from below|looking up|worm'?s)\b/, "low"],
  [/\b(high|from above|overhead|looking down|bird'?s)\b/, "high"],
  [/\b(three[ -]quarters?|3\/4)/, "three-quarter"],
  [/\b(side|profile|left|right)\b/, "side"],
  [/\b(front|frontal|straight|facing)\b/, "front"],
];

export function angleFor(text: string): FeasibleAngle | null {
  const lowerCase = text.toLowerCase();
  return phrases.find(([phrase]) => phrase.test(lowerCase))?.[1] ?? null;
}
