import type { Recipe } from "../../transformations/image-generator.ts";

/** Why the darkroom cannot make a portrait at all, in words for the member; null when it can try. */
export function refusesPortrait({ angle }: Recipe): string | null {
  return angle === "back" ? "The back view cannot be made from this photo. Choose another angle." : null;
}
