import { beforeAll, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane } from "../pixels/plane.ts";
import { type Colour, draw } from "../../../tests/fixtures/sample-photos.ts";
import { fillHoles } from "./fill-holes.ts";

beforeAll(loadOpenCv);

const [plate, table] = [[230, 230, 235] as const, [150, 90, 40] as const];
const away = (x: number, y: number) => Math.hypot(x - 60, y - 60);

/** A ring around a hole in which the network has this doubt. */
function holeOf(colour: Colour, doubt: number): number {
  const photo = draw(120, 120, (x, y) => (away(x, y) > 45 ? table : away(x, y) > 20 ? plate : colour));
  const map = emptyPlane(120, 120);
  for (let at = 0; at < map.data.length; at += 1) {
    const radius = away(at % 120, Math.floor(at / 120));
    map.data[at] = radius > 45 ? 0 : radius > 20 ? 1 : doubt;
  }
  return fillHoles(map, photo).data[60 * 120 + 60] ?? 0;
}

test("fills a doubtful hole with the thing's own colours", () => {
  expect(holeOf([225, 228, 230], 0.2)).toBe(1);
});

test("leaves a hole open through which the background shows", () => {
  expect(holeOf(table, 0.2)).toBeCloseTo(0.2);
});

test("leaves a hole open in which the network sees nothing", () => {
  expect(holeOf([225, 228, 230], 0.01)).toBeCloseTo(0.01);
});
