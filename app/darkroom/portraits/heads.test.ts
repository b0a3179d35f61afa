import { expect, test } from "vitest";
import { sampleSitter } from "../../../tests/fixtures/sample-sitters.ts";
import { headFromOutline, headOf } from "./heads.ts";

const sitter = sampleSitter(160, 200, [{ eyes: { x: 70, y: 60 }, head: 40, bottom: 200 }]);

test("measures a head from crown to chin around the eyes", () => {
  const [face] = sitter.faces;
  const head = face && headOf(face);
  expect(head).toMatchObject({ x: 70, y: 60, turn: 0 });
  expect(head?.height).toBeCloseTo(40, 0);
});

test("finds a head without a face above the shoulders of the outline", () => {
  const head = headFromOutline(sitter.alpha, 1);
  expect(Math.abs((head?.x ?? 0) - 70)).toBeLessThan(4);
  expect(Math.abs((head?.y ?? 0) - 58)).toBeLessThan(10);
  expect(head?.height).toBeGreaterThan(26);
  expect(head?.height).toBeLessThan(54);
});

test("finds the neck below a hat that is wider than the shoulders", () => {
  const { width, height, data } = sitter.alpha;
  const hat = { width, height, data: data.slice() };
  for (let y = 44; y < 60; y += 1) hat.data.fill(1, y * width + 46, y * width + 94);
  const head = headFromOutline(hat, 1);
  expect(head?.height).toBeGreaterThan(26);
  expect(head?.height).toBeLessThan(54);
});

test("finds no head in an empty outline", () => {
  expect(headFromOutline({ width: 4, height: 4, data: new Float32Array(16) }, 1)).toBeNull();
});
