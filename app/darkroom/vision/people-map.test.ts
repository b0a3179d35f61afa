import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { type Colour, draw } from "../../../tests/fixtures/sample-photos.ts";
import { decodePhoto } from "../decode.ts";
import { resizePlane, type Size } from "../opencv/filters.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { type Face, findFaces } from "./faces.ts";
import { findSubject } from "./find-subject.ts";
import { isPartOfPeople, mapPeople, meanIn, meanOfFace, segmentPeople } from "./people-map.ts";
import { type SaliencyNet, saliencySide } from "./onnx-nets.ts";

beforeAll(loadOpenCv);

const square = { width: saliencySide, height: saliencySide };

async function portrait(): Promise<Photo> {
  const photo = await decodePhoto(new Uint8Array(await readFile((await photoFixtures()).portrait)), 256);
  if (!photo) throw new Error("The fixture cannot be decoded.");
  return photo;
}

/** Sees a disc in the middle of every image; the radius is a share of the side. */
const seesDisc =
  (radius: number): SaliencyNet =>
  async () =>
    Float32Array.from({ length: saliencySide * saliencySide }, (_, at) => {
      const [x, y] = [at % saliencySide, Math.floor(at / saliencySide)];
      return Math.hypot(x - saliencySide / 2, y - saliencySide / 2) < radius * saliencySide ? 1 : 0;
    });

/** The likelihood of the chest, below the saliency network's find, in a photo without a face. */
async function chestIn(saliency: SaliencyNet): Promise<{ kind: string; chest: number }> {
  const photo = await portrait();
  const subject = await findSubject(photo, { faces: async () => [], saliency });
  if (!subject) throw new Error("The fixture has a subject.");
  const { width, height, data } = subject.map;
  return { kind: subject.kind, chest: data[Math.floor(0.9 * height) * width + Math.floor(0.5 * width)] ?? 0 };
}

test("keeps the clothes of a person whose face is hidden when the saliency network sees the hair alone", async () => {
  const { kind, chest } = await chestIn(seesDisc(0.12));
  expect(kind).toBe("person");
  expect(chest).toBeGreaterThan(0.5);
});

test("keeps to the saliency network's find when it reaches beyond people", async () => {
  const { kind, chest } = await chestIn(async (rgb) => {
    const disc = await seesDisc(0.12)(rgb);
    return disc && disc.map((likely, at) => (at % saliencySide < 0.12 * saliencySide ? 1 : likely));
  });
  expect(kind).toBe("thing");
  expect(chest).toBeLessThan(0.5);
});

/** The fixture's portrait at several places of a grey photo. */
async function photoOf(persons: readonly { left: number; top: number }[], person: Size, { width, height }: Size) {
  const input = await sharp(await readFile((await photoFixtures()).portrait))
    .resize(person.width, person.height, { position: "bottom" })
    .toBuffer();
  const image = sharp({ create: { width, height, channels: 3, background: "#888" } })
    .composite(persons.map((place) => ({ input, ...place })))
    .jpeg({ quality: 95 });
  const photo = await decodePhoto(new Uint8Array(await image.toBuffer()));
  if (!photo) throw new Error("The group cannot be decoded.");
  const faces = persons.map(({ left, top }): Face => {
    const centre = { x: left + person.width / 2, y: top + 0.35 * person.height };
    return { centre, size: 0.35 * person.width, turn: 0, sureness: 1, landmarks: [] };
  });
  return { photo, faces, whole: { left: 0, top: 0, width, height } };
}

test("maps everyone in a long row of people", async () => {
  const person = { width: 160, height: 200 };
  const places = Array.from({ length: 10 }, (_, at) => ({ left: at * person.width, top: 0 }));
  const { photo, faces, whole } = await photoOf(places, person, { width: 1600, height: 200 });
  const map = await mapPeople(photo, whole, faces);
  const chests = places.map(({ left }) => meanIn(map, { left: left + 48, top: 160, width: 64, height: 36 }, photo));
  expect(Math.min(...chests)).toBeGreaterThan(0.9);
});

test("keeps the head of a person in a group whose face is not found", async () => {
  const person = { width: 200, height: 250 };
  const places = Array.from({ length: 5 }, (_, at) => ({ left: 160 + at * 120, top: at % 2 ? 290 : 350 }));
  const { photo, faces, whole } = await photoOf(places, person, { width: 1000, height: 600 });
  const [, , , unseen] = faces;
  const map = await mapPeople(
    photo,
    whole,
    faces.filter((face) => face !== unseen),
  );
  expect(meanIn(map, { left: 600, top: 352, width: 40, height: 50 }, photo)).toBeGreaterThan(0.85);
});

test("finds every face of a group whose faces are small", async () => {
  const places = Array.from({ length: 9 }, (_, at) => ({ left: at * 200, top: 600 }));
  const { photo } = await photoOf(places, { width: 200, height: 250 }, { width: 1920, height: 1280 });
  expect(await findFaces(photo)).toHaveLength(9);
});

test("finds a small face of which only the landmarks are sure", async () => {
  const person = { width: 80, height: 100 };
  const { photo } = await photoOf([{ left: 350, top: 300 }], person, { width: 1030, height: 600 });
  expect(await findFaces(photo)).toHaveLength(1);
});

test("maps a person who lies on the side, close to the camera", async () => {
  const lying = sharp(await readFile((await photoFixtures()).portrait)).rotate(90);
  const image = lying.extract({ left: 200, top: 10, width: 500, height: 700 }).jpeg({ quality: 95 });
  const photo = await decodePhoto(new Uint8Array(await image.toBuffer()));
  if (!photo) throw new Error("The photo cannot be decoded.");
  const [face] = await findFaces(photo);
  if (!face) throw new Error("The face is not found.");
  const map = await mapPeople(photo, { left: 0, top: 0, width: 500, height: 700 }, [face]);
  expect(meanOfFace(map, face, photo)).toBeGreaterThan(0.8);
});

/** A photo without a face, in which the saliency network sees `seen` of the people network's map. */
async function animalSeen(seen: (likely: number, at: number) => number) {
  const photo = await portrait();
  const people = resizePlane(await segmentPeople(photo, { left: 0, top: 0, ...photo }), square);
  const subject = await findSubject(photo, { faces: async () => [], saliency: async () => people.data.map(seen) });
  if (!subject) throw new Error("The fixture has a subject.");
  return subject;
}

test("finds the towel beside a bottle that the saliency network sees surely in a mirrored look alone", async () => {
  const photo = draw(saliencySide, saliencySide, (x, y) => [(x * 3) % 80, 90, (y * 5) % 60]);
  const isIn = (x: number, left: number, right: number) => x >= left && x < right;
  let looks = 0;
  const saliency: SaliencyNet = async () => {
    looks += 1;
    return Float32Array.from({ length: saliencySide ** 2 }, (_, at) => {
      const [column, y] = [at % saliencySide, Math.floor(at / saliencySide)];
      const x = looks === 2 ? saliencySide - 1 - column : column;
      if (y < 40 || y > 290) return 0;
      return isIn(x, 60, 200) ? 1 : y > 150 && isIn(x, 200, 280) ? (looks === 2 ? 1 : 0.4) : 0;
    });
  };
  const subject = await findSubject(photo, { faces: async () => [], saliency });
  const { width, data } = subject?.map ?? emptyPlane(1, 1);
  const towel = data[Math.floor(0.7 * width) * width + Math.floor(0.75 * width)];
  expect([subject?.kind, looks]).toEqual(["thing", 2]);
  expect(towel).toBeGreaterThan(0.9);
});

test("looks no second time at a scene without a sure find", async () => {
  let looks = 0;
  const saliency: SaliencyNet = async () => {
    looks += 1;
    return Float32Array.from({ length: saliencySide ** 2 }, (_, at) => (at % saliencySide < 40 ? 1 : 0.45));
  };
  const photo = draw(saliencySide, saliencySide, (x, y) => [(x * 3) % 80, 90, (y * 5) % 60]);
  const subject = await findSubject(photo, { faces: async () => [], saliency });
  expect(looks).toBe(1);
  expect(subject?.confidence).toBeLessThan(0.3);
});

/** A strip beside the people, down to `share` of the height. */
const isBeside = (at: number, share: number) =>
  at % saliencySide < 0.1 * saliencySide && at < share * saliencySide ** 2;

test("finds a whole animal that the saliency network sees as a faint shape and the people network surely", async () => {
  const subject = await animalSeen((likely, at) => (isBeside(at, 0.1) ? 1 : 0.3 * likely));
  expect(subject.kind).toBe("person");
  expect(subject.confidence).toBeGreaterThan(0.6);
});

test("keeps to a sure find of the saliency network above the grass that the people network adds", async () => {
  const isGrass = (at: number) => at > 0.8 * saliencySide ** 2;
  const subject = await animalSeen((likely, at) => (isBeside(at, 0.5) ? 1 : isGrass(at) ? 0.2 * likely : likely));
  expect(subject.kind).toBe("thing");
});

/** The likelihood of a place beside the person, seen by the saliency network alone, `facesBelow` sizes down. */
async function besideLegs(facesBelow: number, persons = 1): Promise<number> {
  const photo = await portrait();
  const [bottom, size] = [0.97 * photo.height, 0.08 * photo.height];
  const centre = { x: photo.width / 2, y: bottom - facesBelow * size };
  const face: Face = { centre, size, turn: 0, sureness: 1, landmarks: [] };
  const subject = await findSubject(photo, {
    faces: async () => Array.from({ length: persons }, () => face),
    saliency: async () =>
      Float32Array.from({ length: saliencySide ** 2 }, (_, at) => {
        const [x, y] = [(at % saliencySide) / saliencySide, at / saliencySide ** 2];
        return Math.abs(x - 0.5) < 0.15 && y > 0.4 ? 1 : x < 0.5 && y > 0.93 ? 0.85 : 0;
      }),
  });
  if (!subject) throw new Error("The fixture has a subject.");
  const { width, height, data } = subject.map;
  const at = Math.floor(0.97 * height) * width + Math.floor(0.03 * width);
  expect(subject.people.data[at]).toBeLessThan(0.1);
  return data[at] ?? 0;
}

test("keeps what the saliency network surely sees at the legs of one person, as shoes and wheels", async () => {
  expect(await besideLegs(6)).toBeGreaterThan(0.6);
});

test("leaves out what only the saliency network sees beside a chest or below a group", async () => {
  expect(await besideLegs(3)).toBeLessThan(0.4);
  expect(await besideLegs(6, 2)).toBeLessThan(0.4);
});

/** The likelihood of a second person's chest, apart from a first person whose face is known, at this saliency. */
async function secondChest(saliency: number): Promise<number> {
  const person = await sharp((await photoFixtures()).portrait)
    .resize({ height: 256 })
    .toBuffer();
  const pair = sharp({ create: { width: 520, height: 256, channels: 3, background: "#cfcac4" } }).composite([
    { input: person, left: 0, top: 0 },
    { input: person, left: 315, top: 0 },
  ]);
  const photo = await decodePhoto(new Uint8Array(await pair.png().toBuffer()));
  if (!photo) throw new Error("The pair cannot be decoded.");
  const faces = (await findFaces(photo)).filter(({ centre }) => centre.x < 260);
  const subject = await findSubject(photo, {
    faces: async () => faces,
    saliency: async () =>
      Float32Array.from({ length: saliencySide ** 2 }, (_, at) =>
        at % saliencySide < saliencySide / 2 ? 1 : saliency,
      ),
  });
  if (!subject) throw new Error("The pair has a subject.");
  const { width, height, data } = subject.map;
  return data[Math.floor(0.9 * height) * width + Math.floor((417 / 520) * width)] ?? 0;
}

test("leaves out a crowd behind a face, which the saliency network does not see, but no other person", async () => {
  expect(await secondChest(0)).toBe(0);
  expect(await secondChest(0.9)).toBeGreaterThan(0.5);
});

/** Blurs a photo apart from columns in focus; everything gets folds, and these columns fine grain too. */
async function focusedOn({ width, height, data }: Photo, [from, to]: readonly [number, number]): Promise<Photo> {
  const blurred = await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(3)
    .raw()
    .toBuffer();
  const drawn = data.map((value, at) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const isInFocus = x >= from && x < to;
    const folds = 12 * Math.sin(x / 6) * Math.sin(y / 6);
    const grain = isInFocus && (x + y) % 2 === 0 ? 16 : 0;
    return Math.max(0, Math.min(255, (isInFocus ? value : (blurred[at] ?? 0)) + folds + grain));
  });
  return { width, height, data: drawn };
}

test("leaves out a blurred bystander and their face", async () => {
  const person = { width: 205, height: 256 };
  const places = [0, 315].map((left) => ({ left, top: 0 }));
  const { photo, faces } = await photoOf(places, person, { width: 520, height: 256 });
  const [first, second] = faces;
  if (!first || !second) throw new Error("The photo has two people.");
  const subject = await findSubject(await focusedOn(photo, [60, 145]), {
    faces: async () => faces,
    saliency: async () =>
      Float32Array.from({ length: saliencySide ** 2 }, (_, at) => (at % saliencySide < saliencySide / 2 ? 1 : 0)),
  });
  expect(subject?.faces).toEqual([first]);
  const chest = ({ centre }: Face) => subject?.map.data[230 * subject.map.width + Math.round(centre.x)] ?? 0;
  expect(chest(first)).toBeGreaterThan(0.9);
  expect(chest(second)).toBeLessThan(0.1);
});

const side = 120;
const grass: Colour = [90, 160, 60];

/** Draws a head of this saliency on grass, and below it a place in this colour that only the people net sees. */
function isPartWith(below: Colour, saliency = 1): boolean {
  const isHead = (x: number, y: number) => Math.hypot(x - 60, y - 40) < 20;
  const isBelow = (x: number, y: number) => x > 40 && x < 80 && y >= 60;
  const photo = draw(side, side, (x, y) => (isHead(x, y) ? [120, 80, 40] : isBelow(x, y) ? below : grass));
  const seen = (holds: (x: number, y: number) => boolean) =>
    mapPlane(emptyPlane(side, side), (_, at) => (holds(at % side, Math.floor(at / side)) ? 1 : 0));
  return isPartOfPeople(
    photo,
    seen((x, y) => isHead(x, y) || isBelow(x, y)),
    mapPlane(seen(isHead), (share) => saliency * share),
  );
}

test("takes for clothes what is not in the background's colours", () => {
  expect(isPartWith([190, 170, 130])).toBe(true);
});

test("takes for ground what is in the background's colours", () => {
  expect(isPartWith(grass)).toBe(false);
});

test("trusts a sure people network over a doubtful saliency network in the background's colours too", () => {
  expect(isPartWith(grass, 0.6)).toBe(true);
});
