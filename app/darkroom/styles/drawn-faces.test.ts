import { expect, test } from "vitest";
import { draw } from "../../../tests/fixtures/sample-photos.ts";
import type { Photo } from "../work.ts";
import { findSmileLines } from "./drawn-faces.ts";

const skin = [120, 80, 62] as const;
const size = 240;

const landmarks = Array.from({ length: 468 }, () => ({ x: 160, y: 160 }));
const fold = [
  [130, 180],
  [122, 190],
  [115, 202],
  [110, 215],
  [108, 228],
] as const;
for (const [at, index] of [129, 203, 206, 216, 212].entries()) {
  const [x, y] = fold[at] ?? [0, 0];
  landmarks[index] = { x, y };
}
for (const [at, index] of [358, 423, 426, 436, 432].entries()) {
  const [x, y] = fold[at] ?? [0, 0];
  landmarks[index] = { x: 320 - x, y };
}

/** A face with folds of this darkness, 4 px beside the landmarks. */
function faceWith(darkness: number): Photo {
  const along = (x: number, y: number) => {
    const share = ((y - 180) / 48) * 4;
    const at = Math.min(3, Math.max(0, Math.floor(share)));
    const [from, to] = [fold[at]?.[0] ?? 0, fold[at + 1]?.[0] ?? 0];
    const edge = from + (to - from) * (share - at) - 4;
    return y >= 178 && y <= 230 && Math.min(Math.abs(x - edge), Math.abs(320 - x - edge)) < 2.5;
  };
  return draw(320, 320, (x, y) => {
    const light = along(x, y) ? 1 - darkness : 1;
    return [skin[0] * light, skin[1] * light, skin[2] * light];
  });
}

test("finds both folds of a smile beside the landmarks, deeper ones darker", () => {
  const [soft, deep] = [
    findSmileLines(faceWith(0.12), landmarks, size),
    findSmileLines(faceWith(0.3), landmarks, size),
  ];
  expect([soft.length, deep.length]).toEqual([2, 2]);
  expect(deep[0]?.depth).toBeGreaterThan(soft[0]?.depth ?? 1);
  const middle = deep[0]?.points[4];
  expect(Math.abs((middle?.x ?? 0) - 111)).toBeLessThan(4);
});

test("draws no folds on a smooth face", () => {
  expect(findSmileLines(faceWith(0), landmarks, size)).toEqual([]);
});
