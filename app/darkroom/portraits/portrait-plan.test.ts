import { expect, test } from "vitest";
import type { PortraitRecipe } from "../../tools/recipe.ts";
import { planPortrait } from "./portrait-plan.ts";

const keep = {
  tool: "portrait-studio",
  attire: "maintain",
  gender: "female",
  pose: "maintain",
  angle: "maintain",
} as const;
const ownBackground: PortraitRecipe = { ...keep, background: "maintain" };

const notesFor = (recipe: PortraitRecipe) => planPortrait(recipe)?.notes.join(" ");

test("what is done whole needs no note", () => {
  expect(notesFor({ ...keep, background: "outdoor", template: "lakeside", angle: "close-up" })).toBe("");
});

test("clothes and poses that were asked for are said to stay", () => {
  expect(notesFor({ ...ownBackground, attire: "formal", pose: "crossed-arms" })).toBe(
    "Your clothes and pose stay as they are.",
  );
  expect(notesFor({ ...ownBackground, attireDetails: "a red scarf" })).toBe("Your clothes stay as they are.");
  expect(notesFor({ ...ownBackground, pose: "describe", poseText: "dancing" })).toBe("Your pose stays as it is.");
});

test("a described place becomes the nearest scene, and the note names it", () => {
  const recipe: PortraitRecipe = { ...keep, background: "describe", backgroundText: "a quiet library" };
  expect(planPortrait(recipe)).toMatchObject({ scene: "home-library", softened: false });
  expect(notesFor(recipe)).toBe("The place is the nearest of our scenes to your words: Home Library.");
});

test("a described place that no scene is near to leaves the background, softened, and says so", () => {
  const recipe: PortraitRecipe = { ...keep, background: "describe", backgroundText: "on the moon" };
  expect(planPortrait(recipe)).toMatchObject({ scene: null, softened: true });
  expect(notesFor(recipe)).toContain("your own background stays, softened");
});

test.each(["side", "three-quarter", "front"] as const)("the angle %s says where the person looks", (angle) => {
  expect(notesFor({ ...ownBackground, angle })).toContain("you look where you looked in the photo.");
});

test("a described angle is taken for the nearest one, or said not to be found", () => {
  const recipe = { ...ownBackground, angle: "describe", angleText: "from below" } as const;
  expect(planPortrait(recipe)?.angle).toBe("low");
  expect(notesFor(recipe)).toContain('Your words were taken for the angle "Low".');
  expect(notesFor({ ...recipe, angleText: "cinematic" })).toContain("No angle was found in your words");
});

test("no note names an engine", () => {
  const recipes: PortraitRecipe[] = [
    { ...ownBackground, attire: "sport", pose: "crossed-arms", angle: "side" },
    { ...keep, background: "describe", backgroundText: "on the moon", angle: "high" },
    { ...keep, background: "describe", backgroundText: "a beach", angle: "describe", angleText: "from above" },
  ];
  for (const recipe of recipes) expect(notesFor(recipe)).not.toMatch(/engine|darkroom|model/i);
});

test("there is no plan for a scene that is gone, or for the back", () => {
  const unknownScene = { ...keep, background: "outdoor", template: "moon-base" } as unknown as PortraitRecipe;
  expect(planPortrait(unknownScene)).toBeNull();
  expect(planPortrait({ ...ownBackground, angle: "back" })).toBeNull();
});
