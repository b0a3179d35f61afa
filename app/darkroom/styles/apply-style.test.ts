import { describe, expect, test } from "vitest";
import { artStyles, stylizeStyles } from "../../tools/art-style/art-styles.ts";
import { perceivedAt } from "../pixels/cielab.ts";
import type { Photo } from "../photo.ts";
import { change, type Colour, draw, snapshot, withNoise } from "../pixels/sample-photos.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { applyStyle } from "./apply-style.ts";

const styles = [...new Set([...artStyles, ...stylizeStyles].map(({ id }) => id))];
const coloured = styles.filter((style) => style !== "sketch");

/** A strip of the snapshot across the house and its windows: small, so that the tests are quick. */
const strip = shrinkPhoto(cropRows(snapshot(), 85, 175), 160);

/** One skin for each of Fitzpatrick's types I to VI. */
const skins: Colour[] = [
  [244, 208, 177],
  [231, 180, 143],
  [210, 158, 124],
  [186, 120, 80],
  [120, 72, 44],
  [70, 42, 32],
];
/** Six patches of skin side by side before a grey wall, softly lit from the left. */
const faces = draw(480, 100, (x, y) => {
  const [from, light] = [x % 80, 1.04 - (x % 80) / 1000];
  if (from < 12 || from > 68 || y < 14 || y > 86) return [150, 152, 155];
  const [red, green, blue] = skins[Math.floor(x / 80)] ?? [0, 0, 0];
  return [red * light, green * light, blue * light];
});

function cropRows({ width, data }: Photo, top: number, bottom: number): Photo {
  return { width, height: bottom - top, data: data.slice(top * width * 3, bottom * width * 3) };
}

const meanDifference = (one: Photo, other: Photo) =>
  one.data.reduce((sum, value, at) => sum + Math.abs(value - (other.data[at] ?? 0)), 0) / one.data.length;
/** The largest distance between two primaries of one pixel: 0 without colour. */
const mostColour = ({ data }: Photo) => {
  let most = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    most = Math.max(most, Math.max(red, green, blue) - Math.min(red, green, blue));
  }
  return most;
};

/** In milliseconds: several pictures are drawn in one test, and the machine may be busy. */
const timeout = 30_000;

describe.each(styles)("the style %s", { timeout }, (style) => {
  test("moves further from the photo the stronger it is, from a touch at 0 on", () => {
    const distances = [0, 20, 50, 80, 100].map((intensity) =>
      meanDifference(applyStyle(strip, style, intensity), strip),
    );
    expect(distances[0]).toBeGreaterThan(0.3);
    expect(distances[0]).toBeLessThan(12);
    for (const [step, distance] of distances.slice(1).entries())
      expect(distance).toBeGreaterThan((distances[step] ?? 0) * 1.1);
  });

  test("has no jumps: neighbouring intensities look alike", () => {
    expect(meanDifference(applyStyle(strip, style, 50), applyStyle(strip, style, 60))).toBeLessThan(
      meanDifference(applyStyle(strip, style, 100), strip) * 0.5,
    );
  });

  test("gives the same result every time, at the photo's size, and leaves the photo alone", () => {
    const before = strip.data.slice();
    const result = applyStyle(strip, style, 100);
    expect(applyStyle(strip, style, 100).data).toEqual(result.data);
    expect([result.width, result.height]).toEqual([strip.width, strip.height]);
    expect(strip.data).toEqual(before);
  });

  test.each([
    [64, 64],
    [64, 3],
    [3, 64],
    [1920, 64],
    [64, 1919],
    [733, 50],
  ])("takes a photo of %i × %i", (width, height) => {
    const photo = draw(width, height, (x, y) => [x % 256, y % 256, (x * y) % 256]);
    const result = applyStyle(photo, style, 100);
    expect([result.width, result.height, result.data.length]).toEqual([width, height, width * height * 3]);
    expect(meanDifference(result, photo)).toBeGreaterThan(1);
  });

  test.each([
    ["black", 0],
    ["grey", 128],
    ["white", 255],
  ])("keeps an even %s photo without colour casts or clutter", (_name, tone) => {
    const result = applyStyle(
      draw(160, 40, () => [tone, tone, tone]),
      style,
      60,
    );
    expect(mostColour(cropRows(result, 15, 25))).toBeLessThan(20);
  });

  test("takes pure noise", () => {
    const noise = withNoise(
      draw(200, 40, () => [128, 128, 128]),
      60,
    );
    expect(meanDifference(applyStyle(noise, style, 100), noise)).toBeGreaterThan(1);
  });
});

test.each(coloured)("%s keeps the lightness of skin of all tones, and makes none lighter", { timeout }, (style) => {
  for (const intensity of [50, 100]) {
    const result = applyStyle(faces, style, intensity);
    for (let skin = 0; skin < skins.length; skin += 1) {
      const [before, after] = [faces, result].map((photo) => perceivedAt(photo, skin * 80 + 40, 50, 16).lightness);
      expect((after ?? 0) - (before ?? 0)).toBeLessThan(2.5);
      expect((after ?? 0) - (before ?? 0)).toBeGreaterThan(-9);
    }
  }
});

test.each(coloured)("%s keeps the hue of skin", { timeout }, (style) => {
  const result = applyStyle(faces, style, 100);
  for (let skin = 0; skin < skins.length; skin += 1) {
    const [before, after] = [faces, result].map((photo) => perceivedAt(photo, skin * 80 + 40, 50, 16).hue);
    expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan(10);
  }
});

test("a sketch shades dark skin darker than light skin", () => {
  const result = applyStyle(faces, "sketch", 100);
  const shades = skins.map((_, skin) => perceivedAt(result, skin * 80 + 40, 50, 16).lightness);
  for (const [skin, shade] of shades.slice(1).entries()) expect(shade).toBeLessThan(shades[skin] ?? 0);
});

test(
  "a sketch is graphite: no colours at full intensity, none at all from a black and white photo",
  { timeout },
  () => {
    expect(mostColour(applyStyle(strip, "sketch", 100))).toBeLessThan(10);
    const grey = change(strip, ([red, green, blue]) => {
      const tone = 0.3 * red + 0.59 * green + 0.11 * blue;
      return [tone, tone, tone];
    });
    for (const intensity of [20, 60, 100]) expect(mostColour(applyStyle(grey, "sketch", intensity))).toBeLessThan(10);
  },
);

test.each(coloured)("%s leaves a dim photo dim", { timeout }, (style) => {
  const dim = change(strip, ([red, green, blue]) => [red * 0.3, green * 0.3, blue * 0.3]);
  const result = applyStyle(dim, style, 100);
  // The middle, where watercolor has no white margin.
  const [before, after] = [dim, result].map((photo) => perceivedAt(photo, 80, 22, 7).lightness);
  expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan(12);
});

test("lines are drawn along edges in cartoons: the border of a dark shape on a light ground gets darker", () => {
  const shape = draw(400, 100, (x) => (x < 200 ? [120, 150, 120] : [225, 225, 220]));
  const result = applyStyle(shape, "cartoon", 100);
  const darkest = (photo: Photo) =>
    Math.min(...Array.from({ length: 20 }, (_, at) => photo.data[(50 * 400 + 190 + at) * 3] ?? 0));
  expect(darkest(result)).toBeLessThan(darkest(shape) - 40);
});
