import { expect, test } from "vitest";
import { angleFor } from "./choose-angle.ts";

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
