import { expect, test } from "vitest";
import type { PortraitRecipe } from "../../tools/recipe.ts";
import { planPortrait, sceneFor } from "./portrait-plan.ts";
import { scenes } from "../../tools/portrait-studio/scenes.ts";

const keep = {
  tool: "portrait-studio",
  attire: "maintain",
  gender: "female",
  pose: "maintain",
  angle: "maintain",
} as const;
const ownBackground: PortraitRecipe = { ...keep, background: "maintain" };

const notesFor = (recipe: PortraitRecipe) => planPortrait(recipe)?.notes.join(" ");

test("adds no note when everything was done", () => {
  expect(notesFor({ ...keep, background: "outdoor", template: "lakeside", angle: "close-up" })).toBe("");
});

test("notes that requested clothes and poses stay as they are", () => {
  expect(notesFor({ ...ownBackground, attire: "formal", pose: "crossed-arms" })).toBe(
    "Your clothes and pose stay as they are.",
  );
  expect(notesFor({ ...ownBackground, attireDetails: "a red scarf" })).toBe("Your clothes stay as they are.");
  expect(notesFor({ ...ownBackground, pose: "describe", poseText: "dancing" })).toBe("Your pose stays as it is.");
});

test("replaces a described place by the nearest scene and names it in a note", () => {
  const recipe: PortraitRecipe = { ...keep, background: "describe", backgroundText: "a quiet library" };
  expect(planPortrait(recipe)).toMatchObject({ scene: "home-library", softened: false });
  expect(notesFor(recipe)).toBe("The place is the nearest of our scenes to your words: Home Library.");
});

test("softens the background and says so when no scene is near the description", () => {
  const recipe: PortraitRecipe = { ...keep, background: "describe", backgroundText: "on the moon" };
  expect(planPortrait(recipe)).toMatchObject({ scene: null, softened: true });
  expect(notesFor(recipe)).toContain("your own background stays, softened");
});

test.each(["side", "three-quarter", "front"] as const)("notes where the person looks for the angle %s", (angle) => {
  expect(notesFor({ ...ownBackground, angle })).toContain("you look where you looked in the photo.");
});

test("uses the nearest angle for a description, or notes that none was found", () => {
  const recipe = { ...ownBackground, angle: "describe", angleText: "from below" } as const;
  expect(planPortrait(recipe)?.angle).toBe("low");
  expect(notesFor(recipe)).toContain('Your words were taken for the angle "Low".');
  expect(notesFor({ ...recipe, angleText: "cinematic" })).toContain("No angle was found in your words");
});

test("names no engine in a note", () => {
  const recipes: PortraitRecipe[] = [
    { ...ownBackground, attire: "sport", pose: "crossed-arms", angle: "side" },
    { ...keep, background: "describe", backgroundText: "on the moon", angle: "high" },
    { ...keep, background: "describe", backgroundText: "a beach", angle: "describe", angleText: "from above" },
  ];
  for (const recipe of recipes) expect(notesFor(recipe)).not.toMatch(/engine|darkroom|model/i);
});

test("makes no plan for an unknown scene or for the back", () => {
  const unknownScene = { ...keep, background: "outdoor", template: "moon-base" } as unknown as PortraitRecipe;
  expect(planPortrait(unknownScene)).toBeNull();
  expect(planPortrait({ ...ownBackground, angle: "back" })).toBeNull();
});

test("chooses a scene by its own name", () => {
  expect(scenes.filter(({ id, name }) => sceneFor(`in a ${name}, please`) !== id)).toEqual([]);
});

test.each([
  ["me at the seaside", "beach-sunset"],
  ["sitting in a small café in Lisbon", "elegant-restaurant"],
  ["sunset in the mountains", "mountain-view"],
  ["a wall of old books", "home-library"],
  ["a white wall, plain and bright", "clean-white-studio"],
  ["Downtown at night", "urban-architecture"],
])("%s: %s", (text, scene) => {
  expect(sceneFor(text)).toBe(scene);
});

test.each(["on the moon", "", "flowers", "somewhere between a beach and an office", "not a beach"])(
  "finds no clear scene for %j",
  (text) => {
    expect(sceneFor(text)).toBeNull();
  },
);
