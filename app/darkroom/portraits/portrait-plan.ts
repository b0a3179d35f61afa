import { cameraAngles } from "../../tools/portrait-studio/portrait-options.ts";
import { type SceneId, scenes } from "../../tools/portrait-studio/scenes.ts";
import type { PortraitRecipe } from "../../tools/recipe.ts";
import { angleFor, type FeasibleAngle } from "./angles.ts";

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

/** Before the bar: words that name a scene; after it: words that go with it. */
const keywords: Record<SceneId, string> = {
  "garden-paradise": "garden gardens botanical roses orchard greenhouse | flower flowers blossom blossoms bloom rose",
  "urban-architecture":
    "street city urban downtown skyscraper skyscrapers town avenue | buildings building architecture traffic road",
  "beach-sunset":
    "beach ocean sea seaside seashore shore coast tropical | sunset sand palm palms waves island sundown dusk",
  "mountain-view": "mountain mountains alps peak summit himalaya | snow snowy hill hills meadow valley",
  "forest-path": "forest woods woodland jungle rainforest | trees path trail nature mist",
  "city-park": "park | city lawn bench grass playground picnic",
  lakeside: "lake lakeside lakeshore pond river riverside | boat sailboat dock pier water",
  "desert-landscape": "desert dune dunes sahara savanna savannah | sand dry camel camels",
  "cozy-living-room": "living lounge sofa couch fireplace | home house cozy cosy candles apartment",
  "modern-office": "office workplace coworking startup workspace | desk desks work computer computers",
  "luxury-hotel-lobby": "hotel lobby palace ballroom mansion | chandelier marble luxury luxurious reception columns",
  "modern-kitchen": "kitchen | cooking cook stove counter",
  "elegant-restaurant": "restaurant bistro cafe café bar | dining dinner candlelight waiter wine",
  "home-library": "library bookshelf bookshelves bookstore bookshop books | book study reading",
  "conference-room": "conference boardroom meeting | presentation business company corporate",
  "bedroom-suite": "bedroom bed | suite pillows sleep",
  "clean-white-studio": "passport | white plain clean bright studio",
  "elegant-gray-studio": "headshot | gray grey dark studio neutral backdrop",
};

const [naming, accompanying] = [2, 1];
const enough = 2;

/** Null without a clear match. Ignores words after "no", "not" or "without". */
export function sceneFor(text: string): SceneId | null {
  const words = wordsOf(text);
  const scores = scenes
    .map(({ id }) => ({ id, score: scoreOf(id, words) }))
    .sort((one, other) => other.score - one.score);
  const [best, next] = scores;
  if (!best || best.score < enough || best.score === next?.score) return null;
  return best.id;
}

function scoreOf(id: SceneId, described: Set<string>): number {
  const [names = "", companions = ""] = keywords[id].split("|");
  const count = (list: string) => list.split(" ").filter((word) => described.has(word)).length;
  return naming * count(names) + accompanying * count(companions);
}

function wordsOf(text: string): Set<string> {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isDenied = (at: number) => [all[at - 1], all[at - 2]].some((word) => /^(no|not|without)$/.test(word ?? ""));
  return new Set(all.filter((_, at) => !isDenied(at)));
}
