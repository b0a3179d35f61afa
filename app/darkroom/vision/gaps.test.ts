import { beforeAll, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane } from "../pixels/plane.ts";
import { type Colour, draw } from "../../../tests/fixtures/sample-photos.ts";
import { gapsBetweenLimbs } from "./gaps.ts";

beforeAll(loadOpenCv);

const side = 160;
const [skin, wall]: Colour[] = [
  [190, 140, 110],
  [120, 150, 190],
];
/** Half sides of the body and of the place in question, whose middle is `across` from the body's. */
const [body, doubted] = [20, 8];

/** The middle of a place on the body that only the people network takes for the person. */
function gapAt(across: number, colour: Colour): number {
  const isIn = (x: number, y: number, middle: number, half: number) =>
    Math.abs(x - middle) < half && Math.abs(y - side / 2) < half;
  const isBody = (x: number, y: number) => isIn(x, y, side / 2, body);
  const isDoubted = (x: number, y: number) => isIn(x, y, side / 2 + across, doubted);
  const photo = draw(side, side, (x, y) => (isDoubted(x, y) ? colour : ((isBody(x, y) ? skin : wall) ?? colour)));
  const seen = (holds: (x: number, y: number) => boolean) =>
    mapPlane(emptyPlane(side, side), (_, at) => (holds(at % side, Math.floor(at / side)) ? 1 : 0));
  const people = seen((x, y) => isBody(x, y) || isDoubted(x, y));
  const salient = seen((x, y) => isBody(x, y) && !isDoubted(x, y));
  return gapsBetweenLimbs(photo, people, salient).data[(side / 2) * side + side / 2 + across] ?? 0;
}

test("finds the wall between limbs", () => {
  expect(gapAt(0, wall ?? [0, 0, 0])).toBeGreaterThan(0.9);
});

test("keeps clothes that only the people network sees", () => {
  expect(gapAt(0, [60, 40, 90])).toBe(0);
  expect(gapAt(0, skin ?? [0, 0, 0])).toBe(0);
});

test("keeps hair of the wall's colour at the outline", () => {
  expect(gapAt(body, wall ?? [0, 0, 0])).toBe(0);
});
