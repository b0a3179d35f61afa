import { beforeAll, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane, type Plane } from "../pixels/plane.ts";
import { lostArms, withLostParts } from "./lost-limbs.ts";
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
