import { describe, expect, test } from "vitest";
import type { Face } from "./faces.ts";
import { lostFaces } from "./lost-faces.ts";

function face(x: number, size: number, sureness = 0.9): Face {
  return { centre: { x, y: 100 }, size, turn: 0, sureness, landmarks: [] };
}

describe("lost faces of a result", () => {
  test("finds none when the picture is reframed and everybody has moved", () => {
    expect(lostFaces([face(100, 80), face(300, 60)], [face(900, 130), face(200, 170)])).toEqual([]);
  });

  test("finds the one face of a portrait that came back without a head", () => {
    const [only] = [face(100, 80)];
    expect(lostFaces([only], [])).toEqual([only]);
  });

  test("counts the missing faces of a group although the others are larger now", () => {
    const group = [face(100, 80), face(200, 76), face(300, 70), face(400, 66)];
    expect(lostFaces(group, [face(100, 160), face(300, 150)])).toHaveLength(2);
  });

  test("includes faces that shrank too much beside the others", () => {
    expect(lostFaces([face(100, 80), face(300, 76)], [face(100, 80), face(300, 20)])).toHaveLength(1);
  });

  test("ignores passers-by in the distance and faces that the networks were unsure of", () => {
    expect(lostFaces([face(100, 200), face(500, 40), face(700, 150, 0.55)], [face(50, 90)])).toEqual([]);
  });

  test("finds none when the result shows more faces, or the photo none", () => {
    expect(lostFaces([face(100, 80)], [face(10, 60), face(300, 90)])).toEqual([]);
    expect(lostFaces([], [])).toEqual([]);
  });
});
