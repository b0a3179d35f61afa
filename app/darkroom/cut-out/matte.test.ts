import { beforeAll, describe, expect, test } from "vitest";
import type { Photo } from "../work.ts";
import { draw } from "../../../tests/fixtures/sample-photos.ts";
import { sampleSitter } from "../../../tests/fixtures/sample-sitters.ts";
import { faceHulls } from "../vision/faces.ts";
import { drawMatte } from "./matte.ts";
import { loadOpenCv } from "../opencv/opencv.ts";

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
  /** A gap between curls, 8 px inside the outline, and an ear in the skin's colour on the other side. */
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

  test("has no holes where grey strands have the wall's colour", () => {
    const grey = new Uint8Array(curly.data);
    for (let at = 0; at < alpha.data.length; at += 1) {
      const colour = [grey[at * 3], grey[at * 3 + 1], grey[at * 3 + 2]];
      const isHairOrGap =
        alpha.data[at] === 1 && [hair, wall].some((own) => own.every((value, i) => value === colour[i]));
      if (isHairOrGap) grey.fill((at >> 2) % 3 === 0 ? 205 : 110, at * 3, at * 3 + 3);
    }
    const cut = drawMatte({ ...curly, data: grey }, alpha, 50, faces).alpha;
    const ofHair = cut.data.filter((_, at) => {
      const deep = 110 - Math.hypot((at % 320) - 160, Math.floor(at / 320) - 140);
      return Math.floor(at / 320) < 100 && deep > 6 && deep < 16;
    });
    expect(Math.min(...ofHair)).toBeGreaterThan(0.9);
  });
});

test("lets a light wall through black frizzy hair, although the clothes are as grey as that mixture", () => {
  const [side, middle] = [640, { x: 320, y: 290 }];
  const { photo, alpha, faces } = sampleSitter(side, side, [{ eyes: { x: 320, y: 300 }, head: 120, bottom: side }]);
  const [grey, black, wall] = [120, 25, 225];
  const depth = (x: number, y: number) => (y < middle.y ? 85 - Math.hypot(x - middle.x, y - middle.y) : 0);
  const frizz: number[] = [];
  const data = new Uint8Array(photo.data);
  for (let y = 0, at = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1, at += 1) {
      const [isSitter, deep] = [alpha.data[at] === 1, depth(x, y)];
      if (deep > 0) alpha.data[at] = 1;
      if (deep > 2 && deep < 10) frizz.push(at);
      const level = isSitter ? (y > 400 ? grey : null) : deep <= 0 ? wall : deep < 10 ? grey : black;
      if (level !== null) data.fill(level, at * 3, at * 3 + 3);
    }
  }
  const cut = drawMatte({ ...photo, data }, alpha, 50, faces);
  const meanOf = (value: (at: number) => number) => frizz.reduce((sum, at) => sum + value(at), 0) / frizz.length;
  expect(meanOf((at) => cut.alpha.data[at] ?? 0)).toBeLessThan(0.75);
  expect(meanOf((at) => cut.foreground.data[at * 3] ?? 0)).toBeLessThan(90);
});

test("keeps short fair hair above deep skin before a light sky", () => {
  const [side, middle] = [640, { x: 320, y: 290 }];
  const { photo, alpha, faces } = sampleSitter(side, side, [{ eyes: { x: 320, y: 300 }, head: 200, bottom: side }]);
  const [skin, fair, sky] = [
    [58, 42, 38],
    [150, 140, 110],
    [232, 238, 245],
  ] as const;
  const hair: number[] = [];
  const data = new Uint8Array(photo.data);
  for (let y = 0, at = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1, at += 1) {
      const deep = y < middle.y ? 142 - Math.hypot(x - middle.x, y - middle.y) : 0;
      const isHair = deep > 0 && deep < 30;
      data.set(isHair ? fair : deep > 0 || alpha.data[at] === 1 ? skin : sky, at * 3);
      if (deep > 0) alpha.data[at] = 1;
      if (deep > 3 && deep < 26) hair.push(at);
    }
  }
  const cut = drawMatte({ ...photo, data }, alpha, 50, faces);
  expect(hair.reduce((sum, at) => sum + (cut.alpha.data[at] ?? 0), 0) / hair.length).toBeGreaterThan(0.97);
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

test("clears a strip of wall that the hull of a turned face covers, and keeps the skin beside it", () => {
  const { photo, alpha, faces } = sampleSitter(640, 640, [{ eyes: { x: 320, y: 240 }, head: 300, bottom: 640 }]);
  const wall = [20, 200, 225];
  const data = photo.data.map((own, at) => (alpha.data[Math.floor(at / 3)] === 1 ? own : (wall[at % 3] ?? 0)));
  const turned = faces.map((face) => ({ ...face, landmarks: face.landmarks.map(({ x, y }) => ({ x: x - 25, y })) }));
  const hull = faceHulls(turned, photo, photo);
  const map = { ...alpha, data: alpha.data.map((share, at) => Math.max(share, hull[at] ?? 0)) };
  const cut = drawMatte({ ...photo, data }, map, 50, turned).alpha;
  const below = 270 * 640;
  const skin = alpha.data.indexOf(1, below);
  expect(hull.indexOf(1, below)).toBeLessThan(skin - 6);
  const strip = cut.data.subarray(skin - 8, skin);
  expect(strip.reduce((sum, share) => sum + share, 0) / strip.length).toBeLessThan(0.35);
  expect(cut.data[skin + 4]).toBeGreaterThan(0.95);
});

test("keeps hair at the outline although a band of another colour is behind it", () => {
  const [side, middle, radius] = [640, 320, 220];
  const deepAt = (x: number, y: number) => radius - Math.hypot(x - middle, y - middle);
  const isBand = (x: number, y: number) => y < middle && deepAt(x, y) > 8 && deepAt(x, y) < 30;
  const photo = draw(side, side, (x, y) => {
    if (deepAt(x, y) < 0) return (x >> 4) % 2 ? [170, 175, 150] : [145, 150, 125];
    return isBand(x, y) ? [40, 30, 25] : [200, 180, 150];
  });
  const places = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const);
  const map = { ...photo, data: Float32Array.from(places, ([x, y]) => (deepAt(x, y) > 0 ? 1 : 0)) };
  const { alpha } = drawMatte(photo, map, 50);
  const ofHair = alpha.data.filter((_, at) => {
    const [x, y] = places[at] ?? [0, 0];
    return y < middle && deepAt(x, y) > 2 && deepAt(x, y) < 7;
  });
  expect(ofHair.reduce((sum, share) => sum + share, 0) / ofHair.length).toBeGreaterThan(0.8);
});

test("keeps a car's dark sill above a dark road, where the map is sure, and no road", () => {
  const [side, sill] = [640, 400];
  const isCar = (x: number, y: number) => Math.abs(x - 320) < 180 && y > 240 && y < sill;
  const photo = draw(side, side, (x, y) => {
    if (isCar(x, y)) return y < sill - 7 ? [205, 208, 212] : [44, 44, 46];
    return y < 330 ? [120, 150, 110] : [72, 72, 74];
  });
  const data = Float32Array.from({ length: side * side }, (_, at) => (isCar(at % side, Math.floor(at / side)) ? 1 : 0));
  const { alpha } = drawMatte(photo, { ...photo, data }, 50);
  const meanOf = (from: number, to: number) => {
    const rows = alpha.data.filter((_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)];
      return Math.abs(x - 320) < 160 && y >= from && y < to;
    });
    return rows.reduce((sum, share) => sum + share, 0) / rows.length;
  };
  expect(meanOf(sill - 6, sill - 1)).toBeGreaterThan(0.85);
  expect(meanOf(sill + 4, sill + 9)).toBeLessThan(0.05);
});

test("clears a speck of the person's colours beside the legs, and keeps one beside the hair", () => {
  const { photo, alpha, faces } = sampleSitter(580, 580, [{ eyes: { x: 320, y: 120 }, head: 100, bottom: 580 }]);
  const [low, high] = [
    { x: 200, y: 520 },
    { x: 408, y: 100 },
  ];
  for (let y = 0, at = 0; y < 580; y += 1) {
    for (let x = 0; x < 580; x += 1, at += 1) {
      for (const speck of [low, high]) {
        const [across, down] = [Math.abs(x - speck.x), Math.abs(y - speck.y)];
        if (across < 11 && down < 11) alpha.data[at] = Math.max(alpha.data[at] ?? 0, 0.46);
        if (across < 4 && down < 2) photo.data.set([63, 72, 110], at * 3);
      }
    }
  }
  const { data } = drawMatte(photo, alpha, 50, faces).alpha;
  const at = ({ x, y }: typeof low) => data[y * 580 + x] ?? 0;
  expect(at(high)).toBeGreaterThan(0.2);
  expect(at(low)).toBe(0);
});
