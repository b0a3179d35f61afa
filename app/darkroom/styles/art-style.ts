import type { ArtStyleRecipe } from "../../tools/recipe.ts";
import type { Sight } from "../vision/sight.ts";
import { applyStyle } from "./apply-style.ts";
import { wishesUnused } from "../wishes-unused.ts";
import type { OnProgress, Work } from "../work.ts";

export async function artStyle(
  sight: Sight,
  { style, intensity, wishes }: ArtStyleRecipe,
  onProgress: OnProgress,
): Promise<Work> {
  const picture = await applyStyle(sight, style, intensity, onProgress);
  return wishes ? { ok: true, picture, note: wishesUnused } : { ok: true, picture };
}
