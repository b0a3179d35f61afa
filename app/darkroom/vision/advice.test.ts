import { describe, expect, test } from "vitest";
import type { Photo } from "../work.ts";
import { adviseOnFaces } from "./advice.ts";
import type { Face } from "./faces.ts";

const size = 200;

function evenPhoto(luma: number): Photo {
  return { width: size, height: size, data: new Uint8Array(size * size * 3).fill(luma) };
}

/** A face of 100 px whose landmarks lie on a circle. */
function face(x = 100, y = 100): Face {
  const landmarks = Array.from({ length: 36 }, (_, step) => ({
    x: x + 50 * Math.cos((step * Math.PI) / 18),
    y: y + 50 * Math.sin((step * Math.PI) / 18),
  }));
  return { centre: { x, y }, size: 100, turn: 0, sureness: 0.9, landmarks };
}

describe("face advice", () => {
  test("says nothing about one face that is large, lit and whole", () => {
    expect(adviseOnFaces([face()], evenPhoto(140), 1)).toEqual([]);
  });

  test("reports that there is no face", () => {
    expect(adviseOnFaces([], evenPhoto(140), 1)).toEqual([{ kind: "none" }]);
  });

  test("reports how many faces there are", () => {
    expect(adviseOnFaces([face(), face(), face()], evenPhoto(140), 1)).toEqual([{ kind: "several", count: 3 }]);
  });

  test("reports a small face in pixels of the photo, not of the measured copy", () => {
    expect(adviseOnFaces([face()], evenPhoto(140), 0.5)).toEqual([{ kind: "small", pixels: 50 }]);
    expect(adviseOnFaces([face()], evenPhoto(140), 0.9)).toEqual([]);
  });

  test("reports a dark face", () => {
    expect(adviseOnFaces([face()], evenPhoto(60), 1)).toEqual([{ kind: "dark" }]);
  });

  test("says nothing about dark skin in good light, which has bright highlights", () => {
    const photo = evenPhoto(60);
    for (let y = 80; y < 90; y += 1) photo.data.fill(160, (y * size + 60) * 3, (y * size + 140) * 3);
    expect(adviseOnFaces([face()], photo, 1)).toEqual([]);
  });

  test("reports a face at the photo's edge", () => {
    expect(adviseOnFaces([face(48, 100)], evenPhoto(140), 1)).toEqual([{ kind: "cut" }]);
    expect(adviseOnFaces([face(100, 155)], evenPhoto(140), 1)).toEqual([{ kind: "cut" }]);
  });

  test("reports everything at once, in a fixed order", () => {
    expect(adviseOnFaces([face(40, 40), face()], evenPhoto(20), 0.4).map(({ kind }) => kind)).toEqual([
      "several",
      "small",
      "dark",
      "cut",
    ]);
  });
});
