import { beforeAll, describe, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { findMutilation, lostFaces, shareOfBusts } from "./gate.ts";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import { judgeResult } from "./judge-result.ts";

beforeAll(loadOpenCv);

const photo = { width: 200, height: 300 };

function face(x: number, y: number, size: number): Face {
  const landmarks = Array.from({ length: 468 }, (_, index) => {
    const turn = (index / 468) * 2 * Math.PI;
    return { x: x + 0.4 * size * Math.cos(turn), y: y + 0.5 * size * Math.sin(turn) };
  });
  return { centre: { x, y }, size, turn: 0, sureness: 0.9, landmarks };
}

type Inside = (x: number, y: number) => boolean;
const head: Inside = (x, y) => Math.hypot((x - 100) / 26, (y - 60) / 34) < 1;
const torso: Inside = (x, y) => y > 88 && Math.abs(x - 100) < (y < 100 ? 12 : 45);
const arm: Inside = (x, y) => y > 110 && y < 122 && x > 140 && x < 195;
const person: Inside = (x, y) => head(x, y) || torso(x, y) || arm(x, y);

function drawn(inside: Inside): Plane {
  const plane = emptyPlane(photo.width, photo.height);
  for (let at = 0; at < plane.data.length; at += 1) {
    plane.data[at] = inside(at % photo.width, Math.floor(at / photo.width)) ? 1 : 0;
  }
  return plane;
}

const judge = (cut: Inside, faces = [face(100, 60, 50)]) =>
  findMutilation({ alpha: drawn(cut), photo, faces, people: drawn(person), salient: drawn(person) });

describe("the gate", () => {
  test("passes a whole person", () => {
    expect(judge(person)).toBeNull();
  });

  test("passes an outline that is one pixel too narrow", () => {
    expect(judge((x, y) => person(x - 1, y) && person(x + 1, y) && person(x, y - 1) && person(x, y + 1))).toBeNull();
  });

  test("refuses a body without its head", () => {
    expect(judge((x, y) => torso(x, y) || arm(x, y))).toBe("face");
  });

  test("refuses half a face", () => {
    expect(judge((x, y) => person(x, y) && !(head(x, y) && x < 100))).toBe("face");
  });

  test("passes a turned face whose hull covers the wall, unless more than a quarter of it is lost", () => {
    const turned =
      (lost: number): Inside =>
      (x, y) =>
        person(x, y) && !(y < 96 && x < lost);
    const judged = (lost: number) => {
      const alpha = drawn(turned(lost));
      return findMutilation({ alpha, photo, faces: [face(100, 60, 50)], people: alpha, salient: alpha });
    };
    expect(judged(86)).toBeNull();
    expect(judged(94)).toBe("face");
  });

  test("passes a small face whose rim alone mixes with the background", () => {
    const radius = (x: number, y: number) => Math.hypot((x - 100) / 20, (y - 60) / 25);
    expect(judge((x, y) => person(x, y) && !(y < 78 && radius(x, y) > 0.985 && radius(x, y) < 1.04))).toBeNull();
  });

  test("refuses a head that is cut off from its body", () => {
    expect(judge((x, y) => person(x, y) && (y < 90 || y > 98))).toBe("body");
  });

  test("refuses a floating head even when the people network sees no body", () => {
    const alone = findMutilation({
      alpha: drawn(head),
      photo,
      faces: [face(100, 60, 50)],
      people: drawn(head),
      salient: drawn(head),
    });
    expect(alone).toBe("body");
  });

  test("refuses a person without an arm that both networks see", () => {
    expect(judge((x, y) => person(x, y) && !(arm(x, y) && x > 145))).toBe("piece");
  });

  test("refuses an object without a large piece", () => {
    const object = { photo, faces: [], people: null, salient: drawn(torso) };
    expect(findMutilation({ ...object, alpha: drawn(torso) })).toBeNull();
    expect(findMutilation({ ...object, alpha: drawn((x, y) => torso(x, y) && x > 70) })).toBe("piece");
  });

  test("ignores a piece that only one network sees", () => {
    const salient = drawn((x, y) => person(x, y) && !arm(x, y));
    const without = drawn((x, y) => person(x, y) && !arm(x, y));
    const faces = [face(100, 60, 50)];
    expect(findMutilation({ alpha: without, photo, faces, people: drawn(person), salient })).toBeNull();
  });

  test("refuses a dress whose hem is torn off where only the saliency network sees the cloth between", () => {
    const [people, hem]: [Inside, Inside] = [(x, y) => person(x, y) && y < 180, (x, y) => torso(x, y) && y > 230];
    const torn = { photo, people: drawn(people), alpha: drawn((x, y) => people(x, y) || hem(x, y)) };
    const faces = [face(100, 60, 50)];
    expect(findMutilation({ ...torn, faces, salient: drawn(person) })).toBe("piece");
    expect(findMutilation({ ...torn, faces, salient: drawn(people) })).toBeNull();
    expect(findMutilation({ ...torn, faces: [...faces, face(100, 265, 48)], salient: drawn(person) })).toBeNull();
  });

  test("ignores the small face of a passer-by", () => {
    expect(judge(person, [face(100, 60, 50), face(20, 40, 12)])).toBeNull();
  });

  test("refuses two people when one has lost the face", () => {
    expect(judge(person, [face(100, 60, 50), face(30, 60, 45)])).toBe("face");
  });
});

test("counts a crowd cut at the shoulders as busts, but not a crowd with bodies", () => {
  const faces = [30, 75, 120, 165].map((x) => face(x, 60, 30));
  const busts = drawn((_x, y) => y > 40 && y < 100);
  const figures = drawn((_x, y) => y > 40 && y < 280);
  expect(shareOfBusts({ alpha: busts, photo, faces })).toBe(1);
  expect(shareOfBusts({ alpha: figures, photo, faces })).toBe(0);
  expect(shareOfBusts({ alpha: busts, photo, faces: faces.slice(1) })).toBe(0);
});

test("counts a crowd cut at the waist as busts, unsure faces included", () => {
  const faces = [30, 75, 120, 165].map((x) => ({ ...face(x, 60, 30), sureness: 0.6 }));
  expect(shareOfBusts({ alpha: drawn((_x, y) => y > 40 && y < 140), photo, faces })).toBe(1);
});

function faceAt(x: number, size: number, sureness = 0.9): Face {
  return { centre: { x, y: 100 }, size, turn: 0, sureness, landmarks: [] };
}

describe("lost faces of a result", () => {
  test("finds none when the picture is reframed and everybody has moved", () => {
    expect(lostFaces([faceAt(100, 80), faceAt(300, 60)], [faceAt(900, 130), faceAt(200, 170)])).toEqual([]);
  });

  test("finds the one face of a portrait that came back without a head", () => {
    const [only] = [faceAt(100, 80)];
    expect(lostFaces([only], [])).toEqual([only]);
  });

  test("counts the missing faces of a group although the others are larger now", () => {
    const group = [faceAt(100, 80), faceAt(200, 76), faceAt(300, 70), faceAt(400, 66)];
    expect(lostFaces(group, [faceAt(100, 160), faceAt(300, 150)])).toHaveLength(2);
  });

  test("includes faces that shrank too much beside the others", () => {
    expect(lostFaces([faceAt(100, 80), faceAt(300, 76)], [faceAt(100, 80), faceAt(300, 20)])).toHaveLength(1);
  });

  test("ignores passers-by in the distance and faces that the networks were unsure of", () => {
    expect(lostFaces([faceAt(100, 200), faceAt(500, 40), faceAt(700, 150, 0.55)], [faceAt(50, 90)])).toEqual([]);
  });

  test("finds none when the result shows more faces, or the photo none", () => {
    expect(lostFaces([faceAt(100, 80)], [faceAt(10, 60), faceAt(300, 90)])).toEqual([]);
    expect(lostFaces([], [])).toEqual([]);
  });
});

let portrait: Buffer;
let size: { width: number; height: number };
beforeAll(async () => {
  const whole = sharp(await readFile((await photoFixtures()).portrait)).resize(360, 450);
  portrait = await whole.jpeg().toBuffer();
  size = { width: 360, height: 450 };
});

const judgeOf = (recipe: Recipe, result: Uint8Array) => judgeResult({ recipe, photo: portrait, result });
const enhance: Recipe = { tool: "surprise-me" };
const remove: Recipe = { tool: "background-engine", mode: "remove", edges: 50 };

/** The portrait with an even colour over its upper part, which hides the head. */
const headless = () =>
  sharp(portrait)
    .composite([
      { input: { create: { width: 360, height: 300, channels: 3, background: "#cbb89a" } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();

/** The portrait, transparent inside the shape. */
const cutWith = (shape: string) =>
  sharp(portrait)
    .ensureAlpha()
    .composite([{ input: Buffer.from(`<svg width="360" height="450">${shape}</svg>`), blend: "dest-out" }])
    .png()
    .toBuffer();

describe("a generated result", () => {
  test("passes with the same person in another frame and light", async () => {
    const moved = await sharp(portrait)
      .extract({ left: 30, top: 60, width: 300, height: 360 })
      .resize(500)
      .modulate({ brightness: 1.15 })
      .toBuffer();
    expect(await judgeOf(enhance, moved)).toBe("fine");
    expect(await judgeOf({ tool: "portrait-studio", angle: "maintain", pose: "maintain" }, moved)).toBe("fine");
  });

  test("fails as face-lost without the head", async () => {
    const result = await headless();
    expect(await judgeOf(enhance, result)).toBe("face-lost");
    expect(await judgeOf({ tool: "portrait-studio", angle: "front", pose: "maintain" }, result)).toBe("face-lost");
    expect(await judgeOf({ tool: "art-style", style: "anime", intensity: 100 }, result)).toBe("face-lost");
  });

  test("passes without a face where the recipe asks for the back, a profile or a description", async () => {
    const result = await headless();
    expect(await judgeOf({ tool: "portrait-studio", angle: "back", pose: "maintain" }, result)).toBe("fine");
    expect(await judgeOf({ tool: "portrait-studio", angle: "maintain", pose: "side-profile" }, result)).toBe("fine");
    expect(await judgeOf({ tool: "portrait-studio", angle: "describe", pose: "maintain" }, result)).toBe("fine");
  });

  test("passes for a photo without a face and for broken bytes", async () => {
    const wall = await sharp({ create: { ...size, channels: 3, background: "#a98" } })
      .jpeg()
      .toBuffer();
    expect(await judgeResult({ recipe: enhance, photo: wall, result: wall })).toBe("fine");
    expect(await judgeOf(enhance, Buffer.from("no picture"))).toBe("fine");
  });
});

describe("a generated cut-out", () => {
  test("passes when only the background is transparent", async () => {
    const around = '<path fill-rule="evenodd" d="M0 0H360V450H0ZM60 60H300V450H60Z"/>';
    expect(await judgeOf(remove, await cutWith(around))).toBe("fine");
  });

  test("fails as unclear without its head or with a hole in a cheek", async () => {
    expect(await judgeOf(remove, await cutWith('<rect width="360" height="300"/>'))).toBe("unclear");
    expect(await judgeOf(remove, await cutWith('<circle cx="205" cy="240" r="24"/>'))).toBe("unclear");
  });

  test("checks only people inside the drawn box", async () => {
    const result = await cutWith('<rect width="360" height="300"/>');
    expect(await judgeOf({ ...remove, subject: "0,70,100,30" }, result)).toBe("fine");
  });
});
