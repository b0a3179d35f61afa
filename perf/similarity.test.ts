import { expect, test } from "vitest";
import { type GreyPicture, structuralSimilarity } from "./similarity.ts";

const picture = (tone: (x: number, y: number) => number): GreyPicture => ({
  width: 64,
  height: 64,
  data: Uint8Array.from({ length: 64 * 64 }, (_, at) => tone(at % 64, Math.floor(at / 64))),
});
const checks = picture((x, y) => (((x >> 2) + (y >> 2)) % 2 ? 200 : 60));

test("rates a picture as identical to itself", () => {
  expect(structuralSimilarity(checks, checks)).toBeCloseTo(1, 10);
});

test("rates lost structure as unlike and slight darkening as nearly alike", () => {
  expect(
    structuralSimilarity(
      checks,
      picture(() => 130),
    ),
  ).toBeLessThan(0.1);
  const darker = picture((x, y) => (checks.data[y * 64 + x] ?? 0) - 6);
  expect(structuralSimilarity(checks, darker)).toBeGreaterThan(0.98);
  expect(structuralSimilarity(checks, darker)).toBeLessThan(1);
});

test("refuses to compare pictures of two sizes", () => {
  expect(() => structuralSimilarity(checks, { ...checks, height: 32 })).toThrow("two sizes");
});
