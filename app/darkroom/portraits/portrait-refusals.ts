import type { Recipe } from "../../transformations/image-generator.ts";

export function refusesPortrait({ angle }: Recipe): string | null {
  return angle === "back" ? "The back view cannot be made from this photo. Choose another angle." : null;
}
