import type { PortraitRecipe } from "../../tools/recipe.ts";
import { readSubjectBox } from "../../tools/subject-box.ts";
import { cutOut, unclearBelow } from "../cut-out/cut-out.ts";
import type { Photo } from "../photo.ts";
import { seePhoto, type Sight } from "../vision/sight.ts";
import { makePortrait } from "./make-portrait.ts";
import { noteOf, planPortrait } from "./portrait-plan.ts";
import type { OnProgress, Work } from "../work.ts";

/** Crisp enough for hair in front of a scene out of focus, soft enough to hide the cut; of 0 to 100. */
const edges = 40;

/**
 * The portrait a recipe asks for, as far as this engine can: background, light and framing. What it did not attempt is
 * in the note. Keeps the photo's size, except for close-ups.
 */
export async function portraitStudio(sight: Sight, recipe: PortraitRecipe, onProgress: OnProgress): Promise<Work> {
  const plan = planPortrait(recipe);
  if (!plan) return { ok: false, problem: "rejected", detail: "The recipe names no scene or angle the darkroom has." };
  const box = recipe.subject ? readSubjectBox(recipe.subject) : null;
  if (recipe.subject && !box) return { ok: false, problem: "rejected", detail: "The box around the subject is none." };

  const findCut = async (from: Photo) => {
    const { confidence, ...cut } = await cutOut(from === sight.photo ? sight : await seePhoto(from, null), {
      edges,
      ...(box ? { box } : {}),
    });
    return confidence < unclearBelow && !box ? null : cut;
  };
  const portrait = await makePortrait(sight.photo, plan, findCut, onProgress);
  if (!portrait) return { ok: false, problem: "unclear", detail: "The person cannot be told from the background." };
  const note = noteOf([...plan.remarks, ...portrait.remarks]);
  return { ok: true, picture: portrait.picture, ...(note ? { note } : {}) };
}
