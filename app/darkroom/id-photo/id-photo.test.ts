import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { portrait } from "../../../tests/fixtures/sample-photos.ts";
import { resizePhoto } from "../opencv/filters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane } from "../pixels/plane.ts";
import { encodeForForm, largestWithin } from "./encode-for-form.ts";
import { withoutBystanders } from "./id-photo.ts";

const side = 200;
const face = { centre: { x: 100, y: 80 }, size: 60, turn: 0, sureness: 1, landmarks: [] };
const all = mapPlane(emptyPlane(side, side), () => 1);
const seen = (holds: (x: number, y: number) => boolean) =>
  mapPlane(all, (_, at) => (holds(at % side, Math.floor(at / side)) ? 1 : 0));
const at = (x: number, y: number) => y * side + x;

test("clears a bystander beside the head and keeps the head and the shoulders", () => {
  const { data } = withoutBystanders(all, face, { salient: seen(() => false), bust: all });
  expect(data[at(20, 80)]).toBe(0);
  expect(data[at(180, 100)]).toBe(0);
  expect(data[at(100, 80)]).toBe(1);
  expect(data[at(130, 60)]).toBe(1);
  expect(data[at(40, 170)]).toBe(1);
});

test("keeps wide hair, which the saliency network sees", () => {
  const { data } = withoutBystanders(all, face, { salient: seen((x) => x < 100), bust: all });
  expect(data[at(40, 80)]).toBe(1);
  expect(data[at(160, 80)]).toBe(0);
});

test("clears people behind the shoulders, where the sitter seen alone ends", () => {
  const sitter = seen((x) => x > 60);
  const { data } = withoutBystanders(all, face, { salient: sitter, bust: sitter });
  expect(data[at(30, 190)]).toBe(0);
  expect(data[at(100, 190)]).toBe(1);
  const unseenSuit = withoutBystanders(all, face, { salient: seen(() => false), bust: sitter });
  expect(unseenSuit.data[at(100, 190)]).toBe(1);
});

await loadOpenCv();
const photo = resizePhoto(portrait([140, 100, 80], [255, 255, 255]), { width: 600, height: 750 });

describe("the file for a form", () => {
  test.each([15, 30, 60])("has at most %i kB, its size in pixels and its resolution", async (most) => {
    const { image } = await encodeForForm(photo, { dpi: 600, kilobytes: { most } }, "<x/>");
    expect(image.byteLength).toBeLessThanOrEqual(most * 1000);
    const { width, height, density } = await sharp(image).metadata();
    expect({ width, height, density }).toEqual({ width: 600, height: 750, density: 600 });
  });

  test("has at most 15 kB for a photo of noise alone", async () => {
    const [width, height] = [275, 314];
    const noise = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7919 * ((at % 251) + 1)) % 256);
    const { image } = await encodeForForm(
      { width, height, data: noise },
      { dpi: 300, kilobytes: { most: 15 } },
      "<x/>",
    );
    expect(image.byteLength).toBeLessThanOrEqual(15_000);
  });

  test("reaches a form's lower limit without a change of the picture", async () => {
    const plain = await encodeForForm(photo, { dpi: 600, kilobytes: { most: 500 } }, "<x/>");
    const { image } = await encodeForForm(photo, { dpi: 600, kilobytes: { least: 250, most: 500 } }, "<x/>");
    expect(image.byteLength).toBeGreaterThanOrEqual(250_000);
    expect(image.byteLength).toBeLessThan(251_000);
    expect(await sharp(image).raw().toBuffer()).toEqual(await sharp(plain.image).raw().toBuffer());
  });

  test("says how the picture was made", async () => {
    const { image } = await encodeForForm(photo, { dpi: 300, kilobytes: undefined }, "<x>compositeSynthetic</x>");
    expect((await sharp(image).metadata()).xmpAsString).toContain("compositeSynthetic");
  });
});

describe("the search for the largest file", () => {
  const files = (sizes: Record<number, number>) => async (setting: number) => ({ byteLength: sizes[setting] ?? 0 });
  const sizes = Object.fromEntries(Array.from({ length: 100 }, (_, setting) => [setting, setting * 10]));

  test.each([
    [995, 96],
    [960, 96],
    [500, 50],
    [304, 30],
  ])("with room for %i bytes takes setting %i", async (most, setting) => {
    expect(await largestWithin(most, 30, 96, files(sizes))).toEqual({ byteLength: setting * 10 });
  });

  test("finds none when the least is too large", async () => {
    expect(await largestWithin(299, 30, 96, files(sizes))).toBeNull();
  });
});
