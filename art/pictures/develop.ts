import type { ToolRecipe } from "../../app/tools/recipe.ts";
import type { ImageGenerator } from "../../app/transformations/image-generator.ts";

/** What the built-in engine makes of a JPEG. */
export async function developed(darkroom: ImageGenerator, photo: Buffer, recipe: ToolRecipe): Promise<Buffer> {
  const outcome = await darkroom.generate({
    recipe: { ...recipe },
    prompt: "",
    image: photo,
    mimeType: "image/jpeg",
    signal: AbortSignal.timeout(120_000),
    onProgress: () => {},
  });
  if (!outcome.ok) throw new Error(`the engine made no picture: ${outcome.problem}, ${outcome.detail}`);
  return Buffer.from(outcome.image);
}
