import { beforeAll, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane } from "../pixels/plane.ts";
import { type Colour, draw } from "../../../tests/fixtures/sample-photos.ts";
import type { Face } from "./faces.ts";
import { fillFaces, fillHoles, gapsBetweenLimbs, withoutDoubtfulAreas } from "./gaps-and-holes.ts";
import { facesInFocus, outOfFocus } from "./out-of-focus.ts";

beforeAll(loadOpenCv);

const side = 160;
const [skin, wall]: [Colour, Colour] = [
  [190, 140, 110],
  [120, 150, 190],
];
/** Half sides of the body and of the doubted place, which is `across` px beside the body's middle. */
const [body, doubted] = [20, 8];

const isIn = (x: number, y: number, middle: number, half: number) =>
  Math.abs(x - middle) < half && Math.abs(y - side / 2) < half;
const seenWhere = (holds: (x: number, y: number) => boolean) =>
  mapPlane(emptyPlane(side, side), (_, at) => (holds(at % side, Math.floor(at / side)) ? 1 : 0));

/** The gap found in the middle of a place that only the people network counts as the person. */
function gapAt(across: number, colour: Colour): number {
  const isBody = (x: number, y: number) => isIn(x, y, side / 2, body);
  const isDoubted = (x: number, y: number) => isIn(x, y, side / 2 + across, doubted);
  const photo = draw(side, side, (x, y) => (isDoubted(x, y) ? colour : isBody(x, y) ? skin : wall));
  const people = seenWhere((x, y) => isBody(x, y) || isDoubted(x, y));
  const salient = seenWhere((x, y) => isBody(x, y) && !isDoubted(x, y));
  return gapsBetweenLimbs(photo, people, salient).data[(side / 2) * side + side / 2 + across] ?? 0;
}

test("finds the wall between limbs", () => {
  expect(gapAt(0, wall)).toBeGreaterThan(0.9);
});

test("keeps clothes that only the people network sees", () => {
  expect(gapAt(0, [60, 40, 90])).toBe(0);
  expect(gapAt(0, skin)).toBe(0);
});

test("keeps hair of the wall's colour at the outline", () => {
  expect(gapAt(body, wall)).toBe(0);
});

test("keeps clothes of which a highlight has the wall's colour", () => {
  const isHighlight = (x: number, y: number) => Math.hypot(x - side / 2, y - side / 2) < 4;
  const isBody = (x: number, y: number) => isIn(x, y, side / 2, 24);
  const isDoubted = (x: number, y: number) => isIn(x, y, side / 2, 18);
  const photo = draw(side, side, (x, y) =>
    isHighlight(x, y) ? wall : isDoubted(x, y) ? [60, 40, 90] : isBody(x, y) ? skin : wall,
  );
  const salient = seenWhere((x, y) => isBody(x, y) && !isDoubted(x, y));
  const gaps = gapsBetweenLimbs(photo, seenWhere(isBody), salient);
  expect(Math.max(...gaps.data)).toBe(0);
});

test("makes a face solid, but leaves open what its hull covers of the background beside a profile", () => {
  const corners = Array.from({ length: 24 }, (_, index) => (index / 12) * Math.PI);
  const landmarks = corners.map((turn) => ({ x: 80 + 50 * Math.cos(turn), y: 80 + 50 * Math.sin(turn), depth: 0 }));
  const face = { centre: { x: 80, y: 80 }, size: 100, turn: 0, sureness: 0.9, landmarks };
  const isWall = (x: number) => x < 50;
  const isLens = (x: number, y: number) => Math.hypot(x - 90, y - 70) < 6;
  const isShade = (x: number, y: number) => y > 110;
  const map = seenWhere((x, y) => !isWall(x) && !isLens(x, y) && !isShade(x, y));
  const traces = mapPlane(map, (share, at) => Math.max(share, isShade(at % side, Math.floor(at / side)) ? 0.2 : 0));
  const at = (filled: typeof map, x: number, y: number) => filled.data[y * side + x];
  const filled = fillFaces(map, map, [face], traces);
  expect([at(filled, 90, 70), at(filled, 80, 120)]).toEqual([1, 1]);
  expect(at(filled, 40, 80)).toBe(0);
  expect(at(fillFaces(map, map, [face]), 40, 80)).toBe(1);
});

const [plate, table] = [[230, 230, 235] as const, [150, 90, 40] as const];
const away = (x: number, y: number) => Math.hypot(x - 60, y - 60);

/** The filled map in the hole of a ring, where the network's likelihood is `doubt`. */
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

const length = 240;
const isPerson = (x: number, y: number) => x >= 100 && x < 180 && y >= 40;
const isBeside = (x: number, y: number) => x >= 20 && x < 100 && y >= 120;

type Structure = "sharp" | "blurred" | "plain";

/** The blur found in the middle of a place beside a sharp person that only the people network includes. */
function besidePerson(
  beside: Structure | ((y: number) => Structure),
  background: Structure,
  faces: readonly Face[] = [],
): number {
  const structureAt = typeof beside === "string" ? () => beside : beside;
  const brightness = (x: number, y: number, structure: Structure) => {
    const coarse = structure === "plain" ? 0 : 50 * Math.sin(x / 6) * Math.sin(y / 6);
    return 120 + coarse + (structure === "sharp" && (x + y) % 2 === 0 ? 30 : 0);
  };
  const photo = draw(length, length, (x, y) => {
    const grey = brightness(x, y, isPerson(x, y) ? "sharp" : isBeside(x, y) ? structureAt(y) : background);
    return [grey, grey, grey];
  });
  const seen = (holds: (x: number, y: number) => boolean) =>
    mapPlane(emptyPlane(length, length), (_, at) => (holds(at % length, Math.floor(at / length)) ? 1 : 0));
  const behind = outOfFocus(
    photo,
    seen((x, y) => isPerson(x, y) || isBeside(x, y)),
    seen(isPerson),
    faces,
  );
  expect(behind.data[150 * length + 140]).toBe(0);
  return behind.data[180 * length + 60] ?? 0;
}

test("finds blurred bystanders behind a person in focus", () => {
  expect(besidePerson("blurred", "blurred")).toBeGreaterThan(0.9);
});

test("finds blurred bystanders beside a neighbour in focus, but no shreds of someone partly in focus", () => {
  expect(besidePerson((y) => (y > 215 ? "sharp" : "blurred"), "blurred")).toBeGreaterThan(0.8);
  expect(besidePerson((y) => (y < 150 || y > 205 ? "sharp" : "blurred"), "blurred")).toBe(0);
});

const face = { centre: { x: 130, y: 90 }, size: 60, turn: 0, sureness: 0.9, landmarks: [] };

test("keeps the blurred shoulder of a face near the camera", () => {
  expect(besidePerson("blurred", "blurred", [face])).toBe(0);
  expect(besidePerson("blurred", "blurred", [{ ...face, centre: { x: 60, y: 90 } }])).toBeGreaterThan(0.9);
});

test("finds a blurred bystander whose face is seen close to that body", () => {
  const near = { ...face, size: 50 };
  expect(besidePerson("blurred", "blurred", [near])).toBe(0);
  expect(besidePerson("blurred", "blurred", [near, { ...face, centre: { x: 60, y: 150 }, size: 30 }])).toBeGreaterThan(
    0.9,
  );
});

test("keeps the dark or plain body below a face as sharp and large as the first", () => {
  const body = (size: number) =>
    besidePerson((y) => (y < 146 ? "sharp" : "blurred"), "blurred", [
      { ...face, centre: { x: 140, y: 116 }, size: 30 },
      { ...face, centre: { x: 60, y: 132 }, size },
    ]);
  expect(body(26)).toBe(0);
  expect(body(15)).toBeGreaterThan(0.5);
});

test("keeps blurred legs and skirts, which lie below a person's shoulders", () => {
  expect(besidePerson("blurred", "blurred", [{ ...face, centre: { x: 140, y: 60 }, size: 20 }])).toBe(0);
});

test("keeps friends as sharp as the person", () => {
  expect(besidePerson("sharp", "blurred")).toBe(0);
});

test("keeps plain clothes, which show no focus", () => {
  expect(besidePerson("plain", "blurred")).toBe(0);
});

test("judges no focus where the background is in focus too", () => {
  expect(besidePerson("blurred", "sharp")).toBe(0);
});

test("drops a face that is blurred beside a sharp one, but none of two blurred ones", () => {
  const [near, far] = [
    { ...face, centre: { x: 80, y: 90 }, size: 80 },
    { ...face, centre: { x: 210, y: 90 }, size: 60 },
  ];
  const inFocus = (isSharp: (x: number) => boolean) => {
    const photo = draw(length, length, (x, y) => {
      const grey = 120 + 50 * Math.sin(x / 6) * Math.sin(y / 6) + (isSharp(x) && (x + y) % 2 === 0 ? 60 : 0);
      return [grey, grey, grey];
    });
    return facesInFocus(photo, [near, far]);
  };
  expect(inFocus((x) => x < 140)).toEqual([near]);
  expect(inFocus(() => true)).toEqual([near, far]);
  expect(inFocus(() => false)).toEqual([near, far]);
});

test("drops a wide area that is more likely background, but no likely one and no fringe of hair", () => {
  const likelihoodOf = (width: number, likely: number) => {
    const map = mapPlane(emptyPlane(length, length), (_, at) => {
      const [x, y] = [at % length, Math.floor(at / length)];
      if (x < 100) return 1;
      return x < 100 + width && y > 50 && y < 250 ? likely : 0;
    });
    const kept = withoutDoubtfulAreas(map);
    expect(kept.data[150 * length + 50]).toBe(1);
    return kept.data[150 * length + 105];
  };
  expect(likelihoodOf(60, 0.4)).toBe(0);
  expect(likelihoodOf(60, 0.6)).toBeCloseTo(0.6);
  expect(likelihoodOf(12, 0.4)).toBeCloseTo(0.4);
});
