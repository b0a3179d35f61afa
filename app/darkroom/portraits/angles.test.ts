import { expect, test } from "vitest";
import { angleFor, refusesPortrait } from "./angles.ts";
import { cameraAngles } from "../../tools/portrait-studio/portrait-options.ts";

test.each([
  ["a closer headshot", "close-up"],
  ["From Below, like a hero", "low"],
  ["seen from above", "high"],
  ["full body, from afar", "wide"],
  ["in three-quarter view", "three-quarter"],
  ["my left profile", "side"],
  ["straight into the lens", "front"],
])("recognises %s as the angle %s", (text, angle) => {
  expect(angleFor(text)).toBe(angle);
});

test("recognises no angle in other words", () => {
  expect(angleFor("make it cinematic")).toBeNull();
});

test("refuses the back with an alternative", () => {
  expect(refusesPortrait({ tool: "portrait-studio", angle: "back" })).toBe(
    "The back view cannot be made from this photo. Choose another angle.",
  );
});

test("tries every other angle", () => {
  expect(cameraAngles.map(({ id }) => refusesPortrait({ tool: "portrait-studio", angle: id }))).toEqual(
    cameraAngles.map(() => null),
  );
});
