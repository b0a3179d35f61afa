import { beforeAll, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { splitColour } from "../pixels/luma-chroma.ts";
import { type Colour, draw } from "../../../tests/fixtures/sample-photos.ts";
import { openSky, paintSky } from "./sky.ts";

beforeAll(loadOpenCv);

const [width, height] = [120, 80];
const unit = width / 940;
const seenSky = (colourAt: (x: number, y: number) => Colour) =>
  openSky(splitColour(draw(width, height, colourAt), { red: 1, green: 1, blue: 1 }), unit);
const blue = (y: number): Colour => [110 + y, 160 + y, 225];
const at = (x: number, y: number) => y * width + x;

test("finds a blue sky, with a small cloud in it, down to the mountains in haze", () => {
  const isCloud = (x: number, y: number) => Math.hypot(x - 60, y - 15) < 5;
  const sky = seenSky((x, y) => (y >= 40 ? [95, 125, 160] : isCloud(x, y) ? [250, 250, 250] : blue(y)));
  for (const [x, y] of [
    [10, 2],
    [60, 15],
    [110, 34],
  ] as const) {
    expect(sky?.data[at(x, y)]).toBeGreaterThan(0.9);
  }
  expect(sky?.data[at(60, 46)]).toBeLessThan(0.1);
});

test("takes neither a pale wall nor leaves for a sky", () => {
  expect(seenSky((_, y) => (y < 60 ? [205, 203, 198] : [120, 90, 60]))).toBeNull();
  expect(seenSky((x, y) => (((x >> 1) + (y >> 1)) % 2 === 0 ? [90, 150, 220] : [30, 60, 20]))).toBeNull();
});

test("paints the sky deeper above and with light clouds", () => {
  const sky = seenSky((_, y) => blue(y));
  if (!sky) throw new Error("A blue sky is found.");
  const { luma, blueness } = paintSky(sky, unit);
  const row = (y: number) => luma.data.subarray(at(0, y), at(width, y));
  expect(Math.min(...row(1))).toBeLessThan(0.5);
  expect(Math.max(...luma.data)).toBeGreaterThan(0.9);
  expect(Math.max(...blueness.data)).toBeGreaterThan(0.15);
});
