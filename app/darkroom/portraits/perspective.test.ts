import { expect, test } from "vitest";
import { draw } from "../pixels/sample-photos.ts";
import { type Lean, leanPicture } from "./perspective.ts";

/** Black with a white bar of 20 px in the middle from top to bottom, or from side to side. */
const upright = draw(120, 120, (x) => (x >= 50 && x < 70 ? [255, 255, 255] : [0, 0, 0]));
const level = draw(120, 120, (_, y) => (y >= 50 && y < 70 ? [255, 255, 255] : [0, 0, 0]));

const white = (values: number[]) => values.filter((value) => value > 127).length;

function widthInRow(lean: Lean, y: number): number {
  const { data } = leanPicture(upright, lean);
  return white(Array.from({ length: 120 }, (_, x) => data[(y * 120 + x) * 3] ?? 0));
}

function heightInColumn(lean: Lean, x: number): number {
  const { data } = leanPicture(level, lean);
  return white(Array.from({ length: 120 }, (_, y) => data[(y * 120 + x) * 3] ?? 0));
}

test("a low camera makes what is below larger and leaves the top as it was", () => {
  expect(widthInRow("low", 1)).toBe(20);
  expect(widthInRow("low", 118)).toBeGreaterThan(22);
});

test("a high camera makes what is above larger", () => {
  expect(widthInRow("high", 1)).toBeGreaterThan(22);
  expect(widthInRow("high", 118)).toBe(20);
});

test("a camera at one side makes that side larger", () => {
  expect(heightInColumn("left", 1)).toBeGreaterThan(heightInColumn("left", 118));
  expect(heightInColumn("right", 1)).toBeLessThan(heightInColumn("right", 118));
});

test.each(["low", "high", "left", "right"] as const)("%s invents nothing at the edges and reshapes little", (lean) => {
  const full = draw(90, 120, () => [200, 100, 50]);
  expect(leanPicture(full, lean)).toEqual(full);
  for (const y of [1, 60, 118]) expect(widthInRow(lean, y)).toBeLessThanOrEqual(25);
});
