import type { Recipe } from "../transformations/image-generator.ts";
import { artStyles } from "../tools/art-style/art-styles.ts";
import type { ToolRecipe } from "../tools/recipe.ts";
import type { Sight } from "./vision/sight.ts";
import type { OnProgress, Work } from "./work.ts";

type WorkByTool = {
  [Tool in ToolRecipe["tool"]]: (
    sight: Sight,
    recipe: Extract<ToolRecipe, { tool: Tool }>,
    onProgress: OnProgress,
  ) => Promise<Work>;
};

const workByTool: WorkByTool = {
  "surprise-me": async (...asked) => (await import("./looks/surprise-me.ts")).surpriseMe(...asked),
  "art-style": async (sight, recipe, onProgress) => {
    if (!artStyles.some(({ id }) => id === recipe.style)) {
      return { ok: false, problem: "rejected", detail: `The darkroom has no style "${recipe.style}".` };
    }
    return (await import("./styles/apply-style.ts")).artStyle(sight, recipe, onProgress);
  },
  "background-engine": async (...asked) => (await import("./backgrounds/background.ts")).background(...asked),
  "id-photo": async (...asked) => (await import("./id-photo/id-photo.ts")).idPhoto(...asked),
  "portrait-studio": async (...asked) => (await import("./portraits/portrait-studio.ts")).portraitStudio(...asked),
};

/** Unknown recipes of older rows are `rejected`. */
export async function workOn(sight: Sight, recipe: Recipe, onProgress: OnProgress): Promise<Work> {
  if (!Object.hasOwn(workByTool, recipe.tool)) {
    return { ok: false, problem: "rejected", detail: `The darkroom has no tool "${recipe.tool}".` };
  }
  return workOfTool(sight, recipe as Recipe & ToolRecipe, onProgress);
}

function workOfTool<Tool extends ToolRecipe["tool"]>(
  sight: Sight,
  recipe: Extract<ToolRecipe, { tool: Tool }>,
  onProgress: OnProgress,
): Promise<Work> {
  const tool: Tool = recipe.tool;
  return workByTool[tool](sight, recipe, onProgress);
}
