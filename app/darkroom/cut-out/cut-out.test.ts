import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import { draw } from "../../../tests/fixtures/sample-photos.ts";
import { seePhoto } from "../vision/sight.ts";
import { findSubject, type Subject } from "../vision/find-subject.ts";
import { type SaliencyNet, saliencySide } from "../vision/saliency-net.ts";
import { cutOut, type CutOut, frameOf, sureFrom, unclearBelow } from "./cut-out.ts";
import { sampleSitter } from "../../../tests/fixtures/sample-sitters.ts";
import { resizePlane } from "../opencv/filters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { faceHulls } from "../vision/faces.ts";
import { segmentPeople } from "../vision/people-map.ts";
import { drawMatte } from "./matte.ts";

const edges = 50;
const alphaAt = ({ alpha }: CutOut, across: number, down: number) =>
  alpha.data[Math.floor(down * alpha.height) * alpha.width + Math.floor(across * alpha.width)] ?? 0;

/** Sees a disc in the middle of every image; the radius is a share of the side. */
const seesDisc =
  (radius: number): SaliencyNet =>
  async () =>
    Float32Array.from({ length: saliencySide * saliencySide }, (_, at) => {
      const [x, y] = [at % saliencySide, Math.floor(at / saliencySide)];
      return Math.hypot(x - saliencySide / 2, y - saliencySide / 2) < radius * saliencySide ? 1 : 0;
    });
const seesNothing: SaliencyNet = async () => new Float32Array(saliencySide * saliencySide);

vi.setConfig({ testTimeout: 60_000 });

describe("the cut-out of a person", () => {
  let photo: Photo;
  let cut: CutOut;
  beforeAll(async () => {
    const file = await readFile((await photoFixtures()).portrait);
    const { data, info } = await sharp(file).resize(205, 256).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    photo = { width: info.width, height: info.height, data: new Uint8Array(data) };
    cut = await cutOut(await seePhoto(photo, null), { edges });
  }, 60_000);

  test("contains the face, the hair and the shoulders, and nothing of the wall", () => {
    for (const [across, down] of [
      [0.5, 0.45],
      [0.42, 0.55],
      [0.5, 0.24],
      [0.4, 0.9],
    ] as const) {
      expect(alphaAt(cut, across, down)).toBeGreaterThan(0.95);
    }
    for (const [across, down] of [
      [0.05, 0.05],
      [0.95, 0.05],
      [0.06, 0.5],
      [0.93, 0.4],
    ] as const) {
      expect(alphaAt(cut, across, down)).toBeLessThan(0.05);
    }
    expect(cut.confidence).toBeGreaterThan(unclearBelow);
  });

  test("leaves the colours of what is solid as they are", () => {
    for (let at = 0; at < cut.alpha.data.length; at += 1) {
      if (cut.alpha.data[at] !== 1) continue;
      expect(cut.foreground.data[at * 3]).toBe(photo.data[at * 3]);
    }
  });

  test("is the same on every run", async () => {
    const again = await cutOut(await seePhoto(photo, null), { edges });
    expect(Buffer.compare(Buffer.from(again.alpha.data.buffer), Buffer.from(cut.alpha.data.buffer))).toBe(0);
  });

  test("contains no ground beside the person that the saliency network sees only from far", async () => {
    const seesGround =
      (looks: number): SaliencyNet =>
      async () => {
        looks -= 1;
        return Float32Array.from({ length: saliencySide * saliencySide }, (_, at) => {
          const [x, y] = [(at % saliencySide) / saliencySide, Math.floor(at / saliencySide) / saliencySide];
          const onPerson = Math.hypot((x - 0.5) / 0.25, (y - 0.5) / 0.35) < 1;
          return onPerson || (looks >= 0 && x > 0.5 && y > 0.3 && y < 0.7) ? 1 : 0;
        });
      };
    const once = await cutOut(await seePhoto(photo, seesGround(1)), { edges });
    const twice = await cutOut(await seePhoto(photo, seesGround(2)), { edges });
    expect(alphaAt(once, 0.92, 0.45)).toBeLessThan(0.1);
    expect(alphaAt(twice, 0.92, 0.45)).toBeGreaterThan(0.9);
  });

  test("contains no wall that the saliency network only doubts, when no face is in the photo", async () => {
    const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
    const people = resizePlane(await segmentPeople(photo, whole), { width: saliencySide, height: saliencySide });
    const isWall = (at: number) => at % saliencySide > 0.8 * saliencySide && at < 0.3 * saliencySide * saliencySide;
    const doubtsWall: SaliencyNet = async () =>
      people.data.map((person, at) => (isWall(at) ? 0.45 : person > 0.5 ? 1 : 0));
    const subject = await findSubject(photo, { faces: async () => [], saliency: doubtsWall });
    if (!subject) throw new Error("There is no subject.");
    expect(subject.kind).toBe("person");
    const { data, width, height } = subject.map;
    expect(data[Math.floor(0.15 * height) * width + Math.floor(0.9 * width)]).toBeLessThan(0.1);
  });

  describe("whose map has lost the head", () => {
    const headless = (map: Plane): Plane => ({
      ...map,
      data: map.data.map((value, at) => (at < 0.5 * map.data.length ? 0 : value)),
    });
    const cutFrom = async (lose: (subject: Subject) => Subject) => {
      const sight = await seePhoto(photo, null);
      const subject = await sight.subject();
      if (!subject) throw new Error("The fixture has a subject.");
      return cutOut({ ...sight, subject: async () => lose(subject) }, { edges });
    };

    test("is drawn wider by the nets' own maps, and never counts as sure", async () => {
      const wider = await cutFrom((subject) => ({ ...subject, map: headless(subject.map), confidence: 1 }));
      expect(alphaAt(wider, 0.5, 0.45)).toBeGreaterThan(0.95);
      expect(wider.confidence).toBeLessThanOrEqual(sureFrom);
      expect(wider.confidence).toBeGreaterThan(unclearBelow);
    });

    test("is empty with confidence 0 when every net has lost it", async () => {
      const lost = await cutFrom((subject) => ({
        ...subject,
        map: headless(subject.map),
        people: headless(subject.people),
      }));
      expect(lost.confidence).toBe(0);
      expect(lost.alpha.data.every((share) => share === 0)).toBe(true);
    });
  });

  test("ends at the drawn box", async () => {
    const boxed = await cutOut(await seePhoto(photo, null), {
      edges,
      box: { left: 10, top: 10, width: 80, height: 60 },
    });
    expect(alphaAt(boxed, 0.5, 0.45)).toBeGreaterThan(0.95);
    expect(alphaAt(boxed, 0.45, 0.95)).toBe(0);
  });
});

describe("the cut-out of an object", () => {
  /** A blue disc in front of a green wall. */
  const disc = draw(240, 240, (x, y) => (Math.hypot(x - 120, y - 120) < 60 ? [40, 60, 200] : [90, 160, 80]));

  test("follows the photo's edge where the network's map is slightly too wide", async () => {
    const cut = await cutOut(await seePhoto(disc, seesDisc(0.265)), { edges });
    expect(alphaAt(cut, 0.5, 0.5)).toBe(1);
    expect(alphaAt(cut, 0.5 + 56 / 240, 0.5)).toBeGreaterThan(0.8);
    expect(alphaAt(cut, 0.5 + 65 / 240, 0.5)).toBeLessThan(0.2);
  });

  test("contains a part that the saliency network sees only from nearby", async () => {
    const [body, cap] = [[40, 60, 200] as const, [30, 30, 30] as const];
    const bottle = draw(480, 480, (x, y) => {
      if (Math.abs(x - 240) < 30 && y >= 220 && y < 300) return body;
      return Math.abs(x - 240) < 20 && y >= 180 && y < 220 ? cap : [210, 190, 160];
    });
    const seesByColour: SaliencyNet = async (rgb) => {
      const colours = Array.from(
        { length: rgb.length / 3 },
        (_, at) => [rgb[at * 3] ?? 0, rgb[at * 3 + 2] ?? 0] as const,
      );
      const isNear = colours.filter(([, blue]) => blue > 180).length > 0.04 * colours.length;
      return Float32Array.from(colours, ([red, blue]) => (blue > 180 ? 1 : red < 80 ? (isNear ? 1 : 0.3) : 0));
    };
    const cut = await cutOut(await seePhoto(bottle, seesByColour), { edges });
    expect(alphaAt(cut, 0.5, 200 / 480)).toBeGreaterThan(0.95);
    expect(alphaAt(cut, 0.5, 260 / 480)).toBe(1);
    expect(alphaAt(cut, 0.5, 160 / 480)).toBeLessThan(0.05);
  });

  test("contains no wall colour where it is translucent", async () => {
    const { foreground, alpha } = await cutOut(await seePhoto(disc, seesDisc(0.26)), { edges });
    for (let at = 0; at < alpha.data.length; at += 1) {
      const share = alpha.data[at] ?? 0;
      if (share < 0.2 || share === 1) continue;
      const [green = 0, blue = 0] = [foreground.data[at * 3 + 1], foreground.data[at * 3 + 2]];
      expect(blue).toBeGreaterThan(green);
    }
  });

  test("asks the saliency net first, so that it works while this process finds faces and people", async () => {
    const order: string[] = [];
    const saliency: SaliencyNet = (rgb) => {
      order.push("saliency net");
      return seesDisc(0.26)(rgb);
    };
    const faces = async () => {
      order.push("faces");
      return [];
    };
    await findSubject(disc, { faces, saliency });
    expect(order).toEqual(["saliency net", "faces"]);
  });

  test("is empty with confidence 0 when no network sees a subject", async () => {
    const cut = await cutOut(await seePhoto(disc, seesNothing), { edges });
    expect(cut.confidence).toBe(0);
    expect(cut.alpha.data.every((share) => share === 0)).toBe(true);
  });

  test("contains the box's oval with low confidence when no network sees a subject in it", async () => {
    const box = { left: 20, top: 20, width: 60, height: 60 };
    const cut = await cutOut(await seePhoto(disc, seesNothing), { edges, box });
    expect(alphaAt(cut, 0.5, 0.5)).toBeGreaterThan(0.95);
    expect(alphaAt(cut, 0.05, 0.5)).toBe(0);
    expect(cut.confidence).toBeLessThan(unclearBelow);
  });
});

test("converts a box in percent to pixels with a small margin", () => {
  expect(frameOf({ left: 20, top: 40, width: 40, height: 20 }, { width: 1000, height: 500 })).toEqual({
    left: 188,
    top: 197,
    width: 424,
    height: 106,
  });
});

test("keeps a box at the photo's corner within the photo", () => {
  const frame = frameOf({ left: 0, top: 0, width: 100, height: 100 }, { width: 300, height: 200 });
  expect(frame).toEqual({ left: 0, top: 0, width: 300, height: 200 });
});

beforeAll(loadOpenCv);

describe("hair in front of a light wall", () => {
  const eyes = { x: 160, y: 150 };
  const { photo, alpha, faces } = sampleSitter(320, 320, [{ eyes, head: 200, bottom: 320 }]);
  const [hair, wall, ear] = [
    [28, 22, 20],
    [205, 205, 205],
    [170, 118, 90],
  ] as const;
  const isHair = (x: number, y: number) => y < 150 && Math.hypot(x - 160, y - 140) < 110;
  /** A gap between curls, 8 px inside the outline, and an ear in the skin's colour on the other side. */
  const isGap = (x: number, y: number) => Math.hypot(x - 79, y - 78) < 4;
  const isEar = (x: number, y: number) => Math.hypot(x - 248, y - 125) < 8;

  const data = new Uint8Array(photo.data);
  for (let y = 0, at = 0; y < photo.height; y += 1) {
    for (let x = 0; x < photo.width; x += 1, at += 1) {
      const isFace = alpha.data[at] === 1;
      if (isHair(x, y)) alpha.data[at] = 1;
      const colour = isFace ? null : isGap(x, y) ? wall : isEar(x, y) ? ear : isHair(x, y) ? hair : wall;
      if (colour) data.set(colour, at * 3);
    }
  }
  const curly: Photo = { ...photo, data };
  const solidAt = (x: number, y: number, known = faces) =>
    drawMatte(curly, alpha, 50, known).alpha.data[y * 320 + x] ?? 0;

  test("lets the wall through between curls", () => {
    expect(solidAt(79, 78, [])).toBe(1);
    expect(solidAt(79, 78)).toBeLessThan(0.3);
  });

  test("has no holes where there is hair, skin or an ear", () => {
    expect(solidAt(160, 60)).toBe(1);
    expect(solidAt(160, 170)).toBe(1);
    expect(solidAt(248, 125)).toBeGreaterThan(0.9);
  });

  test("has no holes where grey strands have the wall's colour", () => {
    const grey = new Uint8Array(curly.data);
    for (let at = 0; at < alpha.data.length; at += 1) {
      const colour = [grey[at * 3], grey[at * 3 + 1], grey[at * 3 + 2]];
      const isHairOrGap =
        alpha.data[at] === 1 && [hair, wall].some((own) => own.every((value, i) => value === colour[i]));
      if (isHairOrGap) grey.fill((at >> 2) % 3 === 0 ? 205 : 110, at * 3, at * 3 + 3);
    }
    const cut = drawMatte({ ...curly, data: grey }, alpha, 50, faces).alpha;
    const ofHair = cut.data.filter((_, at) => {
      const deep = 110 - Math.hypot((at % 320) - 160, Math.floor(at / 320) - 140);
      return Math.floor(at / 320) < 100 && deep > 6 && deep < 16;
    });
    expect(Math.min(...ofHair)).toBeGreaterThan(0.9);
  });
});

test("lets a light wall through black frizzy hair, although the clothes are as grey as that mixture", () => {
  const [side, middle] = [640, { x: 320, y: 290 }];
  const { photo, alpha, faces } = sampleSitter(side, side, [{ eyes: { x: 320, y: 300 }, head: 120, bottom: side }]);
  const [grey, black, wall] = [120, 25, 225];
  const depth = (x: number, y: number) => (y < middle.y ? 85 - Math.hypot(x - middle.x, y - middle.y) : 0);
  const frizz: number[] = [];
  const data = new Uint8Array(photo.data);
  for (let y = 0, at = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1, at += 1) {
      const [isSitter, deep] = [alpha.data[at] === 1, depth(x, y)];
      if (deep > 0) alpha.data[at] = 1;
      if (deep > 2 && deep < 10) frizz.push(at);
      const level = isSitter ? (y > 400 ? grey : null) : deep <= 0 ? wall : deep < 10 ? grey : black;
      if (level !== null) data.fill(level, at * 3, at * 3 + 3);
    }
  }
  const cut = drawMatte({ ...photo, data }, alpha, 50, faces);
  const meanOf = (value: (at: number) => number) => frizz.reduce((sum, at) => sum + value(at), 0) / frizz.length;
  expect(meanOf((at) => cut.alpha.data[at] ?? 0)).toBeLessThan(0.75);
  expect(meanOf((at) => cut.foreground.data[at * 3] ?? 0)).toBeLessThan(90);
});

test("keeps short fair hair above deep skin before a light sky", () => {
  const [side, middle] = [640, { x: 320, y: 290 }];
  const { photo, alpha, faces } = sampleSitter(side, side, [{ eyes: { x: 320, y: 300 }, head: 200, bottom: side }]);
  const [skin, fair, sky] = [
    [58, 42, 38],
    [150, 140, 110],
    [232, 238, 245],
  ] as const;
  const hair: number[] = [];
  const data = new Uint8Array(photo.data);
  for (let y = 0, at = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1, at += 1) {
      const deep = y < middle.y ? 142 - Math.hypot(x - middle.x, y - middle.y) : 0;
      const isHair = deep > 0 && deep < 30;
      data.set(isHair ? fair : deep > 0 || alpha.data[at] === 1 ? skin : sky, at * 3);
      if (deep > 0) alpha.data[at] = 1;
      if (deep > 3 && deep < 26) hair.push(at);
    }
  }
  const cut = drawMatte({ ...photo, data }, alpha, 50, faces);
  expect(hair.reduce((sum, at) => sum + (cut.alpha.data[at] ?? 0), 0) / hair.length).toBeGreaterThan(0.97);
});

test("keeps a small face solid before a wall of its colour", () => {
  const { photo, alpha, faces } = sampleSitter(640, 640, [
    { eyes: { x: 320, y: 300 }, head: 60, bottom: 640, skin: [150, 146, 138] },
  ]);
  const rim = 320 + 0.27 * 60;
  const turned = { ...alpha, data: alpha.data.map((share, at) => (at % 640 > rim ? 0 : share)) };
  const cut = drawMatte(photo, turned, 100, faces).alpha;
  const hull = faceHulls(faces, photo, photo, 0.8);
  expect(Math.min(...cut.data.filter((_, at) => hull[at] === 1))).toBeGreaterThan(0.85);
});

test("keeps hair at the outline although a band of another colour is behind it", () => {
  const [side, middle, radius] = [640, 320, 220];
  const deepAt = (x: number, y: number) => radius - Math.hypot(x - middle, y - middle);
  const isBand = (x: number, y: number) => y < middle && deepAt(x, y) > 8 && deepAt(x, y) < 30;
  const photo = draw(side, side, (x, y) => {
    if (deepAt(x, y) < 0) return (x >> 4) % 2 ? [170, 175, 150] : [145, 150, 125];
    return isBand(x, y) ? [40, 30, 25] : [200, 180, 150];
  });
  const places = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const);
  const map = { ...photo, data: Float32Array.from(places, ([x, y]) => (deepAt(x, y) > 0 ? 1 : 0)) };
  const { alpha } = drawMatte(photo, map, 50);
  const ofHair = alpha.data.filter((_, at) => {
    const [x, y] = places[at] ?? [0, 0];
    return y < middle && deepAt(x, y) > 2 && deepAt(x, y) < 7;
  });
  expect(ofHair.reduce((sum, share) => sum + share, 0) / ofHair.length).toBeGreaterThan(0.8);
});

test("keeps a car's dark sill above a dark road, where the map is sure, and no road", () => {
  const [side, sill] = [640, 400];
  const isCar = (x: number, y: number) => Math.abs(x - 320) < 180 && y > 240 && y < sill;
  const photo = draw(side, side, (x, y) => {
    if (isCar(x, y)) return y < sill - 7 ? [205, 208, 212] : [44, 44, 46];
    return y < 330 ? [120, 150, 110] : [72, 72, 74];
  });
  const data = Float32Array.from({ length: side * side }, (_, at) => (isCar(at % side, Math.floor(at / side)) ? 1 : 0));
  const { alpha } = drawMatte(photo, { ...photo, data }, 50);
  const meanOf = (from: number, to: number) => {
    const rows = alpha.data.filter((_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)];
      return Math.abs(x - 320) < 160 && y >= from && y < to;
    });
    return rows.reduce((sum, share) => sum + share, 0) / rows.length;
  };
  expect(meanOf(sill - 6, sill - 1)).toBeGreaterThan(0.85);
  expect(meanOf(sill + 4, sill + 9)).toBeLessThan(0.05);
});

test("clears a speck of the person's colours beside the legs, and keeps one beside the hair", () => {
  const { photo, alpha, faces } = sampleSitter(640, 640, [{ eyes: { x: 320, y: 120 }, head: 100, bottom: 640 }]);
  const [low, high] = [
    { x: 200, y: 560 },
    { x: 408, y: 100 },
  ];
  for (let y = 0, at = 0; y < 640; y += 1) {
    for (let x = 0; x < 640; x += 1, at += 1) {
      for (const speck of [low, high]) {
        const [across, down] = [Math.abs(x - speck.x), Math.abs(y - speck.y)];
        if (across < 11 && down < 11) alpha.data[at] = Math.max(alpha.data[at] ?? 0, 0.46);
        if (across < 4 && down < 2) photo.data.set([63, 72, 110], at * 3);
      }
    }
  }
  const { data } = drawMatte(photo, alpha, 50, faces).alpha;
  const at = ({ x, y }: typeof low) => data[y * 640 + x] ?? 0;
  expect(at(high)).toBeGreaterThan(0.2);
  expect(at(low)).toBe(0);
});
