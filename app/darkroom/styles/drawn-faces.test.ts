import { beforeAll, expect, test } from "vitest";
import { type Colour, draw, portrait } from "../../../tests/fixtures/sample-photos.ts";
import { sightOf } from "../../../tests/fixtures/sample-sitters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { applyStyle } from "./apply-style.ts";
import { findSmileLines } from "./drawn-faces.ts";
import { innerEdges, insideOfMouth } from "./drawn-mouth.ts";
import { eyesAreClosed, eyesAreHidden, isCovered } from "./face-colours.ts";
import { eyeOutlines, faceOval, lips } from "./face-outlines.ts";
import { findGlasses } from "./glasses.ts";
import { seeForPainting } from "./seeing.ts";

beforeAll(loadOpenCv);

const skins: Record<string, Colour> = { pale: [230, 190, 165], deep: [96, 62, 48] };
const eyes = [
  [120, 150],
  [200, 150],
] as const;

/** Landmarks of a face of 240 px, as far as the search for glasses and masks reads them. */
const landmarks = Array.from({ length: 468 }, () => ({ x: 160, y: 160 }));
for (const [index, x, y] of [
  [33, 102, 150],
  [133, 138, 150],
  [362, 182, 150],
  [263, 218, 150],
  [9, 160, 110],
  [151, 160, 95],
  [108, 130, 100],
  [337, 190, 100],
  [4, 160, 200],
  [13, 160, 225],
  [199, 160, 240],
  [205, 115, 215],
  [425, 205, 215],
] as const) {
  landmarks[index] = { x, y };
}
for (const [at, { upper, lower }] of eyeOutlines.entries()) {
  const [x, y] = eyes[at] ?? [0, 0];
  for (const [lids, high] of [
    [upper, -8],
    [lower, 8],
  ] as const) {
    for (const [step, index] of lids.entries()) {
      const turn = (Math.PI * step) / (lids.length - 1);
      landmarks[index] = { x: x - 18 * Math.cos(turn), y: y + high * Math.sin(turn) };
    }
  }
}
for (const index of [222, 223, 224]) landmarks[index] = { x: 120, y: 132 };
for (const index of [442, 443, 444]) landmarks[index] = { x: 200, y: 132 };
for (const index of [110, 24, 23, 22, 26]) landmarks[index] = { x: 120, y: 166 };
for (const index of [339, 254, 253, 252, 256]) landmarks[index] = { x: 200, y: 166 };

const dark = ([red, green, blue]: Colour): Colour => [red * 0.4, green * 0.4, blue * 0.4];
const isRim = (x: number, y: number) => eyes.some(([ex, ey]) => Math.abs(Math.hypot(x - ex, y - ey) - 32) < 1.6);
const isBridge = (x: number, y: number) => x > 150 && x < 170 && Math.abs(y - 142) < 1.6;

const faceWith = (skin: Colour, isDark: (x: number, y: number) => boolean): Photo =>
  draw(320, 320, (x, y) => (isDark(x, y) ? dark(skin) : skin));

test.for(Object.entries(skins))("finds thin glasses on %s skin where they are", ([, skin]) => {
  const glasses = findGlasses(
    faceWith(skin, (x, y) => isRim(x, y) || isBridge(x, y)),
    landmarks,
    0,
  );
  for (const [index, [ex, ey]] of eyes.entries()) {
    for (const { x, y } of glasses?.rims[index] ?? [{ x: 0, y: 0 }]) {
      expect(Math.abs(Math.hypot(x - ex, y - ey) - 32)).toBeLessThan(4);
    }
  }
  for (const { y } of glasses?.bridge ?? [{ x: 0, y: 0 }]) expect(Math.abs(y - 142)).toBeLessThan(3);
});

test.for([
  ["pale", [150, 205, 255]],
  ["deep", [60, 80, 100]],
] as const)("finds blue frames that are no darker than %s skin", ([name, blue]) => {
  const skin = skins[name] ?? blue;
  const face = draw(320, 320, (x, y) => (isRim(x, y) || isBridge(x, y) ? blue : skin));
  expect(findGlasses(face, landmarks, 0)?.colour[2]).toBeGreaterThan(skin[2]);
});

test("finds no glasses on a bare face or in the bags under its eyes", () => {
  const [, skin] = Object.entries(skins)[0] ?? ["", [0, 0, 0] as const];
  expect(
    findGlasses(
      faceWith(skin, () => false),
      landmarks,
      0,
    ),
  ).toBeNull();
  const bags = faceWith(skin, (x, y) => isRim(x, y) && y > 150);
  expect(findGlasses(bags, landmarks, 0)).toBeNull();
});

test.for(Object.entries(skins))("knows a face with %s skin that a mask covers from a bare one", ([, skin]) => {
  const wearing = (mask: Colour) => draw(320, 320, (_x, y) => (y > 175 ? mask : skin));
  expect(isCovered(wearing([225, 228, 232]), landmarks, 4)).toBe(true);
  expect(isCovered(wearing([20, 20, 22]), landmarks, 4)).toBe(true);
  expect(isCovered(wearing(dark(skin)), landmarks, 4)).toBe(false);
});

test("knows a mask on a turned face with one cheek behind its outline, and a bare mouth below a cold nose", () => {
  const [, skin] = Object.entries(skins)[0] ?? ["", [0, 0, 0] as const];
  const turned = draw(320, 320, (x, y) => (y > 175 && x > 130 ? [60, 140, 225] : skin));
  expect(isCovered(turned, landmarks, 4)).toBe(true);
  const coldNose = draw(320, 320, (_x, y) => (y > 175 && y < 220 ? [60, 140, 225] : skin));
  expect(isCovered(coldNose, landmarks, 4)).toBe(false);
});

test.for(Object.entries(skins))(
  "knows closed eyes on %s skin, with lashes on the lower lid, from open ones",
  ([, skin]) => {
    const away = (x: number, y: number) => Math.min(...eyes.map(([ex, ey]) => Math.hypot(x - ex, (y - ey) * 2)));
    const isLash = (x: number, y: number) => y > 155 && y < 160 && away(x, 150) < 18;
    expect(eyesAreClosed(faceWith(skin, isLash), landmarks)).toBe(true);
    const open = draw(320, 320, (x, y) => (away(x, y) > 17 ? skin : away(x, y) < 8 ? [40, 25, 20] : [225, 220, 216]));
    expect(eyesAreClosed(open, landmarks)).toBe(false);
  },
);

test("takes eyes for open that are too small to tell", () => {
  const even = draw(320, 320, () => [96, 62, 48]);
  const small = landmarks.map(({ x, y }) => ({ x: x * 0.4, y: y * 0.4 }));
  expect([landmarks, small].map((face) => eyesAreClosed(even, face))).toEqual([true, false]);
});

test.for(Object.entries(skins))("knows eyes in the shade on %s skin from eyes behind dark glasses", ([, skin]) => {
  const isNearEye = (x: number, y: number) => eyes.some(([ex, ey]) => Math.hypot(x - ex, y - ey) < 34);
  const faceIn = (around: Colour) => draw(320, 320, (x, y) => (isNearEye(x, y) ? around : skin));
  expect(eyesAreHidden(faceIn(dark(skin)), landmarks)).toBe(false);
  expect(eyesAreHidden(faceIn([22, 24, 27]), landmarks)).toBe(true);
});

test.for(Object.entries(skins))("tells teeth, a dark mouth and closed lips apart on %s skin", ([, skin]) => {
  const gap = [
    { x: 120, y: 220 },
    { x: 160, y: 212 },
    { x: 200, y: 220 },
    { x: 160, y: 230 },
  ];
  const lip: Colour = [skin[0] * 0.9, skin[1] * 0.7, skin[2] * 0.72];
  const lipLit: Colour = [lip[0] * 1.1, lip[1] * 1.1, lip[2] * 1.1];
  const mouthWith = (inside: Colour) => draw(320, 320, (_x, y) => (y > 213 && y < 222 ? inside : lipLit));
  const inside = (mouth: Photo, outline = gap, apart = 0.2) =>
    insideOfMouth(mouth, outline, { skin, lips: lip, apart });
  expect(inside(mouthWith([212, 204, 190]))).toBe("teeth");
  const inWarmShade: Colour = [skin[0] * 0.97, skin[1] * 1.06, skin[2] * 1.1];
  expect(inside(mouthWith(inWarmShade))).toBe("teeth");
  expect(inside(mouthWith(inWarmShade), gap, 0.08)).toBe("lips");
  const dark: Colour = [skin[0] * 0.25, skin[1] * 0.15, skin[2] * 0.15];
  expect(inside(draw(320, 320, (_x, y) => (y < 219 ? [212, 204, 190] : dark)))).toBe("teeth above dark");
  expect(inside(mouthWith(dark))).toBe("dark");
  expect(inside(mouthWith(lip))).toBe("lips");
  expect(
    inside(
      mouthWith(lip),
      gap.map(({ x }) => ({ x, y: 220.3 })),
    ),
  ).toBe("lips");
});

test.for(Object.entries(skins))(
  "opens a mouth that the landmarks nearly close at its teeth, on %s skin",
  ([, skin]) => {
    const face = [...landmarks];
    const rows = [
      [lips.top, 206],
      [lips.innerTop, 219],
      [lips.innerBottom, 221],
      [lips.bottom, 244],
    ] as const;
    for (const [row, y] of rows) for (const [step, index] of row.entries()) face[index] = { x: 110 + 10 * step, y };
    const lip: Colour = [skin[0] * 0.9, skin[1] * 0.6, skin[2] * 0.65];
    const isMouth = (x: number, y: number) => x > 105 && x < 215 && y > 206 && y < 244;
    const smile = (teeth: (x: number, y: number) => boolean) =>
      draw(320, 320, (x, y) => (teeth(x, y) ? [228, 222, 214] : isMouth(x, y) ? lip : skin));
    const edges = (photo: Photo) => innerEdges(photo, face, { skin, lips: lip, apart: 0.02 }).map((edge) => edge[5]?.y);
    const [above = 0, below = 0] = edges(smile((x, y) => Math.abs(x - 160) < 42 && y > 216 && y < 234));
    expect(Math.abs(above - 216)).toBeLessThan(3);
    expect(Math.abs(below - 234)).toBeLessThan(3);
    const gloss = smile((x, y) => Math.abs(x - 160) < 14 && y > 231 && y < 236);
    expect(edges(gloss)).toEqual([219, 221]);
    expect(edges(smile(() => false))).toEqual([219, 221]);
  },
);

const size = 240;
const smiling = Array.from({ length: 468 }, () => ({ x: 160, y: 160 }));
const fold = [
  [130, 180],
  [122, 190],
  [115, 202],
  [110, 215],
  [108, 228],
] as const;
for (const [at, index] of [129, 203, 206, 216, 212].entries()) {
  const [x, y] = fold[at] ?? [0, 0];
  smiling[index] = { x, y };
}
for (const [at, index] of [358, 423, 426, 436, 432].entries()) {
  const [x, y] = fold[at] ?? [0, 0];
  smiling[index] = { x: 320 - x, y };
}

/** A face with folds of this darkness, 4 px beside the landmarks. */
function withFolds(darkness: number): Photo {
  const along = (x: number, y: number) => {
    const share = ((y - 180) / 48) * 4;
    const at = Math.min(3, Math.max(0, Math.floor(share)));
    const [from, to] = [fold[at]?.[0] ?? 0, fold[at + 1]?.[0] ?? 0];
    const edge = from + (to - from) * (share - at) - 4;
    return y >= 178 && y <= 230 && Math.min(Math.abs(x - edge), Math.abs(320 - x - edge)) < 2.5;
  };
  return draw(320, 320, (x, y) => {
    const light = along(x, y) ? 1 - darkness : 1;
    return [120 * light, 80 * light, 62 * light];
  });
}

test("finds both folds of a smile beside the landmarks, deeper ones darker", () => {
  const [soft, deep] = [findSmileLines(withFolds(0.12), smiling, size), findSmileLines(withFolds(0.3), smiling, size)];
  expect([soft.length, deep.length]).toEqual([2, 2]);
  expect(deep[0]?.depth).toBeGreaterThan(soft[0]?.depth ?? 1);
  const middle = deep[0]?.points[4];
  expect(Math.abs((middle?.x ?? 0) - 111)).toBeLessThan(4);
});

test("draws no folds on a smooth face", () => {
  expect(findSmileLines(withFolds(0), smiling, size)).toEqual([]);
});

/** Counts the faces that styles draw: 0 or 1. The landmarks fill an oval; the people map is empty left of `edge`. */
async function facesBeside(edge: number): Promise<number> {
  const oval = landmarks.map((place) => ({ ...place, depth: 0 }));
  for (const [step, index] of faceOval.entries()) {
    const turn = (2 * Math.PI * step) / faceOval.length;
    oval[index] = { x: 160 + 80 * Math.sin(turn), y: 160 - 100 * Math.cos(turn), depth: 0 };
  }
  const face = { centre: { x: 160, y: 160 }, size: 160, turn: 0, sureness: 0.9, landmarks: oval };
  const photo = draw(320, 320, () => [120, 80, 62]);
  const people = mapPlane(emptyPlane(320, 320), (_, at) => (at % 320 < edge ? 0 : 1));
  const sight = { photo, faces: async () => [face], people: async () => people, subject: async () => null };
  return (await seeForPainting(sight, 320)).faces.length;
}

test("draws no face whose landmarks reach beyond a profile, but one that the people net misses", async () => {
  expect(await facesBeside(60)).toBe(1);
  expect(await facesBeside(110)).toBe(0);
  expect(await facesBeside(320)).toBe(1);
});

test.each(["anime", "cartoon", "comic"] as const)("draws the features of a small face in %s", async (style) => {
  const skin: Colour = [150, 100, 75];
  const face = portrait(skin, [200, 215, 220]);
  const photo = draw(2400, 3000, (x, y) => {
    const at = (y * face.width + x) * 3;
    if (x >= face.width || y >= face.height) return [200, 215, 220];
    return [face.data[at] ?? 0, face.data[at + 1] ?? 0, face.data[at + 2] ?? 0];
  });
  const { data } = await applyStyle(sightOf(photo, true), style, 100);
  const reds = Array.from({ length: 20 * 16 }, (_, at) => {
    return data[((160 + Math.floor(at / 20)) * photo.width + 110 + (at % 20)) * 3] ?? 0;
  });
  expect(Math.min(...reds)).toBeLessThan(0.85 * skin[0]);
});
