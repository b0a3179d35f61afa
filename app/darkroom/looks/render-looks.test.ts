import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { Look } from "../../transformations/looks.ts";
import type { Photo } from "../work.ts";
import { perceivedAt } from "../../../tests/fixtures/cielab.ts";
import {
  change,
  type Colour,
  dice,
  draw,
  night,
  portrait,
  snapshot,
  sunset,
  withNoise,
} from "../../../tests/fixtures/sample-photos.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane } from "../pixels/plane.ts";
import type { Face, Point } from "../vision/faces.ts";
import { prepareLooks } from "./prepare-looks.ts";
import { renderLooks } from "./render-looks.ts";

/** One skin for each of Fitzpatrick's types I to VI. */
const skins: [string, Colour][] = [
  ["I", [244, 208, 177]],
  ["II", [231, 180, 143]],
  ["III", [210, 158, 124]],
  ["IV", [186, 120, 80]],
  ["V", [120, 72, 44]],
  ["VI", [70, 42, 32]],
];
/** The contours of both eyes in MediaPipe's face mesh. */
const rightLids = [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246];
const leftLids = [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466];
const allLooks: Look[] = ["natural", "bright", "vivid"];

/** Applies a look to a photo without the nets: with no face, or with the drawn one. */
async function enhance(
  photo: Photo,
  look: Look = "natural",
  faces: Face[] = [],
  people = emptyPlane(photo.width, photo.height),
): Promise<Photo> {
  const sight = {
    photo,
    faces: async () => faces,
    people: async () => people,
    subject: async () => null,
  };
  return renderLooks(await prepareLooks(sight), [look])[look];
}

/** The face of the drawn portrait, with the lids of its eyes: MediaPipe's numbering, corner to corner and back. */
const drawnFace: Face = {
  centre: { x: 120, y: 140 },
  size: 150,
  turn: 0,
  sureness: 1,
  landmarks: Array.from({ length: 468 }, (_, index): Point => {
    for (const [x, lids] of [
      [96, rightLids],
      [144, leftLids],
    ] as const) {
      const at = lids.indexOf(index);
      if (at >= 0) {
        const turn = (2 * Math.PI * at) / lids.length;
        return { x: x + 9 * Math.cos(turn), y: 130 + 6 * Math.sin(turn) };
      }
    }
    return { x: 120, y: 140 };
  }),
};

const lumaAt = ({ data }: Photo, at: number) =>
  0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0);
const lumas = (photo: Photo) => Float64Array.from({ length: photo.data.length / 3 }, (_, at) => lumaAt(photo, at * 3));
const median = (photo: Photo) => lumas(photo).sort()[Math.floor(photo.data.length / 6)] ?? 0;
const meanDifference = (one: Photo, other: Photo) =>
  one.data.reduce((sum, value, at) => sum + Math.abs(value - (other.data[at] ?? 0)), 0) / one.data.length;
const colourfulness = ({ data }: Photo) => {
  let sum = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    sum += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  return (sum * 3) / data.length;
};
/** The standard deviation of luma over a rectangle. */
const roughness = (photo: Photo, left: number, top: number, right: number, bottom: number) => {
  const all = lumas(photo);
  const within: number[] = [];
  for (let y = top; y < bottom; y += 1) within.push(...all.subarray(y * photo.width + left, y * photo.width + right));
  const mean = within.reduce((sum, value) => sum + value, 0) / within.length;
  return Math.sqrt(within.reduce((sum, value) => sum + (value - mean) ** 2, 0) / within.length);
};
/** Shares of pixels that are newly at an end of the scale, and newly brighter than 250. */
const newlyAtEnds = (before: Photo, after: Photo) => {
  let [clipped, bright] = [0, 0];
  for (let at = 0; at < before.data.length; at += 3) {
    const [old, now] = [before.data.subarray(at, at + 3), after.data.subarray(at, at + 3)];
    if (now.some((value, channel) => value !== old[channel] && (value === 0 || value === 255))) clipped += 1;
    if (Math.max(...now) > 250 && Math.max(...old) <= 250) bright += 1;
  }
  return { clipped: (clipped * 3) / before.data.length, bright: (bright * 3) / before.data.length };
};

beforeAll(() => loadOpenCv());

describe("a look", () => {
  test("is deterministic, has the photo's size and does not change the photo", async () => {
    const photo = snapshot();
    const before = photo.data.slice();
    const result = await enhance(photo);
    expect((await enhance(photo)).data).toEqual(result.data);
    expect([result.width, result.height]).toEqual([photo.width, photo.height]);
    expect(photo.data).toEqual(before);
  });

  test("is visible on an ordinary photo, brighter in Bright and more colourful in Vivid", async () => {
    const [natural, bright, vivid] = await Promise.all(allLooks.map((look) => enhance(snapshot(), look)));
    if (!natural || !bright || !vivid) throw new Error("A look is missing.");
    expect(meanDifference(natural, snapshot())).toBeGreaterThan(3);
    expect(median(bright)).toBeGreaterThan(median(natural) + 5);
    expect(colourfulness(vivid)).toBeGreaterThan(colourfulness(natural) * 1.1);
  });

  test("brightens a dark photo to daylight at most", async () => {
    const dark = change(snapshot(), ([r, g, b]) => [r * 0.4, g * 0.4, b * 0.4]);
    const result = median(await enhance(dark));
    expect(result).toBeGreaterThan(median(dark) * 1.6);
    expect(result).toBeLessThan(median(snapshot()) * 1.25);
  });

  test("removes haze: black becomes darker and colours return", async () => {
    const hazy = change(snapshot(), ([r, g, b]) => [r * 0.5 + 100, g * 0.5 + 102, b * 0.5 + 104]);
    const result = await enhance(hazy);
    expect(Math.min(...lumas(result))).toBeLessThan(Math.min(...lumas(hazy)) - 40);
    expect(perceivedAt(result, 160, 200, 20).chroma).toBeGreaterThan(perceivedAt(hazy, 160, 200, 20).chroma * 1.2);
  });

  test("does not take the grey wall of a studio for haze", async () => {
    const isPerson = (x: number, y: number) => Math.abs(x - 160) < 30 && y > 60;
    const studio = draw(320, 240, (x, y) => {
      if (isPerson(x, y)) return y < 80 ? [60, 50, 45] : [232, 230, 226];
      const wall = 170 + x / 8;
      return [wall, wall, wall - 4];
    });
    const people = emptyPlane(320, 240);
    for (let at = 0; at < people.data.length; at += 1)
      if (isPerson(at % 320, Math.floor(at / 320))) people.data[at] = 1;
    const result = await enhance(studio, "natural", [], people);
    const wallOf = (photo: Photo) => perceivedAt(photo, 60, 120, 20).lightness;
    expect(wallOf(result)).toBeGreaterThan(wallOf(studio) - 6);
  });

  test.for([
    ["warm", [1.2, 1, 0.65]],
    ["cold", [0.75, 0.97, 1.15]],
    ["green", [0.85, 1.05, 0.8]],
  ] as const)("makes a grey card more neutral that a %s light tinted", async ([, [red, green, blue]]) => {
    const tinted = draw(240, 180, (x, y) => {
      const isCard = x > 80 && x < 160 && y > 50 && y < 130;
      const tile = 60 + 13 * ((Math.floor(x / 8) * 7 + Math.floor(y / 8) * 5) % 11);
      const tone = isCard ? 120 : tile;
      const [r, g, b] = x > 180 ? [1, 0.6, 0.5] : y > 150 ? [0.6, 0.9, 0.7] : [1, 1, 1];
      return [tone * r * red, tone * g * green, tone * b * blue];
    });
    const result = await enhance(tinted);
    expect(perceivedAt(result, 120, 90).chroma).toBeLessThan(perceivedAt(tinted, 120, 90).chroma * 0.65);
  });

  test("leaves a sunset warm and a night dark", async () => {
    const [before, after] = [perceivedAt(sunset(), 80, 120, 10), perceivedAt(await enhance(sunset()), 80, 120, 10)];
    expect(Math.abs(after.hue - before.hue)).toBeLessThan(8);
    expect(after.chroma).toBeGreaterThan(before.chroma * 0.8);
    expect(median(await enhance(night()))).toBeLessThan(median(night()) + 14);
  });

  test.for(allLooks)("clips nothing and burns nothing out in %s", async (look) => {
    for (const photo of [snapshot(), sunset(), night(), portrait([186, 120, 80], [235, 235, 232])]) {
      const { clipped, bright } = newlyAtEnds(photo, await enhance(photo, look));
      expect(clipped).toBeLessThanOrEqual(0.005);
      expect(bright).toBeLessThanOrEqual(0.005);
    }
  });

  test("draws no halo beside an edge", async () => {
    const edge = draw(200, 100, (x) => (x < 100 ? [60, 60, 60] : [190, 190, 190]));
    const result = await enhance(edge);
    const row = Array.from({ length: 200 }, (_, x) => result.data[(50 * 200 + x) * 3] ?? 0);
    const [farDark = 0, farBright = 0] = [row[10], row[190]];
    expect(Math.min(...row.slice(0, 100))).toBeGreaterThan(farDark - 12);
    expect(Math.max(...row.slice(100))).toBeLessThan(farBright + 20);
  });

  test("removes noise and keeps texture", async () => {
    const threads = (x: number, y: number) => (y >= 96 ? 22 * Math.sin(x * 0.5) * Math.sin(y * 0.5) : 0);
    const clean = draw(256, 192, (x, y) => {
      const tone = (x < 128 ? 90 : 170) + threads(x, y);
      return [tone, tone, tone];
    });
    const noisy = withNoise(clean, 9);
    const result = await enhance(noisy);
    expect(roughness(result, 20, 16, 110, 80)).toBeLessThan(roughness(noisy, 20, 16, 110, 80) * 0.5);
    expect(roughness(result, 20, 116, 110, 180)).toBeGreaterThan(roughness(clean, 20, 116, 110, 180) * 0.7);
  });

  test.for([2, 3])("keeps leaves of %i px, which are nearly as fine as noise", async (leaf) => {
    const random = dice();
    const tones = Float64Array.from({ length: 256 * 192 }, random);
    const cells = (x: number, y: number, side: number) => tones[Math.floor(x / side) + 256 * Math.floor(y / side)] ?? 0;
    const foliage = draw(256, 192, (x, y) => {
      const tone = 0.4 * cells(x, y, leaf) + 0.4 * cells(x, y, 2 * leaf) + 0.2 * cells(x, y, 6 * leaf);
      return [30 + 110 * tone, 60 + 130 * tone, 10 + 60 * tone * tone];
    });
    expect(roughness(await enhance(foliage), 40, 40, 200, 150)).toBeGreaterThan(roughness(foliage, 40, 40, 200, 150));
  });

  test("sharpens embroidery that is as fine as noise, beside a clean wall", async () => {
    const random = dice();
    const fabric = draw(256, 192, (x, y) => {
      const thread = 30 * ((x + y) % 2 === 0 ? 1 : -1) * random();
      const tone = x < 128 ? 130 + thread / 60 : 170 + thread;
      return [tone, tone, tone];
    });
    expect(roughness(await enhance(fabric), 140, 20, 240, 170)).toBeGreaterThan(
      roughness(fabric, 140, 20, 240, 170) * 1.5,
    );
  });

  test.for(allLooks)("keeps a red lamp's light bright in %s", async (look) => {
    const stage = draw(240, 240, (x, y) => {
      const light = Math.max(0, 1 - Math.hypot(x - 60, y - 60) / 90);
      return [30 + 225 * Math.min(1, 1.6 * light), 6 + 40 * light * light, 8 + 50 * light * light];
    });
    const { data } = await enhance(stage, look);
    const lit = [...data.keys()].filter((at) => at % 3 === 0 && (stage.data[at] ?? 0) > 180);
    expect(Math.min(...lit.map((at) => data[at] ?? 0))).toBeGreaterThan(140);
  });

  test.for(allLooks)("keeps yellow petals in the sun yellow in %s", async (look) => {
    const isPetal = (x: number, y: number) => Math.hypot((x % 80) - 40, (y % 80) - 40) < 34;
    const flowers = draw(320, 240, (x, y) => (isPetal(x, y) ? [238, 186, 4] : [34, 52, 16]));
    const { data } = await enhance(flowers, look);
    const petal = (40 * 320 + 40) * 3;
    expect(data[petal]).toBeGreaterThanOrEqual(230);
    expect(data[petal + 2]).toBeLessThan(25);
  });

  test("sharpens a soft photo", async () => {
    const { width, height, data } = snapshot();
    const soft = await sharp(data, { raw: { width, height, channels: 3 } })
      .blur(1.2)
      .raw()
      .toBuffer();
    const photo = { width, height, data: new Uint8Array(soft) };
    const window = [120, 88, 160, 134] as const;
    expect(roughness(await enhance(photo), ...window)).toBeGreaterThan(roughness(photo, ...window) * 1.05);
  });

  test.for(allLooks)("keeps black and white neutral in %s", async (look) => {
    const grey = change(snapshot(), ([r, g, b]) => {
      const luma = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
      return [luma, luma, luma];
    });
    const { data } = await enhance(grey, look);
    expect(data.filter((value, at) => value !== data[at - (at % 3)])).toHaveLength(0);
  });

  test("works on a single pixel, a tall strip, black and white", async () => {
    for (const [width, height, tone] of [
      [1, 1, 128],
      [2, 900, 90],
      [900, 3, 90],
      [64, 64, 0],
      [64, 64, 255],
    ] as const) {
      const result = await enhance(draw(width, height, () => [tone, tone, tone]));
      expect([result.width, result.height]).toEqual([width, height]);
      expect(result.data.every((value) => Math.abs(value - tone) < 80)).toBe(true);
    }
  });
});

describe("skin", () => {
  const cheek = [140, 190] as const;
  const walls: Colour[] = [
    [128, 128, 128],
    [225, 225, 222],
    [40, 40, 42],
  ];

  test.for(allLooks.flatMap((look) => walls.slice(0, 2).map((wall) => [look, wall] as const)))(
    "keeps hue and order of six skin tones in %s before the wall %j",
    async ([look, wall]) => {
      const lightness: number[] = [];
      for (const [, skin] of skins) {
        const photo = portrait(skin, wall);
        const result = await enhance(photo, look, [drawnFace]);
        const [before, after] = [perceivedAt(photo, ...cheek), perceivedAt(result, ...cheek)];
        const turned = ((after.hue - before.hue) * Math.PI) / 180;
        expect(2 * Math.sqrt(before.chroma * after.chroma) * Math.sin(Math.abs(turned) / 2)).toBeLessThan(2);
        lightness.push(after.lightness);
      }
      expect(lightness).toEqual(lightness.toSorted((one, other) => other - one));
    },
  );

  test("turns skin in magenta light towards its own colour", async () => {
    const pink = portrait([170, 70, 95], [225, 225, 222]);
    const people = emptyPlane(pink.width, pink.height);
    people.data.fill(1);
    for (let y = 170; y < 190; y += 1) {
      for (let x = 90; x < 110; x += 1) pink.data.set([170, 105, 130], (y * pink.width + x) * 3);
    }
    const result = await enhance(pink, "natural", [drawnFace], people);
    expect(perceivedAt(result, ...cheek).hue - perceivedAt(pink, ...cheek).hue).toBeGreaterThan(12);
    const glare = perceivedAt(result, 100, 180);
    expect(Math.abs(glare.hue - perceivedAt(result, ...cheek).hue)).toBeLessThan(45);
  });

  test("does not turn a pale glare on a cheek purple", async () => {
    const glare = portrait([155, 123, 112], [225, 225, 222]);
    for (let y = 170; y < 200; y += 1) {
      for (let x = 130; x < 160; x += 1) glare.data.set([182, 168, 182], (y * glare.width + x) * 3);
    }
    const { chroma, hue } = perceivedAt(await enhance(glare, "vivid", [drawnFace]), 145, 185);
    expect(chroma * Math.sin((Math.min(0, hue) * Math.PI) / 180)).toBeGreaterThan(-2);
  });

  test.for(walls)("keeps the darkest skin dark in good light before the wall %j", async (wall) => {
    const photo = portrait([70, 42, 32], wall);
    const [before, after] = [photo, await enhance(photo, "natural", [drawnFace])].map((of) =>
      perceivedAt(of, ...cheek),
    );
    expect((after?.lightness ?? 100) - (before?.lightness ?? 0)).toBeLessThan(7);
  });

  test("does not make deep skin pale above a dark suit before a bright wall", async () => {
    const photo = portrait([186, 120, 80], [215, 215, 212]);
    const people = emptyPlane(photo.width, photo.height);
    for (let at = 0; at < people.data.length; at += 1) {
      const [x, y] = [at % photo.width, Math.floor(at / photo.width)];
      const isFace = ((x - 120) / 60) ** 2 + ((y - 140) / 80) ** 2 < 1;
      if (isFace || y > 200) people.data[at] = 1;
      if (y > 200 && !isFace) photo.data.fill(25, at * 3, at * 3 + 3);
    }
    const faceWithoutLids = {
      ...drawnFace,
      landmarks: drawnFace.landmarks.map(() => drawnFace.centre),
    };
    const after = perceivedAt(await enhance(photo, "natural", [faceWithoutLids], people), ...cheek);
    expect(after.lightness - perceivedAt(photo, ...cheek).lightness).toBeLessThan(10);
  });

  test.for(skins)("restores skin of type %s to a lit tone in a photo without light", async ([, skin]) => {
    const lit = portrait(skin, [120, 120, 118]);
    const dim = change(lit, ([r, g, b]) => [r * 0.5, g * 0.5, b * 0.5]);
    const [truth, before, after] = [lit, dim, await enhance(dim, "natural", [drawnFace])].map(
      (of) => perceivedAt(of, ...cheek).lightness,
    );
    expect(after).toBeGreaterThan((before ?? 0) + 0.35 * ((truth ?? 0) - (before ?? 0)));
    expect(after).toBeLessThan((truth ?? 0) + 12);
  });
});
