import { beforeAll, describe, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { draw } from "../../../tests/fixtures/sample-photos.ts";
import { parseColour } from "../pixels/colour.ts";
import { composite } from "./composite.ts";
import { gradientBackdrop, studioBackdrop } from "./background.ts";
import { castShadow } from "./ground-shadow.ts";
import { lensBlur } from "./lens-blur.ts";

beforeAll(loadOpenCv);

const pixel = ({ width, data }: Photo, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];
const brightness = (photo: Photo, x: number, y: number) =>
  pixel(photo, x, y).reduce((sum, value) => sum + value, 0) / 3;

/** An alpha plane that is solid within a rectangle. */
function block(
  width: number,
  height: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
): Plane {
  const alpha = emptyPlane(width, height);
  for (let y = top; y < bottom; y += 1) alpha.data.fill(1, y * width + left, y * width + right);
  return alpha;
}

describe("a studio backdrop", () => {
  test.for([
    ["white", [247, 247, 245]],
    ["grey", [74, 77, 80]],
    ["black", [16, 17, 18]],
    ["red", [169, 43, 47]],
  ] as const)("lights a studio backdrop of %s paper in the middle and darkens its corners", ([, colour]) => {
    const paper = studioBackdrop(200, 250, colour);
    expect(brightness(paper, 100, 100)).toBeGreaterThan(brightness(paper, 2, 2) + 3);
    expect(brightness(paper, 100, 100)).toBeGreaterThan(brightness(paper, 198, 248) + 3);
    for (const [channel, value] of pixel(paper, 60, 60).entries()) {
      expect(Math.abs(value - (colour[channel] ?? 0))).toBeLessThan(24);
    }
  });
});

describe("a gradient backdrop", () => {
  const colours = [
    [59, 130, 246],
    [139, 92, 246],
  ] as const;

  test("runs from the first colour at the top left to the last at the bottom right", () => {
    const gradient = gradientBackdrop(300, 200, colours);
    for (const [channel, value] of pixel(gradient, 1, 1).entries()) {
      expect(Math.abs(value - (colours[0][channel] ?? 0))).toBeLessThan(4);
    }
    for (const [channel, value] of pixel(gradient, 298, 198).entries()) {
      expect(Math.abs(value - (colours[1][channel] ?? 0))).toBeLessThan(4);
    }
  });

  test("has no bands: neighbouring levels are mixed, not in steps", () => {
    const { data } = gradientBackdrop(1200, 4, [
      [100, 100, 100],
      [110, 110, 110],
    ]);
    const row = [...data.subarray(0, 3600)].filter((_, at) => at % 3 === 0);
    const changes = row.filter((value, at) => at > 0 && value !== row[at - 1]).length;
    expect(changes).toBeGreaterThan(200);
  });
});

describe("the shadow on a backdrop", () => {
  const paper = draw(200, 200, () => [200, 200, 200]);

  test("lies under what stands within the frame", () => {
    const shaded = castShadow(paper, block(200, 200, [70, 60, 130, 150]));
    expect(brightness(shaded, 100, 152)).toBeLessThan(160);
    expect(brightness(shaded, 100, 190)).toBeGreaterThan(180);
    expect(brightness(shaded, 10, 30)).toBe(200);
  });

  test("draws only a faint shadow on the wall behind a cropped person", () => {
    const shaded = castShadow(paper, block(200, 200, [70, 60, 130, 200]));
    expect(brightness(shaded, 135, 120)).toBeLessThan(199);
    expect(brightness(shaded, 135, 120)).toBeGreaterThan(165);
  });
});

describe("laying the subject over a background", () => {
  const subject = draw(200, 200, () => [120, 80, 60]);
  const alpha = block(200, 200, [50, 50, 150, 200]);

  test("keeps the subject's colours except a little light at the rim", () => {
    const laid = composite({
      foreground: subject,
      alpha,
      background: draw(200, 200, () => [255, 255, 255]),
      wrap: 0.22,
    });
    expect(pixel(laid, 100, 120)).toEqual([120, 80, 60]);
    expect(pixel(laid, 10, 10)).toEqual([255, 255, 255]);
    expect(brightness(laid, 50, 120)).toBeGreaterThan(90);
    expect(brightness(laid, 50, 120)).toBeLessThan(130);
  });
});

describe("a lens blur", () => {
  test("blurs the background without the subject's colour around the subject", () => {
    const alpha = block(300, 300, [100, 100, 200, 300]);
    const photo = draw(300, 300, (x, y) => ((alpha.data[y * 300 + x] ?? 0) > 0 ? [255, 0, 0] : [60, 120, 60]));
    const blurred = lensBlur(photo, alpha);
    for (const x of [90, 95, 98]) {
      const [red = 0, green = 0] = pixel(blurred, x, 200);
      expect(red).toBeLessThan(75);
      expect(Math.abs(green - 120)).toBeLessThan(8);
    }
  });

  test("turns a point of light into a disc that shines", () => {
    const lamp = draw(400, 400, (x, y) => ((x - 200) ** 2 + (y - 200) ** 2 < 6 ? [255, 255, 255] : [10, 10, 10]));
    const blurred = lensBlur(lamp, emptyPlane(400, 400));
    const [middle, inside, outside] = [200, 204, 214].map((x) => brightness(blurred, x, 200));
    expect(inside).toBeGreaterThan(40);
    expect(Math.abs((middle ?? 0) - (inside ?? 0))).toBeLessThan(40);
    expect(outside).toBeLessThan(15);
  });
});

test.for(["#fff", "red", "#12345g", "#1234567", ""])("refuses %j as a colour", (text) => {
  expect(parseColour(text)).toBeNull();
});
