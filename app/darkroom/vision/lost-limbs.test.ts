import { beforeAll, expect, test } from "vitest";
import { type Colour, draw } from "../../../tests/fixtures/sample-photos.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane, type Plane } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { lostArms, withLostClothes, withLostParts } from "./lost-limbs.ts";
import { regionAbove } from "./soft-map.ts";

beforeAll(loadOpenCv);

const side = 120;

/** The merged likelihood in the middle of a place at the feet, from three looks and the saliency net. */
function lostPart(looks: readonly [number, number, number], salient: number, length = 12): number {
  const isFigure = (x: number, y: number) => x > 40 && x < 70 && y < 100;
  const isBeside = (x: number, y: number) => x >= 70 && x < 70 + length && y > 80 && y < 100;
  const seen = (beside: number): Plane =>
    mapPlane(emptyPlane(side, side), (_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)];
      return isFigure(x, y) ? 1 : isBeside(x, y) ? beside : 0;
    });
  const [one, two, three] = looks;
  const map = withLostParts(seen(0), [seen(one), seen(two), seen(three)], seen(salient));
  return map.data[90 * side + 70 + length / 2] ?? 0;
}

test("adds a shoe that two looks see and the saliency network does not deny", () => {
  expect(lostPart([0.9, 0.9, 0.2], 0.08)).toBe(1);
});

test("adds a dark coat that every look sees, whatever the saliency network denies", () => {
  expect(lostPart([0.98, 0.97, 0.96], 0)).toBe(1);
});

test("leaves out foam and shadows, which looks doubt and the saliency network denies", () => {
  expect(lostPart([0.9, 0.9, 0.6], 0.01)).toBe(0);
});

test("leaves out what a single look sees or two looks doubt, a thin rim and a large piece", () => {
  expect(lostPart([1, 0.2, 0.2], 0.08)).toBe(0);
  expect(lostPart([0.8, 0.8, 0.2], 0.08)).toBe(0);
  expect(lostPart([1, 1, 1], 0.08, 4)).toBe(0);
  expect(lostPart([1, 1, 1], 0.08, 40)).toBe(0);
});

/** The place to look again for an arm beside the figure, which the people net sees in part and the find lacks. */
function armAround({ joint, trace }: { joint: number; trace: number }) {
  const isFigure = (x: number, y: number) => x > 40 && x < 70 && y > 20;
  const seen = (hand: number, elbow: number): Plane =>
    mapPlane(emptyPlane(side, side), (_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)];
      if (isFigure(x, y)) return 1;
      return y < 40 || y >= 50 ? 0 : x >= 80 && x < 100 ? hand : x >= 70 && x < 80 ? elbow : 0;
    });
  const arms = lostArms(seen(0, 0), seen(1, joint), seen(trace, 0));
  return arms && regionAbove(arms, 0.5, 0, { width: side, height: side });
}

test("looks again where the people net doubts the joint of an arm", () => {
  expect(armAround({ joint: 0.5, trace: 0.03 })).toEqual({ left: 80, top: 40, width: 20, height: 10 });
});

test("does not look again for a person apart, or one without a trace of saliency", () => {
  expect(armAround({ joint: 0, trace: 0.03 })).toBeNull();
  expect(armAround({ joint: 0.5, trace: 0 })).toBeNull();
});

const [cloth, wall]: [Colour, Colour] = [
  [30, 25, 35],
  [220, 215, 205],
];

/**
 * The merged likelihood of a train beside the figure, which is cloth. The saliency net half sees the train's upper part
 * and has a trace of its hem.
 */
function trainOf(colour: Colour, { wearers = 1, left = 70 } = {}): { middle: number; hem: number } {
  const isFigure = (x: number, y: number) => x > 40 && x < 70 && y > 20;
  const isTrain = (x: number, y: number) => x >= left && x < left + 6 && y > 30 && y < 108;
  const photo = draw(side, side, (x, y) => (isTrain(x, y) ? colour : isFigure(x, y) ? cloth : wall));
  const seen = (train: number, hem: number): Plane =>
    mapPlane(emptyPlane(side, side), (_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)];
      return isFigure(x, y) ? 1 : isTrain(x, y) ? (y < 96 ? train : hem) : 0;
    });
  const face: Face = { centre: { x: 55, y: 30 }, size: 16, turn: 0, sureness: 1, landmarks: [] };
  const salient = seen(0.4, 0.05);
  const faces = Array.from({ length: wearers }, () => face);
  const { data } = withLostClothes(seen(0, 0), photo, { seen: salient, salient, faces });
  return { middle: data[80 * side + left + 3] ?? 0, hem: data[102 * side + left + 3] ?? 0 };
}

test("adds a gown's train that the saliency network half sees, down to its hem", () => {
  const { middle, hem } = trainOf(cloth);
  expect(Math.min(middle, hem)).toBeGreaterThan(0.9);
});

test("adds no part in another colour or the wall's, none apart, and none beside a group, which may be a sofa", () => {
  expect(trainOf([150, 60, 60]).middle).toBe(0);
  expect(trainOf(wall).middle).toBe(0);
  expect(trainOf(cloth, { left: 90 }).middle).toBe(0);
  expect(trainOf(cloth, { wearers: 3 }).middle).toBe(0);
});
