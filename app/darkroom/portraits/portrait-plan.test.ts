import { expect, test } from "vitest";
import type { PortraitRecipe } from "../../tools/recipe.ts";
import { noteOf, planPortrait } from "./portrait-plan.ts";

const keep = {
  tool: "portrait-studio",
  attire: "maintain",
  gender: "female",
  pose: "maintain",
  angle: "maintain",
} as const;
const ownBackground: PortraitRecipe = { ...keep, background: "maintain" };

const noteFor = (recipe: PortraitRecipe) => noteOf(planPortrait(recipe)?.remarks ?? []);

test("what is done whole needs no note", () => {
  expect(noteFor({ ...keep, background: "outdoor", template: "lakeside", angle: "close-up" })).toBeUndefined();
});

test("clothes and poses that were asked for are said to be kept", () => {
  expect(noteFor({ ...ownBackground, attire: "formal", pose: "crossed-arms" })).toBe(
    "The built-in engine kept the clothes and the pose as in the photo: it only changes background, light and framing.",
  );
  expect(noteFor({ ...ownBackground, attireDetails: "a red scarf" })).toContain("kept the clothes as in the photo");
  expect(noteFor({ ...ownBackground, pose: "describe", poseText: "dancing" })).toContain(
    "kept the pose as in the photo",
  );
});

test("a described place becomes the nearest scene, and the note names it", () => {
  const recipe: PortraitRecipe = { ...keep, background: "describe", backgroundText: "a quiet library" };
  expect(planPortrait(recipe)).toMatchObject({ scene: "home-library", softened: false });
  expect(noteFor(recipe)).toContain(
    "cannot paint a place from words, so it chose the nearest of its scenes: Home Library.",
  );
});

test("a described place that no scene is near to leaves the background, softened, and says so", () => {
  const recipe: PortraitRecipe = { ...keep, background: "describe", backgroundText: "on the moon" };
  expect(planPortrait(recipe)).toMatchObject({ scene: null, softened: true });
  expect(noteFor(recipe)).toContain("kept your own background and softened it");
});

test.each(["side", "three-quarter", "front"] as const)("the angle %s says that heads cannot be turned", (angle) => {
  expect(noteFor({ ...ownBackground, angle })).toContain("The built-in engine cannot turn a head");
});

test("a described angle is taken for the nearest one, or said not to be understood", () => {
  const asked = { ...ownBackground, angle: "describe", angleText: "from below" } as const;
  expect(planPortrait(asked)?.angle).toBe("low");
  expect(noteFor(asked)).toContain('took your words for the angle "Low"');
  expect(noteFor({ ...asked, angleText: "cinematic" })).toContain("found no angle it knows");
});

test("several remarks read as one text", () => {
  expect(noteOf(["did this.", "kept that."])).toBe("The built-in engine did this. It kept that.");
});

test("there is no plan for a scene that is gone, or for the back", () => {
  const gone = { ...keep, background: "outdoor", template: "moon-base" } as unknown as PortraitRecipe;
  expect(planPortrait(gone)).toBeNull();
  expect(planPortrait({ ...ownBackground, angle: "back" })).toBeNull();
});
