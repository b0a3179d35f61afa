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
])("%s is the angle %s", (text, angle) => {
  expect(angleFor(text)).toBe(angle);
});

test("words that are no angle give none", () => {
  expect(angleFor("make it cinematic")).toBeNull();
});
