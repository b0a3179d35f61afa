import type { DigitalSourceType } from "../transformations/digital-source.ts";
import type { Recipe } from "../transformations/image-generator.ts";

/**
 * How a recipe's picture came about, in IPTC's words: the photo itself, altered by algorithm, or put together with a
 * backdrop or scene that was drawn. No model is used anywhere.
 */
export function digitalSourceOf(recipe: Recipe): DigitalSourceType {
  const hasDrawnBackground =
    (recipe.tool === "background-engine" && recipe.mode === "replace") ||
    (recipe.tool === "portrait-studio" && recipe.background !== "maintain");
  return hasDrawnBackground ? "compositeSynthetic" : "algorithmicallyEnhanced";
}
