import { develop } from "../../app/darkroom/develop.ts";
import { drawPreview, seeForPreviews } from "../../app/darkroom/previews/draw-preview.ts";
import type { Recipe } from "../../app/transformations/image-generator.ts";
import { serveMeasured } from "./measured-child.ts";

/** A recipe to follow, or small previews to draw of one photo. */
export type BenchTask = { image: Uint8Array } & ({ recipe: Recipe } | { previews: readonly string[] });

/** The result is the reason for no picture, or null. */
serveMeasured<BenchTask, string | null>(async (task, saliency) => {
  if ("previews" in task) return drawPreviews(task.image, task.previews);
  const outcome = await develop(task, { onProgress: () => {}, saliency });
  return outcome.ok ? null : `${outcome.problem}: ${outcome.detail}`;

  async function drawPreviews(image: Uint8Array, options: readonly string[]): Promise<string | null> {
    const sight = await seeForPreviews(image, saliency);
    if (!sight) return "The photo cannot be decoded.";
    for (const option of options) {
      const drawn = await drawPreview(sight, option);
      if (drawn.some(({ webp }) => !webp)) return `No preview: ${option}`;
    }
    return null;
  }
});
