import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { change, type Colour, dice, draw, snapshot, swept } from "../../../tests/fixtures/sample-photos.ts";
import { resizePhoto } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { perceivedAt } from "../../../tests/fixtures/cielab.ts";
import { emptyPlane, mapPlane, type Plane } from "../pixels/plane.ts";
import { seePhoto, type Sight } from "../vision/sight.ts";
import { applyStyle, artStyle, paintBehind, stylePreviews } from "./apply-style.ts";

const drawnStyles = ["anime", "cartoon", "comic"] as const;
/** The drawn styles and the style of the painted background. */
const styles = [...drawnStyles, "ghibli"] as const;

/** In ms, because one test paints several pictures and the machine may be busy. */
const timeout = 60_000;

let portrait: Photo;
let portraitSight: Sight;
let sceneSight: Sight;
/** Shared by all styles, because the networks take most of these tests' time. */
let narrow: Sight[];
let tones: Sight[];
let couple: Sight;

beforeAll(async () => {
  const { portrait: file } = await photoFixtures();
  const { data, info } = await sharp(file).resize(120).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  portrait = { width: info.width, height: info.height, data: new Uint8Array(data) };
  portraitSight = await seePhoto(portrait, null);
  sceneSight = await seePhoto(resizePhoto(snapshot(), { width: 96, height: 72 }), null);
  narrow = await Promise.all(sizes.map(([width, height]) => seePhoto(gradient(width, height), null)));
  tones = await Promise.all(
    swept(lights, (light) => sampleLights.has(light)).map((light) => seePhoto(inTone(light), null)),
  );
  couple = await seePhoto(twice(portrait), null);
}, timeout);

const sizes = [
  [64, 64],
  [64, 3],
  [3, 64],
  [160, 12],
] as const;
const gradient = (width: number, height: number) => draw(width, height, (x, y) => [x % 256, y % 256, (x * y) % 256]);

const lights = [1, 0.86, 0.72, 0.58, 0.46, 0.36];
const sampleLights = new Set([1, 0.58, 0.36]);
const inTone = (light: number) =>
  change(portrait, (colour) => {
    const [red, green, blue] = colour;
    return isSkin(colour) ? [red * light, green * light * light ** 0.15, blue * light * light ** 0.3] : colour;
  });

const twice = ({ width, height, data }: Photo) =>
  draw(width * 2, height, (x, y) => {
    const at = (y * width + (x % width)) * 3;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  });

/** A copy with the same faces and subject, which styles analyse again. */
const seenAgain = (sight: Sight): Sight => ({ ...sight });

const meanDifference = (one: Photo, other: Photo) =>
  one.data.reduce((sum, value, at) => sum + Math.abs(value - (other.data[at] ?? 0)), 0) / one.data.length;

const isSkin = ([red, green, blue]: Colour) => red > green && green > blue && red - blue > 40 && red > 120;

test("draws a portrait whose face the networks find", async () => {
  expect(await portraitSight.faces()).toHaveLength(1);
});

describe.each(styles)("the style %s", { timeout }, (style) => {
  test("is deterministic, has the photo's size and does not change the photo", async () => {
    const before = portrait.data.slice();
    const result = await applyStyle(portraitSight, style, 100);
    const again = await applyStyle(seenAgain(portraitSight), style, 100);
    expect(again.data).toEqual(result.data);
    expect([result.width, result.height]).toEqual([portrait.width, portrait.height]);
    expect(portrait.data).toEqual(before);
  });

  test.each(["portrait", "scene"])("equals the photo at 0 and differs more with strength (%s)", async (name) => {
    const sight = name === "portrait" ? portraitSight : sceneSight;
    const untouched = await applyStyle(sight, style, 0);
    expect(untouched.data).toEqual(sight.photo.data);
    const distances: number[] = [];
    for (const intensity of [30, 60, 100]) {
      distances.push(meanDifference(await applyStyle(sight, style, intensity), sight.photo));
    }
    expect(distances[0]).toBeGreaterThan(0.5);
    for (const [step, distance] of distances.slice(1).entries()) {
      expect(distance).toBeGreaterThan((distances[step] ?? 0) * 1.15);
    }
  });

  test("accepts photos of 64 × 64, 64 × 3, 3 × 64 and 160 × 12", async () => {
    for (const sight of narrow) {
      const { width, height } = sight.photo;
      const result = await applyStyle(sight, style, 100);
      expect([result.width, result.height, result.data.length]).toEqual([width, height, width * height * 3]);
      expect(meanDifference(result, sight.photo)).toBeGreaterThan(1);
    }
    expect(narrow).toHaveLength(sizes.length);
  });

  test("paints the background without the subject at the photo's size", async () => {
    const alpha = emptyPlane(portrait.width, portrait.height);
    alpha.data.fill(1, 40 * portrait.width, 90 * portrait.width);
    const result = await paintBehind(portrait, alpha, style);
    expect([result.width, result.height]).toEqual([portrait.width, portrait.height]);
  });
});

const seesThing = (photo: Photo, map: Plane, confidence: number): Sight => ({
  photo,
  faces: async () => [],
  people: async () => emptyPlane(map.width, map.height),
  subject: async () => ({ kind: "thing", faces: [], map, people: map, salient: map, confidence }),
});

test("cuts a thing out in cartoon only when its outline is certain", { timeout }, async () => {
  const [width, height] = [160, 120];
  const isBall = (x: number, y: number) => Math.hypot(x - 80, y - 60) < 30;
  const photo = draw(width, height, (x, y) => (isBall(x, y) ? [210, 60, 40] : [60, 150, 70]));
  const map = {
    width,
    height,
    data: Float32Array.from(
      photo.data.filter((_, at) => at % 3 === 0),
      (red) => +(red > 100),
    ),
  };
  const greenBehind = async (confidence: number) =>
    perceivedAt(await applyStyle(seesThing(photo, map, confidence), "cartoon", 100), 10, 10).chroma;
  const own = perceivedAt(photo, 10, 10).chroma;
  expect(await greenBehind(0.6)).toBeGreaterThan(own);
  expect(await greenBehind(0.9)).toBeLessThan(own);
});

test.for(drawnStyles)("keeps the stripes of a cat in %s", { timeout }, async (style) => {
  const isCat = (x: number, y: number) => Math.hypot((x - 160) / 110, (y - 120) / 90) < 1;
  const fur = (x: number): Colour => (x % 10 < 4 ? [126, 112, 98] : [158, 142, 126]);
  const photo = draw(320, 240, (x, y) => (isCat(x, y) ? fur(x) : [200, 205, 210]));
  const map = mapPlane(emptyPlane(320, 240), (_, at) => (isCat(at % 320, Math.floor(at / 320)) ? 1 : 0));
  const { data, width, height } = await applyStyle(seesThing(photo, map, 0.9), style, 100);
  const rowAt = (share: number) => {
    const y = Math.floor(share * height);
    return Array.from({ length: width }, (_, x) => data[(y * width + x) * 3 + 1] ?? 0);
  };
  const meanWhere = (holds: (x: number) => boolean) => {
    const tones = [0.4, 0.5, 0.6].flatMap((share) =>
      rowAt(share).filter((_, x) => Math.abs(x / width - 0.5) < 0.2 && holds(((320 * x) / width) % 10)),
    );
    return tones.reduce((sum, tone) => sum + tone, 0) / tones.length;
  };
  expect(meanWhere((x) => x > 5 && x < 9) - meanWhere((x) => x > 1 && x < 3)).toBeGreaterThan(30);
});

test("differs clearly between anime and cartoon", { timeout }, async () => {
  for (const sight of [portraitSight, sceneSight]) {
    const [anime, cartoon] = [await applyStyle(sight, "anime", 100), await applyStyle(sight, "cartoon", 100)];
    expect(meanDifference(anime, cartoon)).toBeGreaterThan(10);
  }
});

test.each(drawnStyles)("%s keeps the lightness and hue of skin of all tones", { timeout }, async (style) => {
  for (const sight of tones) await expectSkinKept(sight, style);
});

test.each(drawnStyles)("%s keeps the skin of two people of different tones", { timeout }, async (style) => {
  const left = portrait.width;
  const other = inTone(0.5);
  const pair = draw(2 * left, portrait.height, (x, y) => {
    const { data } = x < left ? portrait : other;
    const at = (y * left + (x % left)) * 3;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  });
  const sight = await seePhoto(pair, null);
  expect(await sight.faces()).toHaveLength(2);
  await expectSkinKept(sight, style);
});

async function expectSkinKept(sight: Sight, style: (typeof drawnStyles)[number]) {
  const result = await applyStyle(sight, style, 100);
  for (const { landmarks } of await sight.faces()) {
    const [before, after] = [sight.photo, result].map((picture) => cheeks(picture, landmarks));
    expect(Math.abs((after?.lightness ?? 0) - (before?.lightness ?? 0))).toBeLessThan(8);
    expect((after?.lightness ?? 0) - (before?.lightness ?? 0)).toBeLessThan(5);
    expect(Math.abs((after?.hue ?? 0) - (before?.hue ?? 0))).toBeLessThan(8);
  }
}

/** Mean lightness and hue of both cheeks, in which a few lines or dots do not matter. */
function cheeks(picture: Photo, landmarks: readonly { x: number; y: number }[]) {
  const [one, other] = [50, 280].map((index) => {
    const { x, y } = landmarks[index] ?? { x: 0, y: 0 };
    return perceivedAt(picture, Math.round(x), Math.round(y), 3);
  });
  return {
    lightness: ((one?.lightness ?? 0) + (other?.lightness ?? 0)) / 2,
    hue: ((one?.hue ?? 0) + (other?.hue ?? 0)) / 2,
  };
}

test.each(["anime", "cartoon"] as const)(
  "%s softens a shine on skin and makes no skin lighter for it",
  { timeout },
  async (style) => {
    const [face] = await portraitSight.faces();
    const nose = face?.landmarks[4] ?? { x: 0, y: 0 };
    const shiny = draw(portrait.width, portrait.height, (x, y) => {
      const at = (y * portrait.width + x) * 3;
      const own: Colour = [portrait.data[at] ?? 0, portrait.data[at + 1] ?? 0, portrait.data[at + 2] ?? 0];
      const isShine = Math.hypot(x - nose.x, y - nose.y) < 0.25 * (face?.size ?? 0);
      return isSkin(own) ? (isShine ? [250, 236, 228] : [own[0] * 0.6, own[1] * 0.55, own[2] * 0.5]) : own;
    });
    const sight = { ...portraitSight, photo: shiny };
    const places = face?.landmarks ?? [];
    const painting = await applyStyle(sight, style, 100);
    const [before, after] = [cheeks(shiny, places), cheeks(painting, places)];
    expect(after.lightness - before.lightness).toBeLessThan(2);
    const shineOn = (picture: Photo) => {
      const { x, y } = places[197] ?? nose;
      return perceivedAt(picture, Math.round(x), Math.round(y), 2).lightness - cheeks(picture, places).lightness;
    };
    expect(shineOn(painting)).toBeLessThan(0.3 * shineOn(shiny));
  },
);

test.each(["anime", "cartoon"] as const)("%s draws lips in their own colour", { timeout }, async (style) => {
  const [face] = await portraitSight.faces();
  const { x, y } = face?.landmarks[17] ?? { x: 0, y: 0 };
  const red = draw(portrait.width, portrait.height, (column, row) => {
    const at = (row * portrait.width + column) * 3;
    const isLip = Math.abs(column - x) < 6 && row < y && row > y - 4;
    return isLip ? [170, 20, 60] : [portrait.data[at] ?? 0, portrait.data[at + 1] ?? 0, portrait.data[at + 2] ?? 0];
  });
  const chromaOf = async (photo: Photo) => {
    const drawn = await applyStyle({ ...portraitSight, photo }, style, 100);
    return perceivedAt(drawn, Math.round(x), Math.round(y) - 2, 1).chroma;
  };
  expect(await chromaOf(red)).toBeGreaterThan((await chromaOf(portrait)) + 8);
});

test("draws brown irises where light and flash redden the eyes in anime", { timeout }, async () => {
  const [face] = await portraitSight.faces();
  const eyes = [159, 386].map((index) => face?.landmarks[index] ?? { x: 0, y: 0 });
  const isAtEye = (x: number, y: number) =>
    eyes.some((eye) => Math.hypot(x - eye.x, y - eye.y) < 0.07 * (face?.size ?? 0));
  const reddened = draw(portrait.width, portrait.height, (x, y) => {
    const at = (y * portrait.width + x) * 3;
    const own: Colour = [portrait.data[at] ?? 0, portrait.data[at + 1] ?? 0, portrait.data[at + 2] ?? 0];
    return isAtEye(x, y) && own[0] < 120 ? [110, 24, 30] : own;
  });
  const { data } = await applyStyle({ ...portraitSight, photo: reddened }, "anime", 100);
  let red = 0;
  for (let at = 0; at < portrait.width * portrait.height; at += 1) {
    if (!isAtEye(at % portrait.width, Math.floor(at / portrait.width))) continue;
    const [r = 0, g = 0, b = 0] = data.subarray(at * 3, at * 3 + 3);
    if (r - b > 60 && g - b < 0.2 * (r - b)) red += 1;
  }
  expect(red).toBe(0);
});

test("paints no sky on a pale wall behind a thing in anime", { timeout }, async () => {
  const wall: Colour = [214, 203, 199];
  const photo = draw(160, 160, (x, y) => (Math.hypot(x - 80, y - 100) < 35 ? [170, 20, 30] : wall));
  const { data } = await applyStyle(await seePhoto(photo, null), "anime", 100);
  expect(data[(10 * 160 + 80) * 3 + 2]).toBeLessThanOrEqual(data[(10 * 160 + 80) * 3] ?? 0);
});

test.each(styles)("draws a photo of two people in %s", { timeout }, async (style) => {
  expect(await couple.faces()).toHaveLength(2);
  const result = await applyStyle(couple, style, 100);
  expect(meanDifference(result, couple.photo)).toBeGreaterThan(2);
});

test("keeps the face visible in a comic of a night photo", { timeout }, async () => {
  const night = change(portrait, ([red, green, blue]) => [red * 0.22, green * 0.22, blue * 0.24]);
  const sight = await seePhoto(night, null);
  const [face] = await sight.faces();
  expect(face).toBeDefined();
  const result = await applyStyle(sight, "comic", 100);
  expect(cheeks(result, face?.landmarks ?? []).lightness).toBeGreaterThan(
    cheeks(night, face?.landmarks ?? []).lightness + 5,
  );
});

test("shows the folds of black clothes in a comic", { timeout }, async () => {
  const cloth = draw(200, 200, (x, y) => {
    const fold = 10 * Math.max(0, Math.sin((x + y) / 9)) ** 2;
    return x > 80 && x < 120 ? [22 + fold, 22 + fold, 28 + fold] : [225, 220, 210];
  });
  const { data } = await applyStyle(await seePhoto(cloth, null), "comic", 100);
  const across = Array.from({ length: 30 }, (_, x) => data[(100 * 200 + 85 + x) * 3] ?? 0);
  expect(Math.min(...across)).toBeLessThan(20);
  expect(Math.max(...across)).toBeGreaterThan(40);
});

/** Share of a dark cloth with light flecks that a comic prints in black. */
async function blackShare([red, green, blue]: Colour) {
  const random = dice();
  const flecks = Array.from({ length: 140 * 140 }, () => (random() < 0.05 ? 40 : 0));
  const cloth = draw(700, 700, (x, y) => {
    const tone = 25 + (flecks[Math.floor(y / 5) * 140 + Math.floor(x / 5)] ?? 0);
    return x > 300 && x < 430 ? [Math.min(255, red * tone), green * tone, blue * tone] : [225, 220, 210];
  });
  const { data } = await applyStyle(await seePhoto(cloth, null), "comic", 100);
  const reds = Array.from({ length: 110 * 660 }, (_, at) => {
    return data[((20 + Math.floor(at / 110)) * 700 + 310 + (at % 110)) * 3] ?? 0;
  });
  return reds.filter((own) => own <= 30).length / reds.length;
}

test("prints a dark cloth mostly black in a comic, and a red one of its luma mostly red", { timeout }, async () => {
  expect(await blackShare([1, 1, 1.2])).toBeGreaterThan(0.9);
  expect(await blackShare([5.6, 0.2, 0.4])).toBeLessThan(0.5);
});

test("prints the folds of a white dress before a white wall in a comic", { timeout }, async () => {
  const dress = draw(400, 400, (x) => {
    const tone = x > 100 && x < 300 ? 240 + 12 * Math.sin(x / 12) : 252;
    return [tone, tone, tone];
  });
  const { data } = await applyStyle(await seePhoto(dress, null), "comic", 100);
  const meanFrom = (left: number) => {
    const reds = Array.from({ length: 8 * 200 }, (_, at) => {
      return data[((100 + Math.floor(at / 8)) * 400 + left + (at % 8)) * 3] ?? 0;
    });
    return reds.reduce((sum, red) => sum + red, 0) / reds.length;
  };
  const across = Array.from({ length: 40 }, (_, step) => meanFrom(120 + 4 * step));
  expect(Math.max(...across) - Math.min(...across)).toBeGreaterThan(8);
});

test.each(["anime", "comic"] as const)(
  "%s keeps orange clothes and a yellow wall saturated",
  { timeout },
  async (style) => {
    const [orange, yellow]: [Colour, Colour] = [
      [250, 110, 10],
      [230, 190, 58],
    ];
    const photo = draw(160, 160, (x, y) => (x > 40 && x < 120 && y > 60 ? orange : yellow));
    const { data } = await applyStyle(await seePhoto(photo, null), style, 100);
    const spreadAt = (x: number, y: number) => {
      const colour = [...data.subarray((y * 160 + x) * 3, (y * 160 + x) * 3 + 3)];
      return Math.max(...colour) - Math.min(...colour);
    };
    expect(spreadAt(80, 110)).toBeGreaterThan(172);
    expect(spreadAt(15, 80)).toBeGreaterThan(110);
  },
);

test("draws previews within the requested size from one analysis", { timeout }, async () => {
  let looks = 0;
  const counting: Sight = {
    ...portraitSight,
    faces: () => {
      looks += 1;
      return portraitSight.faces();
    },
  };
  const previews = await stylePreviews(counting, 80, styles);
  expect([...previews.keys()]).toEqual(styles);
  for (const { width, height } of previews.values()) expect(Math.max(width, height)).toBe(80);
  expect(looks).toBeLessThan(styles.length);
});

const stripes = draw(120, 30, (x) => (x % 20 < 10 ? [200, 60, 40] : [30, 90, 160]));

const sight = await seePhoto(stripes, null);

test("applies the recipe's style at its intensity", async () => {
  const work = await artStyle(sight, { tool: "art-style", style: "comic", intensity: 40 }, () => {});
  expect(work).toEqual({ ok: true, picture: await applyStyle(sight, "comic", 40) });
});

test("notes that a written description was not used", async () => {
  const recipe = { tool: "art-style", style: "sketch", intensity: 100, wishes: "on a beach" } as const;
  expect(await artStyle(sight, recipe, () => {})).toMatchObject({
    ok: true,
    note: "Your description was not used.",
  });
});

test("reports progress up to 1", async () => {
  const shares: number[] = [];
  await artStyle(sight, { tool: "art-style", style: "anime", intensity: 100 }, (share) => shares.push(share));
  expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
  expect(shares.at(-1)).toBe(1);
});
