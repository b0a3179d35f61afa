import { beforeAll, describe, expect, test } from "vitest";
import { loadOpenCv } from "../opencv/opencv.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { findMutilation, shareOfBusts, lostFaces } from "./gate.ts";

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
