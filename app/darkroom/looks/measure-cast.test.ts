import { expect, test } from "vitest";
import { draw } from "../../../tests/fixtures/sample-photos.ts";
import { castOn, neutralise } from "./measure-cast.ts";

const warm = { tint: { red: 0.3, blue: -0.45 }, trust: 0.8, gains: [0.84, 1.02, 1.28] } as const;

test("leaves a white shirt in a flash alone and removes the lamp's colour from the wall beside it", () => {
  const flash = castOn(warm, 0.6, 0.6, 0.6);
  const wall = castOn(warm, 0.6 * 2 ** 0.3, 0.6, 0.6 * 2 ** -0.45);
  expect(flash).toBeLessThan(0.2);
  expect(wall).toBeGreaterThan(0.95);
  const photo = draw(2, 1, (x) => (x === 0 ? [205, 208, 205] : [220, 200, 172]));
  const map = { width: 2, height: 1, data: Float32Array.of(flash, wall) };
  const [red = 0, , blue = 0, wallRed = 0, , wallBlue = 0] = neutralise(photo, warm, map).data;
  expect(Math.abs(red - blue)).toBeLessThan(10);
  expect(wallRed - wallBlue).toBeLessThan(20);
});
