import { describe, expect, test } from "vitest";
import { perceivedAt } from "../pixels/cielab.ts";
import type { Photo } from "../photo.ts";
import { change, type Colour, draw, night, portrait, snapshot, sunset, withNoise } from "../pixels/sample-photos.ts";
import { enhance } from "./enhance.ts";

/** One skin for each of Fitzpatrick's types I to VI. */
const skins: Record<string, Colour> = {
  I: [244, 208, 177],
  II: [231, 180, 143],
  III: [210, 158, 124],
  IV: [186, 120, 80],
  V: [120, 72, 44],
  VI: [70, 42, 32],
};

const lumas = ({ data }: Photo) =>
  Float64Array.from({ length: data.length / 3 }, (_, pixel) => {
    const at = pixel * 3;
    return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  });
const percentile = (photo: Photo, share: number) => {
  const sorted = lumas(photo).sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
};
const median = (photo: Photo) => percentile(photo, 0.5);
const meanDifference = (one: Photo, other: Photo) =>
  one.data.reduce((sum, value, at) => sum + Math.abs(value - (other.data[at] ?? 0)), 0) / one.data.length;
const clippedShare = ({ data }: Photo) => data.filter((value) => value === 0 || value === 255).length / data.length;
/** The mean of each primary over a rectangle. */
const meanColour = ({ width, data }: Photo, left: number, top: number, right: number, bottom: number) => {
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        sums[channel] = (sums[channel] ?? 0) + (data[(y * width + x) * 3 + channel] ?? 0);
      }
    }
  }
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / ((right - left) * (bottom - top)));
  return { red, green, blue };
};
/** The white house's wall in the snapshot. */
const wallOf = (photo: Photo) => meanColour(photo, 95, 72, 205, 88);
/** The standard deviation of luma over a rectangle. */
const roughness = (photo: Photo, left: number, top: number, right: number, bottom: number) => {
  const all = lumas(photo);
  const within: number[] = [];
  for (let y = top; y < bottom; y += 1) within.push(...all.subarray(y * photo.width + left, y * photo.width + right));
  const mean = within.reduce((sum, value) => sum + value, 0) / within.length;
  return Math.sqrt(within.reduce((sum, value) => sum + (value - mean) ** 2, 0) / within.length);
};

describe("enhancing", () => {
  test("gives the same result every time, at the same size, and leaves its input alone", () => {
    const photo = snapshot();
    const before = photo.data.slice();
    const result = enhance(photo);
    expect(enhance(photo).data).toEqual(result.data);
    expect([result.width, result.height]).toEqual([photo.width, photo.height]);
    expect(photo.data).toEqual(before);
  });

  test("changes a photo that is good already, but only a little", () => {
    const difference = meanDifference(enhance(snapshot()), snapshot());
    expect(difference).toBeGreaterThan(0.5);
    expect(difference).toBeLessThan(10);
  });

  test("brightens a dark photo, but no further than a bright day", () => {
    const dark = change(snapshot(), ([r, g, b]) => [r * 0.4, g * 0.4, b * 0.4]);
    const result = median(enhance(dark));
    expect(result).toBeGreaterThan(median(dark) * 1.6);
    expect(result).toBeLessThan(median(snapshot()) * 1.15);
  });

  test("takes the haze off: black becomes black again, and colours return", () => {
    const hazy = change(snapshot(), ([r, g, b]) => [r * 0.5 + 100, g * 0.5 + 102, b * 0.5 + 104]);
    const result = enhance(hazy);
    expect(percentile(result, 0.01)).toBeLessThan(percentile(hazy, 0.01) - 50);
    expect(perceivedAt(result, 160, 200, 20).chroma).toBeGreaterThan(perceivedAt(hazy, 160, 200, 20).chroma * 1.5);
  });

  test.for([
    ["warm", [1.15, 1, 0.68]],
    ["cold", [0.8, 0.97, 1.04]],
    ["green", [0.85, 1.04, 0.86]],
  ] as const)("takes a good part of a %s cast out of a white wall", ([, [red, green, blue]]) => {
    const tinted = change(snapshot(), ([r, g, b]) => [r * red, g * green, b * blue]);
    const cast = (photo: Photo) => {
      const wall = wallOf(photo);
      return Math.max(wall.red, wall.green, wall.blue) - Math.min(wall.red, wall.green, wall.blue);
    };
    expect(cast(enhance(tinted))).toBeLessThan(cast(tinted) * 0.8);
  });

  test("does not clip what was not clipped", () => {
    for (const photo of [snapshot(), sunset(), night(), portrait([186, 120, 80], [150, 150, 145])]) {
      expect(clippedShare(enhance(photo))).toBeLessThanOrEqual(clippedShare(photo) + 0.003);
    }
  });

  test("draws no bright or dark line beside an edge", () => {
    const edge = draw(200, 100, (x) => (x < 100 ? [60, 60, 60] : [190, 190, 190]));
    const result = enhance(edge);
    const row = Array.from({ length: 200 }, (_, x) => result.data[(50 * 200 + x) * 3] ?? 0);
    const [farDark = 0, farBright = 0] = [row[10], row[190]];
    expect(Math.min(...row.slice(0, 100))).toBeGreaterThan(farDark - 6);
    expect(Math.max(...row.slice(100))).toBeLessThan(farBright + 6);
  });

  test("does not amplify noise, but calms it", () => {
    const noisy = withNoise(
      draw(320, 240, (x) => (x < 160 ? [90, 100, 110] : [170, 160, 150])),
      9,
    );
    expect(roughness(enhance(noisy), 20, 20, 140, 220)).toBeLessThan(roughness(noisy, 20, 20, 140, 220) * 0.7);
  });

  test("makes fine texture crisper", () => {
    const texture = draw(320, 240, (x, y) => {
      const thread = x < 160 ? 8 * Math.sin(x * 1.6) * Math.sin(y * 1.6) : 0;
      return [110 + thread + x / 4, 120 + thread + x / 4, 100 + thread + x / 4];
    });
    expect(roughness(enhance(texture), 100, 100, 108, 140)).toBeGreaterThan(
      roughness(texture, 100, 100, 108, 140) * 1.1,
    );
  });

  test("tells its progress in rising shares", () => {
    const shares: number[] = [];
    enhance(snapshot(), (share) => shares.push(share));
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
  });
});

describe("enhancing keeps", () => {
  test.for(Object.entries(skins))("skin of type %s as it is when there is nothing else", ([, skin]) => {
    const patch = draw(120, 120, () => skin);
    const [before, after] = [perceivedAt(patch, 60, 60), perceivedAt(enhance(patch), 60, 60)];
    expect(Math.abs(after.lightness - before.lightness)).toBeLessThan(1.5);
    expect(Math.abs(after.hue - before.hue)).toBeLessThan(2);
  });

  const walls: [string, Colour][] = [
    ["bright", [232, 230, 224]],
    ["grey", [128, 128, 128]],
    ["dark", [34, 33, 36]],
    ["bluish", [128, 146, 160]],
    ["beige", [204, 186, 160]],
  ];
  test.for(Object.keys(skins).flatMap((type) => walls.map(([name, wall]) => [type, name, wall] as const)))(
    "the tone of a face of type %s before a %s wall",
    ([type, , wall]) => {
      const photo = portrait(skins[type] ?? [0, 0, 0], wall);
      const result = enhance(photo);
      for (const [x, y] of [
        [120, 110],
        [95, 165],
        [140, 190],
      ] as const) {
        const [before, after] = [perceivedAt(photo, x, y), perceivedAt(result, x, y)];
        expect(after.lightness - before.lightness).toBeLessThan(4);
        expect(after.lightness - before.lightness).toBeGreaterThan(-4);
        expect(Math.abs(after.hue - before.hue)).toBeLessThan(5);
        expect(after.chroma / before.chroma).toBeGreaterThan(0.9);
        expect(after.chroma / before.chroma).toBeLessThan(1.25);
      }
    },
  );

  test("black and white black and white", () => {
    const grey = change(snapshot(), ([r, g, b]) => {
      const luma = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
      return [luma, luma, luma];
    });
    const { data } = enhance(grey);
    const tinted = data.filter((value, at) => Math.abs(value - (data[at - (at % 3)] ?? 0)) > 1);
    expect(tinted).toHaveLength(0);
  });

  test("a sepia print brown", () => {
    const sepia = change(snapshot(), ([r, g, b]) => {
      const luma = 0.299 * r + 0.587 * g + 0.114 * b;
      return [luma * 0.95 + 12, luma * 0.8 + 8, luma * 0.6 + 4];
    });
    const [before, after] = [perceivedAt(sepia, 160, 50, 10), perceivedAt(enhance(sepia), 160, 50, 10)];
    expect(Math.abs(after.hue - before.hue)).toBeLessThan(4);
    expect(after.chroma).toBeGreaterThan(before.chroma * 0.8);
  });

  test("a night dark", () => {
    expect(percentile(enhance(night()), 0.6)).toBeLessThan(percentile(night(), 0.6) + 10);
  });

  test("a sunset a sunset", () => {
    const [before, after] = [perceivedAt(sunset(), 80, 120, 10), perceivedAt(enhance(sunset()), 80, 120, 10)];
    expect(Math.abs(after.hue - before.hue)).toBeLessThan(6);
    expect(after.chroma).toBeGreaterThan(before.chroma * 0.85);
  });
});
