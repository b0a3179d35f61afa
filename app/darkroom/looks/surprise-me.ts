import type { SurpriseMeRecipe } from "../../tools/recipe.ts";
import type { Sight } from "../vision/sight.ts";
import { type OnProgress, type Work, wishesUnused } from "../work.ts";
import { isVisible, hasContrast } from "./measure-gain.ts";
import { prepareLooks } from "./prepare-looks.ts";
import { renderLooks } from "./render-looks.ts";

export async function surpriseMe(sight: Sight, { wishes }: SurpriseMeRecipe, onProgress: OnProgress): Promise<Work> {
  await sight.faces();
  onProgress(0.25);
  const prepared = await prepareLooks(sight);
  onProgress(0.6);
  const { natural, bright, vivid } = renderLooks(prepared, ["natural", "bright", "vivid"]);
  onProgress(0.9);
  if (!hasContrast(prepared.scene) || !isVisible(sight.photo, natural, prepared.finish)) {
    return { ok: false, problem: "no-gain", detail: "The natural look is hardly different from the photo." };
  }
  const looks = [
    { look: "bright" as const, picture: bright },
    { look: "vivid" as const, picture: vivid },
  ];
  return { ok: true, picture: natural, looks, ...(wishes ? { note: wishesUnused } : {}) };
}
