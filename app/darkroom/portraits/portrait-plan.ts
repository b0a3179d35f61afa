import { cameraAngles } from "../../tools/portrait-studio/portrait-options.ts";
import { type SceneId, scenes } from "../../tools/portrait-studio/scenes.ts";
import type { PortraitRecipe } from "../../tools/recipe.ts";
import { angleFor, type FeasibleAngle } from "./choose-angle.ts";
import { sceneFor } from "./choose-scene.ts";

export interface PortraitPlan {
  readonly scene: SceneId | null;
  readonly softened: boolean;
  readonly angle: FeasibleAngle;
  /** Sentences on deviations from the request. */
  readonly notes: readonly string[];
}

export function planPortrait(recipe: PortraitRecipe): PortraitPlan | null {
  const place = placeOf(recipe);
  const view = viewOf(recipe);
  if (!place || !view) return null;
  const notes = [...place.notes, ...view.notes, ...unchangedNotes(recipe)];
  return { scene: place.scene, softened: place.softened, angle: view.angle, notes };
}

function placeOf(recipe: PortraitRecipe): Omit<PortraitPlan, "angle"> | null {
  if (recipe.background === "maintain") return { scene: null, softened: false, notes: [] };
  if (recipe.background === "describe") return describedPlace(recipe.backgroundText);
  const { template } = recipe;
  const scene = scenes.find(({ id }) => id === template);
  return scene ? { scene: scene.id, softened: false, notes: [] } : null;
}

function describedPlace(text: string): Omit<PortraitPlan, "angle"> {
  const nearest = sceneFor(text);
  const name = scenes.find(({ id }) => id === nearest)?.name;
  if (!nearest || !name) {
    const note = "None of our scenes is near to your words, so your own background stays, softened.";
    return { scene: null, softened: true, notes: [note] };
  }
  const note = `The place is the nearest of our scenes to your words: ${name}.`;
  return { scene: nearest, softened: false, notes: [note] };
}

const sameGaze = "you look where you looked in the photo.";

const angleNotes: Record<FeasibleAngle, string | null> = {
  maintain: null,
  "close-up": null,
  wide: null,
  low: "The low angle is suggested by perspective.",
  high: "The high angle is suggested by perspective.",
  front: `A head cannot be turned: ${sameGaze}`,
  side: `The side view is suggested by perspective and light: ${sameGaze}`,
  "three-quarter": `The three-quarter view is suggested by perspective and light: ${sameGaze}`,
};

function viewOf(recipe: PortraitRecipe): Pick<PortraitPlan, "angle" | "notes"> | null {
  const { angle } = recipe;
  if (angle === "back" || (angle !== "describe" && !Object.hasOwn(angleNotes, angle))) return null;
  const described = angle === "describe" ? angleFor(recipe.angleText ?? "") : angle;
  if (!described) return { angle: "maintain", notes: ["No angle was found in your words, so the photo's own stays."] };
  const note = angleNotes[described];
  const chosen = angle === "describe" ? [`Your words were taken for the angle "${nameOf(described)}".`] : [];
  return { angle: described, notes: note ? [...chosen, note] : chosen };
}

const nameOf = (angle: FeasibleAngle) => cameraAngles.find(({ id }) => id === angle)?.name ?? angle;

function unchangedNotes({ attire, attireDetails, pose }: PortraitRecipe): string[] {
  const otherClothes = attire !== "maintain" || Boolean(attireDetails);
  const otherPose = pose !== "maintain";
  if (otherClothes && otherPose) return ["Your clothes and pose stay as they are."];
  if (otherClothes) return ["Your clothes stay as they are."];
  return otherPose ? ["Your pose stays as it is."] : [];
}
