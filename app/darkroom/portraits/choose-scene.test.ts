import { expect, test } from "vitest";
import { scenes } from "../../tools/portrait-studio/scenes.ts";
import { sceneFor } from "./choose-scene.ts";

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
