import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sceneLights } from "./scene-light.ts";
import { scenes } from "./scenes.ts";

const app = join(import.meta.dirname, "../..");
const fullPicture = (id: string) => join(app, `darkroom/scenes/${id}.avif`);

test.each(scenes)("$id has a thumbnail of at most 6 kB", ({ media }) => {
  expect(statSync(join(app, "../public", media.picture)).size).toBeLessThanOrEqual(6000);
});

test("has a full picture of every scene within 500 kB in all", () => {
  expect(scenes.filter(({ id }) => !existsSync(fullPicture(id)))).toEqual([]);
  expect(scenes.reduce((sum, { id }) => sum + statSync(fullPicture(id)).size, 0)).toBeLessThanOrEqual(500_000);
});

test.each(scenes)("gives $id a plausible light: angle above ground, temperatures, horizon inside", ({ id }) => {
  const { keyDegrees, keyDepth, keyKelvin, ambientKelvin, keyToFill, softness, horizon } = sceneLights[id];
  expect(keyDegrees >= 0 && keyDegrees <= 180).toBe(true);
  expect(Math.abs(keyDepth)).toBeLessThanOrEqual(1);
  expect(Math.min(keyKelvin, ambientKelvin)).toBeGreaterThanOrEqual(2000);
  expect(Math.max(keyKelvin, ambientKelvin)).toBeLessThanOrEqual(10_000);
  expect(keyToFill).toBeGreaterThanOrEqual(1);
  expect(softness >= 0 && softness <= 1).toBe(true);
  expect(horizon > 0.3 && horizon < 0.8).toBe(true);
});
