import { beforeAll, expect, test } from "vitest";
import { dice } from "../../../tests/fixtures/sample-photos.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane, type Plane } from "../pixels/plane.ts";
import { firstSkin, paletteOf } from "./palette.ts";
import { fabricLikeSkin, weaveOf } from "./fabric.ts";

beforeAll(loadOpenCv);

const side = 300;
const isHead = (x: number, y: number) => Math.hypot(x - 150, y - 60) < 45;
const isBody = (x: number, y: number) => x > 40 && x < 260 && y > 120;
/** The body's left half is a garment, its right half a bare arm. */
const isGarment = (x: number, y: number) => isBody(x, y) && x < 150;

const planeOf = (value: (x: number, y: number) => number): Plane =>
  mapPlane(emptyPlane(side, side), (_, at) => value(at % side, Math.floor(at / side)));

/** A person of one colour from head to toe. `knit` is the contrast of the garment's ribs, `grain` that of the photo. */
function personWith({ knit, grain }: { knit: number; grain: number }) {
  const throwDice = dice();
  const luma = planeOf((x, y) => {
    const rib = isGarment(x, y) && x % 6 < 3 ? knit : 0;
    return (isHead(x, y) || isBody(x, y) ? 0.5 : 0.9) - rib + grain * (throwDice() - 0.5);
  });
  const head = planeOf((x, y) => (isHead(x, y) ? 1 : 0));
  return {
    colour: { luma, blueness: planeOf(() => -0.1), redness: planeOf(() => 0.12) },
    person: {
      skin: planeOf((x, y) => (isHead(x, y) || isBody(x, y) ? 1 : 0)),
      inner: head,
      heads: head,
      owner: new Uint8Array(side * side),
      faceSize: 80,
      unit: 1,
    },
  };
}

const valueAt = (plane: Plane | null, x: number, y: number) => plane?.data[y * side + x];

test("finds a knit in the colour of skin, and leaves the bare arm and the face", () => {
  const { colour, person } = personWith({ knit: 0.08, grain: 0.02 });
  const fabric = fabricLikeSkin(colour, person);
  expect([valueAt(fabric, 95, 200), valueAt(fabric, 205, 200), valueAt(fabric, 150, 60)]).toEqual([1, 0, 0]);
});

test("takes neither smooth skin nor the grain of a photo for fabric", () => {
  for (const grain of [0, 0.02, 0.1]) {
    const { colour, person } = personWith({ knit: 0, grain });
    expect(fabricLikeSkin(colour, person)).toBeNull();
  }
});

test("returns the ribs of a knit as light and dark lines, and nothing beside it", () => {
  const { colour, person } = personWith({ knit: 0.08, grain: 0 });
  const fabric = fabricLikeSkin(colour, person);
  const weave = fabric && weaveOf(colour.luma, fabric, person.unit);
  const ribs = Array.from({ length: 12 }, (_, at) => valueAt(weave, 90 + at, 200) ?? 0);
  expect([Math.min(...ribs) < -0.05, Math.max(...ribs) > 0.05]).toEqual([true, true]);
  expect(valueAt(weave, 205, 200)).toBe(0);
});

test("takes no hand for a garment, though its fingers have as much detail", () => {
  const { colour, person } = personWith({ knit: 0.08, grain: 0 });
  expect(fabricLikeSkin(colour, { ...person, faceSize: 200 })).toBeNull();
});

test("learns no shade of skin from a pale shirt that counts as skin", () => {
  const isShirt = (x: number) => x > 240;
  const colour = {
    luma: planeOf((x, y) => (isShirt(x) ? 0.75 : y > 200 ? 0.4 : 0.25)),
    blueness: planeOf((x, y) => (isShirt(x) ? -0.05 : y > 200 ? -0.08 : -0.05)),
    redness: planeOf((x, y) => (isShirt(x) ? 0.03 : y > 200 ? 0.11 : 0.07)),
  };
  const shades = { background: 0, subject: 0, hair: 0, skin: 3 };
  const groups = new Uint8Array(side * side).fill(firstSkin);
  const { palette } = paletteOf(colour, groups, { shades, tone: 1 });
  expect(Math.max(...palette.map(([luma]) => luma))).toBeCloseTo(0.4);
});
