import type { ArtStyleRecipe } from "../../tools/recipe.ts";
import type { Photo } from "../photo.ts";
import { applyStyle } from "./apply-style.ts";
import { wishesUnused } from "../wishes-unused.ts";
import type { OnProgress, Work } from "../work.ts";

/** Redraws the photo in the recipe's style. Every photo can be; what it cannot do is follow words. */
export function artStyle(photo: Photo, { style, intensity, wishes }: ArtStyleRecipe, onProgress: OnProgress): Work {
  const picture = applyStyle(photo, style, intensity, onProgress);
  return wishes ? { ok: true, picture, note: wishesUnused } : { ok: true, picture };
}
