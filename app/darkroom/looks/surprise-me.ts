import type { SurpriseMeRecipe } from "../../tools/recipe.ts";
import { enhance } from "./enhance.ts";
import type { Sight } from "../vision/sight.ts";
import { wishesUnused } from "../wishes-unused.ts";
import type { OnProgress, Work } from "../work.ts";

/** The photo enhanced. */
export function surpriseMe(sight: Sight, { wishes }: SurpriseMeRecipe, onProgress: OnProgress): Work {
  const picture = enhance(sight.photo, onProgress);
  return { ok: true, picture, ...(wishes ? { note: wishesUnused } : {}) };
}
