import { beforeAll, describe, expect, test } from "vitest";
import { type Colour, draw } from "../../../tests/fixtures/sample-photos.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane, type Plane } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { type Figures, mapFigures, withFigures, withoutSurroundings, withoutUnseenParts } from "./figures.ts";
import { type PoseNet, poseSide } from "./onnx-nets.ts";

beforeAll(loadOpenCv);

const side = 160;
const face = { centre: { x: 80, y: 30 }, size: 16 } as Face;
const where = (holds: (x: number, y: number) => boolean, value = 1): Plane =>
  mapPlane(emptyPlane(side, side), (_, at) => (holds(at % side, Math.floor(at / side)) ? value : 0));
const everywhere = where(() => true);

describe("the map of a body", () => {
  const isBody = (x: number, y: number) => x > 70 && x < 90 && y > 20 && y < 130;
  const photo = draw(side, side, (x, y) => (isBody(x, y) ? [255, 255, 255] : [0, 0, 0]));
  const middle = poseSide / 2;
  /** The face in the first square, and in one turned by 45°: its distance from the middle in sides. */
  const inFirst = { x: 0, y: -3 / 11 };
  const turned = { x: (-3 / 11) * Math.SQRT1_2, y: (-3 / 11) * Math.SQRT1_2 };

  /** Sees what is bright, with its nose at these places in one look after the other, and turns the next square. */
  function seesBright(noses: readonly { x: number; y: number }[], presence = 1): PoseNet {
    let looks = 0;
    const place = ({ x, y }: { x: number; y: number }) => ({ x: middle + x * poseSide, y: middle + y * poseSide });
    return async (rgb) => {
      looks += 1;
      return {
        presence,
        nose: place(noses[looks - 1] ?? inFirst),
        hips: place({ x: 0, y: 0 }),
        top: place({ x: 0.4 * Math.SQRT1_2, y: -0.4 * Math.SQRT1_2 }),
        mask: Float32Array.from({ length: poseSide ** 2 }, (_, at) => (rgb[3 * at] ?? 0) / 255),
      };
    };
  }

  test("has the body's place in the photo, also from a turned square", async () => {
    const figures = await mapFigures(photo, [face], seesBright([inFirst, turned, turned]));
    const at = (x: number, y: number) => Math.round(figures?.map.data[y * side + x] ?? 0);
    expect([at(80, 30), at(80, 120), at(60, 100), at(80, 140)]).toEqual([1, 1, 0, 0]);
    expect(figures?.isComplete).toBe(true);
  });

  test("is missing without a person, and when the nose is another person's", async () => {
    expect(await mapFigures(photo, [face], seesBright([inFirst, turned], 0.3))).toBeNull();
    expect(await mapFigures(photo, [face], seesBright([inFirst, inFirst]))).toBeNull();
    expect(await mapFigures(photo, [face], async () => null)).toBeNull();
  });
});

describe("a limb", () => {
  const isFound = (x: number) => x > 40 && x < 80;
  /** The likelihood of an arm beside the find, from the people net's view of it, and its width. */
  function armWith(people: number, width = 20): number {
    const isArm = (x: number) => x >= 80 && x < 80 + width;
    const figures: Figures = { map: where((x) => isFound(x) || isArm(x)), looked: everywhere, isComplete: true };
    const plane = where(isFound);
    const seen = mapPlane(plane, (found, at) => (isArm(at % side) ? people : found));
    return withFigures(seen, figures, { found: plane, salient: plane }).data[80 * side + 80 + width / 2] ?? 0;
  }

  test("gains likelihood where the pose net sees it and the people net doubts it", () => {
    expect(armWith(0.45)).toBeGreaterThan(0.9);
  });

  test("gains none where no other network sees a trace, and at the rim of the find", () => {
    expect(armWith(0.1)).toBeCloseTo(0.1);
    expect(armWith(0.45, 2)).toBeCloseTo(0.45);
  });
});

const [wall, dress]: [Colour, Colour] = [
  [120, 130, 140],
  [200, 40, 60],
];
const isPerson = (x: number, y: number) => x > 60 && x < 100 && y > 20 && y < 150;

describe("a thing beside a person, which only the saliency net sees", () => {
  /** The find's likelihood of the thing. */
  function thingIn(colour: Colour, { top = 80, people = 0.1, isComplete = true } = {}): number {
    const isThing = (x: number, y: number) => x >= 100 && x < 130 && y >= top && y < top + 40;
    const photo = draw(side, side, (x, y) => (isPerson(x, y) ? dress : isThing(x, y) ? colour : wall));
    const found = where((x, y) => isPerson(x, y) || isThing(x, y));
    const ofPeople = where((x, y) => isPerson(x, y));
    const seen = mapPlane(ofPeople, (is, at) => (isThing(at % side, Math.floor(at / side)) ? people : is));
    const figures: Figures = { map: ofPeople, looked: everywhere, isComplete };
    const kept = withoutSurroundings(found, photo, { people: seen, figures, faces: [face] });
    expect(kept.data[100 * side + 80]).toBe(1);
    return kept.data[(top + 20) * side + 115] ?? 0;
  }

  test("is dropped in the background's colours, as a piece of a sofa or a wall", () => {
    expect(thingIn(wall)).toBe(0);
  });

  test("stays in the person's own colours, as a gown", () => {
    expect(thingIn(dress)).toBe(1);
  });

  test("stays above the head, where people see it, or beside a face without a body", () => {
    expect(thingIn(wall, { top: 2 })).toBe(1);
    expect(thingIn(wall, { people: 0.8 })).toBe(1);
    expect(thingIn(wall, { isComplete: false })).toBe(1);
  });
});

describe("a thing beside a person, which only the people net sees", () => {
  const chair: Colour = [230, 220, 160];
  const isThing = (x: number, y: number) => x >= 100 && x < 130 && y >= 80 && y < 120;

  /** The find's likelihood of the thing at its end away from the person. */
  function thingIn(colour: Colour, { seenTo = 150, isComplete = true } = {}): number {
    const photo = draw(side, side, (x, y) => (isPerson(x, y) ? dress : isThing(x, y) ? colour : wall));
    const found = where((x, y) => isPerson(x, y) || isThing(x, y));
    const figures: Figures = { map: where(isPerson), looked: everywhere, isComplete };
    // The saliency net sees a trace of the thing's end.
    const ofEnd = where((x, y) => isThing(x, y) && x > 120, 0.45);
    const salient = mapPlane(ofEnd, (trace, at) =>
      isPerson(at % side, Math.floor(at / side)) && at < seenTo * side ? 1 : trace,
    );
    const kept = withoutUnseenParts(found, photo, { salient, figures });
    expect(kept.data[100 * side + 80]).toBe(1);
    return kept.data[100 * side + 126] ?? 0;
  }

  test("is dropped in other colours than the person's, as a chair or a rail", () => {
    expect(thingIn(chair)).toBe(0);
  });

  test("stays in the person's own colours, as braids or an arm", () => {
    expect(thingIn(dress)).toBe(1);
  });

  test("stays where the saliency net misses a part of the body or a face has none", () => {
    expect(thingIn(chair, { seenTo: 120 })).toBe(1);
    expect(thingIn(chair, { isComplete: false })).toBe(1);
  });
});
