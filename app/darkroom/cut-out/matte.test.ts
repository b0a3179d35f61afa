import { beforeAll, describe, expect, test } from "vitest";
import { sampleSitter } from "../../../tests/fixtures/sample-sitters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import type { Photo } from "../work.ts";
import { faceHulls } from "../vision/faces.ts";
import { drawMatte } from "./matte.ts";

beforeAll(loadOpenCv);

describe("hair in front of a light wall", () => {
  const eyes = { x: 160, y: 150 };
  const { photo, alpha, faces } = sampleSitter(320, 320, [{ eyes, head: 200, bottom: 320 }]);
  const [hair, wall, ear] = [
    [28, 22, 20],
    [205, 205, 205],
    [170, 118, 90],
  ] as const;
  const isHair = (x: number, y: number) => y < 150 && Math.hypot(x - 160, y - 140) < 110;
  /** A gap between curls, 8 px inside of the outline, and an ear of the skin's colour on the other side. */
  const isGap = (x: number, y: number) => Math.hypot(x - 79, y - 78) < 4;
  const isEar = (x: number, y: number) => Math.hypot(x - 248, y - 125) < 8;

  const data = new Uint8Array(photo.data);
  for (let y = 0, at = 0; y < photo.height; y += 1) {
    for (let x = 0; x < photo.width; x += 1, at += 1) {
      const isFace = alpha.data[at] === 1;
      if (isHair(x, y)) alpha.data[at] = 1;
      const colour = isFace ? null : isGap(x, y) ? wall : isEar(x, y) ? ear : isHair(x, y) ? hair : wall;
      if (colour) data.set(colour, at * 3);
    }
  }
  const curly: Photo = { ...photo, data };
  const solidAt = (x: number, y: number, known = faces) =>
    drawMatte(curly, alpha, 50, known).alpha.data[y * 320 + x] ?? 0;

  test("lets the wall through between curls", () => {
    expect(solidAt(79, 78, [])).toBe(1);
    expect(solidAt(79, 78)).toBeLessThan(0.3);
  });

  test("has no holes where there is hair, skin or an ear", () => {
    expect(solidAt(160, 60)).toBe(1);
    expect(solidAt(160, 170)).toBe(1);
    expect(solidAt(248, 125)).toBeGreaterThan(0.9);
  });
});

test("keeps a small face solid before a wall of its colour", () => {
  const { photo, alpha, faces } = sampleSitter(640, 640, [
    { eyes: { x: 320, y: 300 }, head: 60, bottom: 640, skin: [150, 146, 138] },
  ]);
  const rim = 320 + 0.27 * 60;
  const turned = { ...alpha, data: alpha.data.map((share, at) => (at % 640 > rim ? 0 : share)) };
  const cut = drawMatte(photo, turned, 100, faces).alpha;
  const hull = faceHulls(faces, photo, photo, 0.8);
  expect(Math.min(...cut.data.filter((_, at) => hull[at] === 1))).toBeGreaterThan(0.85);
});
