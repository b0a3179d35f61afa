import { expect, test } from "vitest";
import { faceSentences } from "./face-advice.ts";

test("reports a portrait photo without a face", () => {
  expect(faceSentences([{ kind: "none" }], "portrait")).toEqual([
    "We see no face in this photo. A portrait needs one.",
  ]);
});

test("says nothing about faces in a photo of an object", () => {
  expect(faceSentences([{ kind: "none" }], "cut-out")).toEqual([]);
});

test("names the number of faces and their size", () => {
  const notices = [{ kind: "several", count: 3 } as const, { kind: "small", pixels: 64 } as const];
  expect(faceSentences(notices, "portrait")).toEqual([
    "We see 3 faces: all of them will be in the portrait.",
    "The face is small (64 px). A closer photo gives a sharper portrait.",
  ]);
});
