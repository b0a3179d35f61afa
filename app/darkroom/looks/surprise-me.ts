import type { SurpriseMeRecipe } from "../../tools/recipe.ts";
import { enhance } from "./enhance.ts";
import type { Photo } from "../photo.ts";
import { wishesUnused } from "../wishes-unused.ts";
import type { OnProgress, Work } from "../work.ts";

/** The photo enhanced. */
export function surpriseMe(photo: Photo, { wishes }: SurpriseMeRecipe, onProgress: OnProgress): Work {
  const picture = enhance(photo, onProgress);
  return { ok: true, picture, ...(wishes ? { note: wishesUnused } : {}) };
}
