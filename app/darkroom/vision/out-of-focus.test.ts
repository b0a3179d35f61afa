import { beforeAll, expect, test } from "vitest";
import { draw } from "../../../tests/fixtures/sample-photos.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane } from "../pixels/plane.ts";
import { outOfFocus } from "./out-of-focus.ts";

beforeAll(loadOpenCv);

const side = 240;
const isPerson = (x: number, y: number) => x >= 100 && x < 180 && y >= 40;
const isBeside = (x: number, y: number) => x >= 20 && x < 100 && y >= 120;

type Structure = "sharp" | "blurred" | "plain";

/** The middle of the place beside a sharp person that only the people network takes for the person. */
function besidePerson(beside: Structure, background: Structure): number {
  const brightness = (x: number, y: number, structure: Structure) => {
    const coarse = structure === "plain" ? 0 : 50 * Math.sin(x / 6) * Math.sin(y / 6);
    return 120 + coarse + (structure === "sharp" && (x + y) % 2 === 0 ? 30 : 0);
  };
  const photo = draw(side, side, (x, y) => {
    const grey = brightness(x, y, isPerson(x, y) ? "sharp" : isBeside(x, y) ? beside : background);
    return [grey, grey, grey];
  });
  const seen = (holds: (x: number, y: number) => boolean) =>
    mapPlane(emptyPlane(side, side), (_, at) => (holds(at % side, Math.floor(at / side)) ? 1 : 0));
  const behind = outOfFocus(
    photo,
    seen((x, y) => isPerson(x, y) || isBeside(x, y)),
    seen(isPerson),
  );
  expect(behind.data[150 * side + 140]).toBe(0);
  return behind.data[180 * side + 60] ?? 0;
}

test("finds blurred bystanders behind a person in focus", () => {
  expect(besidePerson("blurred", "blurred")).toBeGreaterThan(0.9);
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
