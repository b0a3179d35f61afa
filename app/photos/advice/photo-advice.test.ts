import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { assessPhoto } from "../inspection/assess-photo.server.ts";
import { allAdvice, type PhotoAdvice } from "./photo-advice.ts";

const root = new URL("../../../", import.meta.url);
const good = [
  "tests/fixtures/photos/portrait.jpg",
  "tests/fixtures/photos/snapshot.jpg",
  "public/pictures/auth-before.webp",
  "public/pictures/flowers-720.webp",
  "public/pictures/fruit-704.webp",
  "public/pictures/gallery-720.webp",
  "public/pictures/jug-704.webp",
  "public/pictures/perfume-704.webp",
] as const;

const photo = async (path: string) => sharp(await readFile(new URL(path, root))).flatten({ background: "#fff" });

async function adviceOf(picture: Sharp): Promise<PhotoAdvice[]> {
  const { data, info } = await picture.jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true });
  return assessPhoto(data, info);
}

/** As if taken with so many stops less light: sRGB is about a power of 2.2. */
const darker = (picture: Sharp, stops: number) => picture.linear(2 ** (-stops / 2.2), 0);

const drawn = (svg: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${svg}</svg>`));

const grain = { type: "gaussian", mean: 128, sigma: 30 } as const;

describe("a good photo", () => {
  test.for(good)("gets no advice: %s", async (path) => {
    expect(await adviceOf(await photo(path))).toEqual([]);
  });

  test.for(good)("gets none when a stop too dark or a little soft: %s", async (path) => {
    expect(await adviceOf(darker(await photo(path), 1))).toEqual([]);
    expect(await adviceOf((await photo(path)).blur(0.6))).toEqual([]);
  });

  test("gets none where only its subject is sharp", async () => {
    const behind = await (await photo("public/pictures/flowers-720.webp")).resize(900, 900).blur(20).toBuffer();
    const face = await (await photo("tests/fixtures/photos/portrait.jpg")).resize(320, 400).toBuffer();
    expect(await adviceOf(sharp(behind).composite([{ input: face, gravity: "centre" }]))).toEqual([]);
  });
});

describe("a photo that could be better", () => {
  test.for(good)("is called dark four stops too dark: %s", async (path) => {
    expect(await adviceOf(darker(await photo(path), 4))).toContain("dark");
  });

  test.for(good)("is called blurred when it is: %s", async (path) => {
    expect(await adviceOf((await photo(path)).blur(5))).toEqual(["blurred"]);
  });

  test.for(good)("is called small at 300 px: %s", async (path) => {
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
  ] as const)("shows no subject: %s", async ([, picture]) => {
    expect(await adviceOf(picture)).toEqual(["no-subject"]);
  });

  test("is told everything at once: a small, black one", async () => {
    expect(await adviceOf(sharp({ create: { width: 80, height: 80, channels: 3, background: "#000" } }))).toEqual([
      "small",
      "dark",
      "no-subject",
    ]);
  });
});

describe("in words", () => {
  test("nothing is said of a good photo", () => {
    expect(allAdvice([], true)).toEqual([]);
  });

  test("it says what can be done, and that nobody has to", () => {
    expect(allAdvice(["dark"], false)).toEqual([
      "This photo is quite dark. Surprise Me lightens dark photos.",
      "You can go on, or choose another photo. It costs nothing to look.",
    ]);
  });

  test("a subject matters to tools that cut one out", () => {
    expect(allAdvice(["no-subject"], false)).toEqual([]);
    expect(allAdvice(["no-subject"], true)[0]).toMatch(/^We see no clear subject/);
  });

  test("what an older version noticed and this one does not know is left out", () => {
    expect(allAdvice(["tilted"], true)).toEqual([]);
  });
});
