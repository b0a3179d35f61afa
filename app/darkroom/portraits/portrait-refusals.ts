import type { Recipe } from "../../transformations/image-generator.ts";

/** Why the darkroom cannot make a portrait at all, in words for the person; null when it can try. */
export function refusesPortrait({ angle }: Recipe): string | null {
  return angle === "back" ? "The built-in engine cannot show the back. Choose another angle." : null;
}
