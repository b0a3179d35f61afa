import type { CameraAngle } from "../../tools/portrait-studio/portrait-options.ts";

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
