import type { ImageGenerator, Recipe } from "../transformations/image-generator.ts";

const tool = "id-photo";

/**
 * Sends ID photos to the built-in darkroom: a generative model must not draw the face of a passport. Without a darkroom,
 * in the hosted image, they are refused and not offered.
 */
export function withIdPhotos(generator: ImageGenerator, darkroom: ImageGenerator | null): ImageGenerator {
  const isOwn = (recipe: Recipe) => recipe.tool === tool;
  return {
    name: generator.name,
    model: generator.model,
    ownTools: darkroom ? [tool] : [],
    refuses: (recipe) => {
      if (!isOwn(recipe)) return generator.refuses(recipe);
      return darkroom ? darkroom.refuses(recipe) : "ID photos are not made here.";
    },
    generate: async (request) => {
      if (!isOwn(request.recipe)) return generator.generate(request);
      if (!darkroom) return { ok: false, problem: "rejected", detail: "No darkroom." };
      return darkroom.generate(request);
    },
    close: async () => void (await Promise.all([generator.close(), darkroom?.close()])),
  };
}
