import { describe, expect, test } from "vitest";
import type { Photo } from "../work.ts";
import { perceivedAt } from "../../../tests/fixtures/cielab.ts";
import { type Colour, draw, portrait } from "../../../tests/fixtures/sample-photos.ts";
import { drawnFace, sightOf } from "../../../tests/fixtures/sample-sitters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { paintGhibli } from "./ghibli.ts";
import { paintOil } from "./oil-painting.ts";
import { seeForPainting, type Seen } from "./seeing.ts";
import { paintSketch } from "./sketch.ts";
import { paintWatercolor } from "./watercolor.ts";
import { splitColour } from "../pixels/luma-chroma.ts";
import { openSky, paintSky } from "./sky.ts";

await loadOpenCv();

/** The longer side of the sheets, in pixels: small, so that the tests are quick. */
const side = 240;
const painters = { oil: paintOil, sketch: paintSketch, watercolor: paintWatercolor };
const styles = Object.keys(painters) as (keyof typeof painters)[];

/** The skins of Fitzpatrick's types I, III, V and VI. */
const skins: Colour[] = [
  [244, 208, 177],
  [210, 158, 124],
  [120, 72, 44],
  [70, 42, 32],
];

const seeSitter = (skin: Colour, wall: Colour): Promise<Seen> =>
  seeForPainting(sightOf(portrait(skin, wall), true), side);
const seeScene = (photo: Photo): Promise<Seen> => seeForPainting(sightOf(photo, false), side);

const lightSkin: Colour = [231, 180, 143];
const sitter = await seeSitter(lightSkin, [150, 152, 155]);

const distance = (one: Photo, other: Photo) =>
  one.data.reduce((sum, value, at) => sum + Math.abs(value - (other.data[at] ?? 0)), 0) / one.data.length;

const lumaAt = ({ width, data }: Photo, x: number, y: number) => data[(y * width + x) * 3 + 1] ?? 0;

/** The green of all pixels of a rectangle. */
function valuesIn(photo: Photo, left: number, top: number, right: number, bottom: number): number[] {
  const values: number[] = [];
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) values.push(lumaAt(photo, x, y));
  return values;
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(styles)("the style %s", (style) => {
  const paint = painters[style];

  test("is deterministic, has the sheet's size and does not change the sheet", () => {
    const before = sitter.sheet.data.slice();
    const result = paint(sitter, 0.8);
    expect([result.width, result.height]).toEqual([sitter.sheet.width, sitter.sheet.height]);
    expect(paint(sitter, 0.8).data).toEqual(result.data);
    expect(sitter.sheet.data).toEqual(before);
  });

  test("grows evenly with its strength", () => {
    const [touch = 0, low = 0, high = 0, full = 0] = [0.1, 0.4, 0.7, 1].map((strength) =>
      distance(paint(sitter, strength), sitter.sheet),
    );
    expect(touch).toBeGreaterThan(0.04 * full);
    expect(touch).toBeLessThan(0.3 * full);
    for (const step of [low - touch, high - low, full - high]) {
      expect(step).toBeGreaterThan(0.15 * full);
      expect(step).toBeLessThan(0.5 * full);
    }
  });

  test.each([
    [16, 16],
    [200, 3],
    [3, 200],
    [1, 1],
  ])("paints a photo of %i × %i", async (width, height) => {
    const seen = await seeScene(draw(width, height, (x, y) => [(x * 9) % 256, (y * 5) % 256, (x * y) % 256]));
    const result = paint(seen, 1);
    expect(result.data.length).toBe(seen.sheet.data.length);
  });
});

test.each(skins)("keeps the colour of a face with skin %i %i %i in oil", async (...skin) => {
  const seen = await seeSitter(skin, [150, 152, 155]);
  const [before, after] = [seen.sheet, paintOil(seen, 1)].map((photo) => perceivedAt(photo, 96, 130, 20));
  expect(Math.abs((after?.lightness ?? 0) - (before?.lightness ?? 0))).toBeLessThan(3);
  expect(Math.abs((after?.hue ?? 0) - (before?.hue ?? 0))).toBeLessThan(4);
});

test.each(skins)("leaves skin %i %i %i in watercolor no lighter than thin paint on paper", async (...skin) => {
  const seen = await seeSitter(skin, [150, 152, 155]);
  const [before, after] = [seen.sheet, paintWatercolor(seen, 1)].map((photo) => perceivedAt(photo, 96, 130, 20));
  expect((after?.lightness ?? 0) - (before?.lightness ?? 0)).toBeLessThan(9);
  expect(Math.abs((after?.hue ?? 0) - (before?.hue ?? 0))).toBeLessThan(8);
});

test("removes all colour from a sketch at full strength and some below it", async () => {
  const seen = await seeSitter(lightSkin, [40, 90, 180]);
  const mostColour = ({ data }: Photo) => {
    let most = 0;
    for (let at = 0; at < data.length; at += 3) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      most = Math.max(most, Math.max(red, green, blue) - Math.min(red, green, blue));
    }
    return most;
  };
  expect(mostColour(paintSketch(seen, 1))).toBeLessThan(10);
  expect(mostColour(paintSketch(seen, 0.5))).toBeGreaterThan(40);
});

test("hatches a black background in a sketch without filling it", async () => {
  const result = paintSketch(await seeSitter(lightSkin, [6, 6, 8]), 1);
  const wall = valuesIn(result, 12, 40, 40, 180);
  expect(mean(wall)).toBeGreaterThan(95);
  expect(mean(wall)).toBeLessThan(225);
});

test("draws the folds of a white dress before a white wall in a sketch", async () => {
  const fold = (x: number, y: number) => 226 + 14 * Math.sin(x / 9 + y / 40);
  const dress = draw(200, 240, (x, y) => {
    const isDress = x > 60 && x < 140 && y > 30;
    const tone = isDress ? fold(x, y) : 246;
    return [tone, tone, tone];
  });
  const result = paintSketch(await seeScene(dress), 1);
  const drawn = valuesIn(result, 66, 60, 134, 200);
  expect(Math.min(...drawn)).toBeLessThan(215);
  expect(mean(drawn)).toBeLessThan(mean(valuesIn(result, 20, 60, 50, 200)) - 3);
});

test("shades dark skin darker than light skin in a sketch, both within limits", async () => {
  const tones = await Promise.all(
    [lightSkin, skins[3] ?? lightSkin].map(async (skin) => {
      const result = paintSketch(await seeSitter(skin, [150, 152, 155]), 1);
      return mean(valuesIn(result, 80, 120, 112, 150));
    }),
  );
  const [light = 0, dark = 0] = tones;
  expect(light).toBeGreaterThan(dark + 15);
  expect(dark).toBeGreaterThan(80);
});

test("leaves a margin of bare paper in watercolor at full strength only", async () => {
  const photo = draw(240, 180, () => [30, 60, 120]);
  const seen = await seeScene(photo);
  const border = (result: Photo) => [
    ...valuesIn(result, 0, 0, result.width, 1),
    ...valuesIn(result, 0, result.height - 1, result.width, result.height),
  ];
  expect(mean(border(paintWatercolor(seen, 1)))).toBeGreaterThan(238);
  expect(mean(border(paintWatercolor(seen, 0.3)))).toBeLessThan(170);
});

test("narrows the bare margin of watercolor above a head at the photo's edge", async () => {
  const seen = await seeScene(draw(240, 180, () => [30, 60, 120]));
  const face = { ...drawnFace(), eyesHidden: false, eyesClosed: false, centre: { x: 120, y: 60 }, size: 60 };
  const nearTop = (faces: Seen["faces"]) => mean(valuesIn(paintWatercolor({ ...seen, faces }, 1), 100, 3, 140, 5));
  expect(nearTop([])).toBeGreaterThan(230);
  expect(nearTop([face])).toBeLessThan(170);
});

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

/** The row where trees of uneven height begin. */
const treetop = (x: number) => 44 + Math.round(6 * Math.sin(x * 0.9) + 5 * Math.sin(x * 0.37));

test("takes an overcast sky that is darker below down to the treetops", () => {
  const darker = (y: number) => Math.min(1, y / 30);
  const overcast = (y: number): Colour => [250 - 30 * darker(y), 250 - 22 * darker(y), 250 - 14 * darker(y)];
  const sky = seenSky((x, y) => (y > treetop(x) ? [60, 66, 40] : overcast(y)));
  for (let x = 6; x < width - 6; x += 6) {
    expect(sky?.data[at(x, treetop(x) - 4)]).toBeGreaterThan(0.9);
    expect(sky?.data[at(x, treetop(x) + 4)]).toBeLessThan(0.1);
  }
});

test("takes a nearly white sky, faintly warm, above a field and none above a floor of even colour", () => {
  const nearlyWhite: Colour = [252, 253, 247];
  const leaf = (x: number, y: number): Colour => (((x >> 1) + (y >> 1)) % 2 === 0 ? [96, 110, 60] : [48, 56, 28]);
  const above = seenSky((x, y) => (y > 36 ? leaf(x, y) : nearlyWhite));
  expect(above?.data[at(60, 20)]).toBeGreaterThan(0.9);
  expect(above?.data[at(60, 50)]).toBeLessThan(0.1);
  expect(seenSky((_, y) => (y > 36 ? [96, 110, 60] : nearlyWhite))).toBeNull();
});

test("takes neither a wall in purple light nor a field of bluish snow for a sky", () => {
  expect(seenSky((x, y) => (y > treetop(x) ? [60, 50, 50] : [150, 140, 225]))).toBeNull();
  expect(seenSky((_, y) => [176 + y / 8, 196 + y / 8, 212 + y / 8])).toBeNull();
});

test("takes no white studio, bluish wall behind a bust or strip above a roof for a sky", () => {
  const isBust = (x: number, y: number) => Math.hypot((x - 60) / 25, (y - 80) / 45) < 1;
  expect(seenSky(() => [242, 242, 242])).toBeNull();
  expect(seenSky((x, y) => (isBust(x, y) ? [60, 40, 40] : [232, 236, 240]))).toBeNull();
  expect(seenSky((_, y) => (y < 60 ? [232, 236, 240] : [120, 90, 60]))).toBeNull();
  expect(seenSky((_, y) => (y < 8 ? blue(y) : [70, 60, 60]))).toBeNull();
});

test("leaves out a sky that it finds only in part", () => {
  const glow = (x: number, y: number) => Math.min(1, (x / 2 + y) / 100);
  expect(seenSky((x, y) => [170 + 50 * glow(x, y), 200 + 10 * glow(x, y), 235 - 40 * glow(x, y)])).toBeNull();
});

test("ends the sky at hills in haze that are lighter than its zenith", () => {
  const haze = (y: number) => Math.min(1, Math.max(0, y - 40) / 12);
  const far = (y: number): Colour => [207 - 57 * haze(y), 228 - 48 * haze(y), 240 - 30 * haze(y)];
  const sky = seenSky((_, y) => (y < 40 ? [90 + 3 * y, 150 + 2 * y, 240] : far(y)));
  expect(sky?.data[at(60, 36)]).toBeGreaterThan(0.9);
  expect(sky?.data[at(60, 56)]).toBeLessThan(0.1);
});

/** Chroma as in `LumaChroma`, of 255. */
const hues = (photo: Photo, left: number, top: number, right: number, bottom: number) => {
  const sums = { green: 0, blue: 0, red: 0, count: 0 };
  for (let y = top; y < bottom; y += 1) {
    for (let from = (y * photo.width + left) * 3; from < (y * photo.width + right) * 3; from += 3) {
      const [red = 0, green = 0, blue = 0] = photo.data.subarray(from, from + 3);
      if (green > red + 25 && green > blue + 25) sums.green += 1;
      sums.blue += blue - (red + green) / 2;
      sums.red += red - green;
      sums.count += 1;
    }
  }
  return { green: sums.green / sums.count, blue: sums.blue / sums.count, red: sums.red / sums.count };
};

test.each([
  ["white", [242, 242, 242]],
  ["grey", [120, 121, 123]],
  ["black", [14, 14, 15]],
] as const)("hangs foliage before a %s backdrop, which stays a wall below it", async (_name, colour) => {
  const result = paintGhibli(await seeScene(draw(240, 240, () => [...colour])), 1);
  expect(hues(result, 0, 0, 40, 30).green).toBeGreaterThan(0.4);
  const below = hues(result, 20, 130, 220, 230);
  expect(below.green).toBeLessThan(0.1);
  expect(below.blue).toBeLessThan(16);
});

test("hangs no foliage before wood, leaves or an open sky", async () => {
  const scenes = [
    draw(240, 240, () => [170, 96, 40]),
    draw(240, 240, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? [170, 120, 110] : [90, 50, 50])),
    draw(240, 240, (_, y) => [110 + y / 3, 160 + y / 3, 225]),
  ];
  for (const scene of scenes) {
    expect(hues(paintGhibli(await seeScene(scene), 1), 0, 0, 240, 60).green).toBeLessThan(0.05);
  }
});

test("gives hills in haze more form and less violet", async () => {
  const ridge = (x: number, y: number) => 8 * Math.sin(x / 9 + y / 14);
  const hills = draw(240, 160, (x, y) => [104 + ridge(x, y), 128 + ridge(x, y), 160 + ridge(x, y)]);
  const seen = await seeScene(hills);
  const result = paintGhibli(seen, 1);
  const spread = (photo: Photo) => {
    const values = valuesIn(photo, 40, 40, 200, 120);
    return Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
  };
  expect(spread(result)).toBeGreaterThan(1.5 * spread(seen.sheet));
  expect(hues(result, 40, 40, 200, 120).red).toBeLessThan(hues(seen.sheet, 40, 40, 200, 120).red - 5);
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
