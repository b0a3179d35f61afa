import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { assessPhoto } from "../inspection/inspect-photo.server.ts";
import { allAdvice, faceSentences, type PhotoAdvice } from "./photo-advice.ts";

const root = new URL("../../../", import.meta.url);
const good = [
  "tests/fixtures/photos/portrait.jpg",
  "tests/fixtures/photos/snapshot.jpg",
  "public/pictures/auth-before.webp",
  "public/pictures/fruit-704.avif",
  "public/pictures/gallery-720.webp",
  "public/pictures/portrait-704.avif",
  "public/pictures/perfume-704.avif",
] as const;

const photo = async (path: string) => sharp(await readFile(new URL(path, root))).flatten({ background: "#fff" });

async function adviceOf(picture: Sharp): Promise<PhotoAdvice[]> {
  const { data, info } = await picture.jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true });
  return assessPhoto(data, info);
}

/** Darkens a photo as if taken with that many stops less light: sRGB is about a power of 2.2. */
const darker = (picture: Sharp, stops: number) => picture.linear(2 ** (-stops / 2.2), 0);

const drawn = (svg: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${svg}</svg>`));

const grain = { type: "gaussian", mean: 128, sigma: 30 } as const;

describe("a good photo", () => {
  test.for(good)("gives a good photo no advice: %s", async (path) => {
    expect(await adviceOf(await photo(path))).toEqual([]);
  });

  test.for(good)("gives no advice for a good photo a stop too dark or slightly soft: %s", async (path) => {
    expect(await adviceOf(darker(await photo(path), 1))).toEqual([]);
    expect(await adviceOf((await photo(path)).blur(0.6))).toEqual([]);
  });

  test("gives no advice for a photo that is sharp only at its subject", async () => {
    const behind = await (await photo("public/pictures/fruit-704.avif")).resize(900, 900).blur(20).toBuffer();
    const face = await (await photo("tests/fixtures/photos/portrait.jpg")).resize(320, 400).toBuffer();
    expect(await adviceOf(sharp(behind).composite([{ input: face, gravity: "centre" }]))).toEqual([]);
  });
});

describe("a photo that could be better", () => {
  test.for(good)("calls a photo dark at four stops too dark: %s", async (path) => {
    expect(await adviceOf(darker(await photo(path), 4))).toContain("dark");
  });

  test.for(good)("calls a blurred photo blurred: %s", async (path) => {
    expect(await adviceOf((await photo(path)).blur(5))).toEqual(["blurred"]);
  });

  test.for(good)("calls a photo of 300 px small: %s", async (path) => {
    expect(await adviceOf((await photo(path)).resize(300, 300, { fit: "inside" }))).toEqual(["small"]);
  });

  test.for([
    ["a wall", drawn('<rect width="1600" height="1200" fill="#cdbfa8"/>')],
    [
      "a wall lit from one side",
      drawn(
        '<linearGradient id="g"><stop stop-color="#d8cbb5"/><stop offset="1" stop-color="#bfb29b"/></linearGradient><rect width="1600" height="1200" fill="url(#g)"/>',
      ),
    ],
    ["a carpet", sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#000", noise: grain } })],
  ] as const)("reports that no subject stands out: %s", async ([, picture]) => {
    expect(await adviceOf(picture)).toEqual(["no-subject"]);
  });

  test("gives every advice at once for a small black photo", async () => {
    expect(await adviceOf(sharp({ create: { width: 80, height: 80, channels: 3, background: "#000" } }))).toEqual([
      "small",
      "dark",
      "no-subject",
    ]);
  });
});

describe("advice as sentences", () => {
  test("writes no sentence for a good photo", () => {
    expect(allAdvice([], true)).toEqual([]);
  });

  test("suggests an action and says that it is optional", () => {
    expect(allAdvice(["dark"], false)).toEqual([
      "This photo is quite dark. Surprise Me lightens dark photos.",
      "You can continue, or choose another photo. Looking is free.",
    ]);
  });

  test("mentions a missing subject only to tools that cut one out", () => {
    expect(allAdvice(["no-subject"], false)).toEqual([]);
    expect(allAdvice(["no-subject"], true)[0]).toMatch(/^We see no clear subject/);
  });

  test("leaves out advice codes of an older version", () => {
    expect(allAdvice(["tilted"], true)).toEqual([]);
  });
});

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
