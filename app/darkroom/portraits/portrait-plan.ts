import { cameraAngles } from "../../tools/portrait-studio/portrait-options.ts";
import { type SceneId, scenes } from "../../tools/portrait-studio/scenes.ts";
import type { PortraitRecipe } from "../../tools/recipe.ts";
import { angleFor, type FeasibleAngle } from "./choose-angle.ts";
import { sceneFor } from "./choose-scene.ts";

/** What the built-in engine makes of a portrait recipe, and what it has to say about that. */
export interface PortraitPlan {
  /** The scene behind the person; null keeps the photo's own background. */
  scene: SceneId | null;
  /** Own background out of focus. */
  softened: boolean;
  angle: FeasibleAngle;
  /** What was not done as asked: each goes on after "The built-in engine …" or "It …". */
  remarks: string[];
}

/** The plan for a recipe; null when it names a scene or an angle that there is none of. Pure. */
export function planPortrait(recipe: PortraitRecipe): PortraitPlan | null {
  const place = placeOf(recipe);
  const view = viewOf(recipe);
  if (!place || !view) return null;
  const { remarks: placeRemarks, ...background } = place;
  return { ...background, angle: view.angle, remarks: [...placeRemarks, ...view.remarks, ...keptRemarks(recipe)] };
}

function placeOf(recipe: PortraitRecipe): Omit<PortraitPlan, "angle"> | null {
  if (recipe.background === "maintain") return { scene: null, softened: false, remarks: [] };
  if (recipe.background === "describe") return describedPlace(recipe.backgroundText);
  const { template } = recipe;
  const scene = scenes.find(({ id }) => id === template);
  return scene ? { scene: scene.id, softened: false, remarks: [] } : null;
}

function describedPlace(text: string): Omit<PortraitPlan, "angle"> {
  const nearest = sceneFor(text);
  const name = scenes.find(({ id }) => id === nearest)?.name;
  if (!nearest || !name) {
    return {
      scene: null,
      softened: true,
      remarks: ["cannot paint a place from words, so it kept your own background and softened it."],
    };
  }
  return {
    scene: nearest,
    softened: false,
    remarks: [`cannot paint a place from words, so it chose the nearest of its scenes: ${name}.`],
  };
}

/** What is said of an angle that can only be suggested. */
const angleRemarks: Record<FeasibleAngle, string | null> = {
  maintain: null,
  "close-up": null,
  wide: null,
  low: "suggested the low angle by perspective.",
  high: "suggested the high angle by perspective.",
  front: "cannot turn a head, so the person looks where they looked in the photo.",
  side: "cannot turn a head, so it suggested the side view by perspective and light.",
  "three-quarter": "cannot turn a head, so it suggested the three-quarter view by perspective and light.",
};

function viewOf(recipe: PortraitRecipe): Pick<PortraitPlan, "angle" | "remarks"> | null {
  const { angle } = recipe;
  if (angle === "back" || (angle !== "describe" && !Object.hasOwn(angleRemarks, angle))) return null;
  const described = angle === "describe" ? angleFor(recipe.angleText ?? "") : angle;
  if (!described)
    return { angle: "maintain", remarks: ["found no angle it knows in your words and kept the photo's."] };
  const remark = angleRemarks[described];
  const chosen = angle === "describe" ? [`took your words for the angle "${nameOf(described)}".`] : [];
  return { angle: described, remarks: remark ? [...chosen, remark] : chosen };
}

const nameOf = (angle: FeasibleAngle) => cameraAngles.find(({ id }) => id === angle)?.name ?? angle;

/** Clothes and poses are never changed; that is said when they were asked for. */
function keptRemarks({ attire, attireDetails, pose }: PortraitRecipe): string[] {
  const otherClothes = attire !== "maintain" || Boolean(attireDetails);
  const otherPose = pose !== "maintain";
  if (!otherClothes && !otherPose) return [];
  const kept = otherClothes && otherPose ? "the clothes and the pose" : otherClothes ? "the clothes" : "the pose";
  return [`kept ${kept} as in the photo: it only changes background, light and framing.`];
}

/** The remarks as one text for the person; undefined when there are none. */
export function noteOf(remarks: string[]): string | undefined {
  if (remarks.length === 0) return undefined;
  return remarks.map((remark, at) => `${at === 0 ? "The built-in engine" : "It"} ${remark}`).join(" ");
}
