import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { decodePhoto } from "../decode.ts";
import type { Photo } from "../work.ts";
import { mapPlane, type Plane } from "../pixels/plane.ts";
import { draw } from "../../../tests/fixtures/sample-photos.ts";
import { seePhoto } from "../vision/sight.ts";
import { findSubject, type Subject } from "../vision/find-subject.ts";
import { type SaliencyNet, saliencySide } from "../vision/onnx-nets.ts";
import { cutOut, type CutOut, frameOf, sureFrom, unclearBelow } from "./cut-out.ts";
import { resizePlane } from "../opencv/filters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { segmentPeople } from "../vision/people-map.ts";

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

  test("is that of the thing beside, when the only face is doubtful", async () => {
    const saliency: SaliencyNet = async () =>
      Float32Array.from({ length: saliencySide ** 2 }, (_, at) => (at % saliencySide > 0.8 * saliencySide ? 1 : 0));
    const [face] = await (await seePhoto(photo, null)).faces();
    if (!face) throw new Error("The fixture has a face.");
    const likelihoodOfChest = async (sureness: number) => {
      const subject = await findSubject(photo, { faces: async () => [{ ...face, sureness }], saliency });
      const { data = [], width = 0, height = 0 } = subject?.map ?? {};
      return data[Math.floor(0.8 * height) * width + Math.floor(0.45 * width)];
    };
    expect(await likelihoodOfChest(0.9)).toBeGreaterThan(0.9);
    expect(await likelihoodOfChest(0.3)).toBeLessThan(0.1);
  });

  test("is delivered without the large painted face on the wall beside the person", async () => {
    const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
    const wall = await sharp({ create: { width: 700, height: 256, channels: 3, background: "#cfcac4" } })
      .composite([{ input: Buffer.from(photo.data), raw, left: 480, top: 0 }])
      .png()
      .toBuffer();
    const decoded = await decodePhoto(new Uint8Array(wall));
    if (!decoded) throw new Error("The wall cannot be decoded.");
    const sight = await seePhoto(decoded, null);
    const [face] = await sight.faces();
    if (!face) throw new Error("The fixture has a face.");
    const painted = ({ x, y }: { x: number; y: number }) => ({
      x: 200 + 2.5 * (x - face.centre.x),
      y: 128 + 2.5 * (y - face.centre.y),
    });
    const picture = {
      ...face,
      centre: painted(face.centre),
      size: 2.5 * face.size,
      landmarks: face.landmarks.map(painted),
    };
    const faces = async () => [picture, face];
    const saliency: SaliencyNet = async () =>
      Float32Array.from({ length: saliencySide ** 2 }, (_, at) => (at % saliencySide > 0.7 * saliencySide ? 1 : 0));
    const subject = async () => findSubject(sight.photo, { faces, saliency });
    const withPicture = await cutOut({ ...sight, faces, subject }, { edges });
    expect(withPicture.confidence).toBeGreaterThan(sureFrom);
    expect(alphaAt(withPicture, face.centre.x / 700, face.centre.y / 256)).toBe(1);
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

  test("contains a friend as sharp and large whom the search has dropped", async () => {
    const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
    const pair = await sharp({ create: { width: 410, height: 256, channels: 3, background: "#cfcac4" } })
      .composite([0, 205].map((left) => ({ input: Buffer.from(photo.data), raw, left, top: 0 })))
      .png()
      .toBuffer();
    const decoded = await decodePhoto(new Uint8Array(pair));
    if (!decoded) throw new Error("The pair cannot be decoded.");
    const sight = await seePhoto(decoded, null);
    const subject = await sight.subject();
    const [own, friend] = subject?.faces ?? [];
    if (!subject || !own || !friend) throw new Error("The fixture has two faces.");
    const isOwn = (at: number) => at % subject.map.width < subject.map.width / 2 === own.centre.x < 205;
    const map = mapPlane(subject.map, (share, at) => (isOwn(at) ? share : 0));
    const search = async () => ({ ...subject, faces: [own], map, salient: map });
    const cutPair = await cutOut({ ...sight, subject: search }, { edges });
    expect(alphaAt(cutPair, friend.centre.x / 410, friend.centre.y / 256)).toBe(1);
    expect(cutPair.faces).toHaveLength(2);
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
