import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { decodePhoto } from "../decode.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane } from "../pixels/plane.ts";
import { type Colour, draw } from "../../../tests/fixtures/sample-photos.ts";
import { type Face, findFaces } from "./faces.ts";
import {
  backgroundAboveHead,
  lightWithin,
  splitPosters,
  wallBesideFaces,
  wallWithin,
  withoutPictures,
  withoutPosters,
  withThingsOnBackdrop,
} from "./background-within.ts";

import { mapSizeOf } from "./people-map.ts";

beforeAll(loadOpenCv);

const side = 160;
const [skin, wall]: [Colour, Colour] = [
  [190, 140, 110],
  [120, 150, 190],
];

const seenWhere = (holds: (x: number, y: number) => boolean) =>
  mapPlane(emptyPlane(side, side), (_, at) => (holds(at % side, Math.floor(at / side)) ? 1 : 0));

/** The wall found at a place between a body and a braid that both networks count as the person, also as clothes. */
function wallAt(
  place: Colour,
  wallColour: Colour,
  clothes: Colour,
  isBetween = (x: number, _y: number) => x >= 160 && x < 180,
  faces: readonly Face[] = [],
): number {
  const isBraid = (x: number) => x >= 180 && x < 192;
  const isMapped = (x: number, y: number) => x >= 20 && x < 192 && y >= 60;
  const photo = draw(240, 240, (x, y) => {
    if (!isMapped(x, y)) return wallColour;
    if (isBraid(x)) return [25, 20, 18];
    return isBetween(x, y) ? place : (x + y) % 40 < 20 ? clothes : [240, 238, 230];
  });
  const map = mapPlane(emptyPlane(240, 240), (_, at) => (isMapped(at % 240, Math.floor(at / 240)) ? 1 : 0));
  return wallWithin(map, photo, faces).data[150 * 240 + 170] ?? 0;
}

const [pink, teal]: [Colour, Colour] = [
  [220, 95, 210],
  [30, 110, 120],
];

test("finds the coloured wall behind a braid that both networks count as the person", () => {
  expect(wallAt(pink, pink, teal)).toBeGreaterThan(0.9);
});

test("finds the coloured wall that arms enclose, and keeps a print of its colour", () => {
  const [gap, print] = [40, 12].map(
    (half) => (x: number, y: number) => Math.abs(x - 162) < half / 3 + 4 && Math.abs(y - 150) < half,
  );
  expect(wallAt(pink, pink, teal, gap)).toBeGreaterThan(0.9);
  expect(wallAt(pink, pink, teal, print)).toBe(0);
});

test("finds the coloured wall at the rim of a turned face's hull, and keeps the skin and an eye of its colour", () => {
  const corners = Array.from({ length: 24 }, (_, index) => (index / 12) * Math.PI);
  const landmarks = corners.map((turn) => ({ x: 80 + 50 * Math.cos(turn), y: 80 + 50 * Math.sin(turn) }));
  const isHead = (x: number, y: number) => Math.hypot(x - 80, y - 80) < 50;
  const isEye = (x: number, y: number) => Math.hypot(x - 52, y - 70) < 4;
  const photo = draw(side, side, (x, y) => (isHead(x, y) && x > 37 && !isEye(x, y) ? skin : wall));
  const found = wallBesideFaces(seenWhere(isHead), photo, [{ ...faceAt(80, 80, 100), landmarks }]);
  const at = (x: number, y: number) => found.data[y * side + x] ?? 0;
  expect(at(34, 80)).toBeGreaterThan(0.9);
  expect([at(40, 80), at(52, 70), at(124, 80)]).toEqual([0, 0, 0]);
});

test("keeps clothes between a braid and the body, and clothes in the wall's colour", () => {
  expect(wallAt(teal, pink, teal)).toBe(0);
  expect(wallAt(pink, pink, pink)).toBe(0);
  expect(wallAt(pink, pink, teal, (x) => x >= 80 && x < 180)).toBe(0);
});

test("keeps skin and white clothes that have the wall's colour, below a face too", () => {
  const face = { centre: { x: 170, y: 100 }, size: 60, turn: 0, sureness: 0.9, landmarks: [] };
  expect(wallAt([215, 180, 140], [215, 180, 140], teal)).toBe(0);
  expect(wallAt([200, 200, 202], [200, 200, 202], teal)).toBe(0);
  expect(wallAt([250, 250, 250], [250, 250, 250], teal, undefined, [face])).toBe(0);
});

/** The share of blown-out light at a place beside a profile, which only the people network counts as the person. */
function lightAt(place: Colour, around: Colour, salientThere = 0): number {
  const isPerson = (x: number) => x < 60;
  const isPlace = (x: number, y: number) => x >= 60 && x < 90 && y > 50;
  const photo = draw(side, side, (x, y) => (isPerson(x) ? skin : isPlace(x, y) ? place : around));
  const people = seenWhere((x, y) => isPerson(x) || isPlace(x, y));
  const salient = mapPlane(people, (_, at) =>
    isPerson(at % side) ? 1 : isPlace(at % side, Math.floor(at / side)) ? salientThere : 0,
  );
  return lightWithin(people, salient, photo).data[100 * side + 75] ?? 0;
}

const white: Colour = [255, 255, 255];

test("finds the window's light that the people network takes for a part of the person", () => {
  expect(lightAt(white, white)).toBe(1);
});

test("keeps white clothes that have an edge or that the saliency network sees", () => {
  expect(lightAt(white, wall)).toBe(0);
  expect(lightAt([235, 235, 235], white)).toBe(0);
  expect(lightAt(white, white, 0.4)).toBe(0);
});

const faceAt = (x: number, y: number, size: number): Face => ({
  centre: { x, y },
  size,
  turn: 0,
  sureness: 0.9,
  landmarks: [],
});
/** A row of people with the portrait on a banner above them. */
const [row, poster] = [[60, 110, 160, 210].map((x) => faceAt(x, 130, 20)), faceAt(160, 40, 40)];

test("tells a portrait on a banner from the people before it", () => {
  expect(splitPosters([poster, ...row])).toEqual({ people: row, posters: [poster] });
});

test.each([
  ["a mother above her children", [faceAt(160, 40, 30), ...row]],
  ["a friend near the camera beside a row", [faceAt(280, 140, 60), ...row]],
  ["a framed portrait that two people hold", [poster, ...row.slice(0, 2)]],
])("counts %s as people", (_, faces) => {
  expect(splitPosters(faces)).toEqual({ people: faces, posters: [] });
});

test("clears the portrait on a banner down to the heads before it", () => {
  const everything = mapPlane(emptyPlane(240, 240), () => 1);
  const map = withoutPosters(everything, everything, splitPosters([poster, ...row]));
  const at = (x: number, y: number) => map.data[y * 240 + x];
  expect([at(160, 40), at(160, 95), at(130, 90)]).toEqual([0, 0, 0]);
  expect([at(160, 120), at(160, 200), at(60, 130), at(20, 20)]).toEqual([1, 1, 1, 1]);
});

test("drops a large face on a wall that no network sees, and no person whom the networks missed", () => {
  const [person, picture] = [faceAt(120, 120, 40), faceAt(50, 60, 90)];
  const seen = seenWhere((x) => x > 90);
  expect(withoutPictures([picture, person], seen, seen)).toEqual([person]);
  const missed = faceAt(50, 60, 50);
  expect(withoutPictures([missed, person], seen, seen)).toEqual([missed, person]);
  expect(withoutPictures([picture], seen, seen)).toEqual([picture]);
});

test("finds the background around the hair of one person, but not in the face, a veil or a group", async () => {
  const photo = await decodePhoto(new Uint8Array(await readFile((await photoFixtures()).portrait)));
  if (!photo) throw new Error("The fixture cannot be decoded.");
  const faces = await findFaces(photo);
  const [face] = faces;
  if (!face) throw new Error("The fixture has a face.");
  const { width, height } = mapSizeOf(photo);
  const everything = mapPlane(emptyPlane(width, height), () => 1);
  const found = await backgroundAboveHead(everything, photo, [face]);
  const at = (aside: number, up: number, inFound = found) => {
    const [x, y] = [face.centre.x + aside * face.size, face.centre.y - up * face.size].map(
      (px) => (px * width) / photo.width,
    );
    return inFound.data[Math.round(y ?? 0) * width + Math.round(x ?? 0)] ?? 0;
  };
  expect(Math.min(at(0, 1.1), at(-0.7, 0.6), at(0.7, 0.6))).toBeGreaterThan(0.9);
  expect(Math.max(at(0, 0.7), at(0, 0.3), at(0, -0.5), at(-0.7, -0.5))).toBe(0);
  const dressed = draw(photo.width, photo.height, (x, y) => {
    const up = (face.centre.y - y) / face.size;
    if (up > 0.95 || up < -1.2) return [190, 40, 50];
    const from = (y * photo.width + x) * 3;
    return [photo.data[from] ?? 0, photo.data[from + 1] ?? 0, photo.data[from + 2] ?? 0];
  });
  const besideVeil = await backgroundAboveHead(everything, dressed, [face]);
  expect(at(0, 1.1, besideVeil)).toBe(0);
  expect(at(-0.7, 0.6, besideVeil)).toBeGreaterThan(0.9);
  const ofGroup = await backgroundAboveHead(everything, photo, [face, face]);
  expect(ofGroup.data.every((share) => share === 0)).toBe(true);
});

/** Returns the likelihood at the middle of a second thing of this colour; the network sees the first thing only. */
function secondThing(colour: Colour, backdrop: (x: number, y: number) => Colour = () => [250, 250, 248], half = 20) {
  const isAt = (x: number, y: number, middle: number, reach: number) =>
    Math.abs(x - middle) < reach && Math.abs(y - side / 2) < reach;
  const isFirst = (x: number, y: number) => isAt(x, y, 40, 20);
  const photo = draw(side, side, (x, y) =>
    isFirst(x, y) ? [30, 90, 40] : isAt(x, y, 120, half) ? colour : backdrop(x, y),
  );
  const { data } = withThingsOnBackdrop(seenWhere(isFirst), photo);
  expect([data[80 * side + 40], data[10 * side + 80]]).toEqual([1, 0]);
  return data[80 * side + 120];
}

test.each([
  ["dark leather", [35, 33, 36] as const],
  ["a coloured thing", [200, 60, 50] as const],
])("adds %s that the saliency network does not see on a white backdrop", (_, colour) => {
  expect(secondThing(colour)).toBe(1);
});

test("adds no soft shadow or crumb on a white backdrop, and nothing before a wall and a floor", () => {
  expect(secondThing([170, 170, 168])).toBe(0);
  expect(secondThing([35, 33, 36], undefined, 4)).toBe(0);
  expect(secondThing([35, 33, 36], (_x, y) => (y < 100 ? [250, 250, 248] : [140, 110, 80]))).toBe(0);
});
