import { expect, test } from "vitest";
import { faceSentences } from "./face-advice.ts";

test("a portrait's photo without a face is said to have none", () => {
  expect(faceSentences([{ kind: "none" }], "portrait")).toEqual([
    "We see no face in this photo. A portrait needs one.",
  ]);
});

test("nothing is said of a photo of a thing whose background is changed", () => {
  expect(faceSentences([{ kind: "none" }], "cut-out")).toEqual([]);
});

test("the number of faces and their size are named", () => {
  const notices = [{ kind: "several", count: 3 } as const, { kind: "small", pixels: 64 } as const];
  expect(faceSentences(notices, "portrait")).toEqual([
    "We see 3 faces: all of them will be in the portrait.",
    "The face is small (64 px). A closer photo gives a sharper portrait.",
  ]);
});
