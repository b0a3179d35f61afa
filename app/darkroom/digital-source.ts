import type { DigitalSourceType } from "../transformations/digital-source.ts";
import type { Recipe } from "../transformations/image-generator.ts";

/** IPTC's type: altered by algorithm, or composed with a drawn scene. No generative model is involved. */
export function digitalSourceOf(recipe: Recipe): DigitalSourceType {
  const hasDrawnBackground =
    (recipe.tool === "background-engine" && recipe.mode === "replace") ||
    (recipe.tool === "portrait-studio" && recipe.background !== "maintain");
  return hasDrawnBackground ? "compositeSynthetic" : "algorithmicallyEnhanced";
}
