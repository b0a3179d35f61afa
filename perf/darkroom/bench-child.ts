import { develop } from "../../app/darkroom/develop.ts";
import type { Recipe } from "../../app/transformations/image-generator.ts";
import { serveMeasured } from "./measured-child.ts";

export interface BenchTask {
  recipe: Recipe;
  image: Uint8Array;
}

/** Follows a recipe; the result is the reason for no picture, or null. */
serveMeasured<BenchTask, string | null>(async ({ recipe, image }, saliency) => {
  const outcome = await develop({ recipe, image }, { onProgress: () => {}, saliency });
  return outcome.ok ? null : `${outcome.problem}: ${outcome.detail}`;
});
