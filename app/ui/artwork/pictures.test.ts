import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pictures, type PictureName, pictureSources, pictureUrl } from "./pictures.ts";

const publicFolder = join(import.meta.dirname, "../../../public");
const names = Object.keys(pictures) as PictureName[];

test("has a file for every picture that a page can request", () => {
  const asked = names.flatMap((name) =>
    pictures[name].widths.flatMap((width) => [pictureUrl(name, width, "avif"), pictureUrl(name, width, "webp")]),
  );
  expect(asked.filter((url) => !existsSync(publicFolder + url))).toEqual([]);
});

test("limits the landing page's first picture to 10 kB on a small phone", () => {
  expect(statSync(publicFolder + pictureUrl("hero-enhance", 360, "avif")).size).toBeLessThanOrEqual(10_000);
});

test("names each file with its width in a srcset", () => {
  expect(pictureSources("desert", "webp")).toBe("/pictures/desert-320.webp 320w");
});
