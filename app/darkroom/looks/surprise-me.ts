import type { SurpriseMeRecipe } from "../../tools/recipe.ts";
import type { Look } from "../../transformations/looks.ts";
import { seePhoto, type Sight } from "../vision/sight.ts";
import { type Photo, type OnProgress, type Work, wishesUnused } from "../work.ts";
import { isVisible, hasContrast } from "./measure-gain.ts";
import { prepareLooks, preparePreviews } from "./prepare-looks.ts";
import { renderLook } from "./render-look.ts";

export async function surpriseMe(sight: Sight, { wishes }: SurpriseMeRecipe, onProgress: OnProgress): Promise<Work> {
  const prepared = await prepareLooks(sight);
  onProgress(0.6);
  const picture = renderLook(prepared, "natural");
  if (!hasContrast(prepared.scene) || !isVisible(sight.photo, picture, prepared.finish)) {
    return { ok: false, problem: "no-gain", detail: "The natural look is hardly different from the photo." };
  }
  onProgress(0.75);
  const bright = renderLook(prepared, "bright");
  onProgress(0.9);
  const vivid = renderLook(prepared, "vivid");
  const looks = [
    { look: "bright" as const, picture: bright },
    { look: "vivid" as const, picture: vivid },
  ];
  return { ok: true, picture, looks, ...(wishes ? { note: wishesUnused } : {}) };
}

export async function enhance(photo: Photo, look: Look = "natural"): Promise<Photo> {
  return renderLook(await prepareLooks(await seePhoto(photo, null)), look);
}

/** `longest` in px. */
export async function lookPreviews(sight: Sight, longest = 240): Promise<Record<Look, Photo>> {
  const prepared = await preparePreviews(sight, longest);
  return {
    natural: renderLook(prepared, "natural"),
    bright: renderLook(prepared, "bright"),
    vivid: renderLook(prepared, "vivid"),
  };
}
