import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import type { Sight } from "../vision/sight.ts";
import { drawPreview, previewBytes, previewSide, seeForPreviews } from "./draw-preview.ts";
import { previewOptions } from "./options.ts";

let portrait: Sight;
beforeAll(async () => {
  const whole = await sharp(await readFile((await photoFixtures()).portrait))
    .resize(720, 900)
    .jpeg()
    .toBuffer();
  const sight = await seeForPreviews(whole, null);
  if (!sight) throw new Error("The fixture cannot be decoded.");
  portrait = sight;
}, 60_000);

async function drawn(option: string, sight = portrait) {
  const previews = await drawPreview(sight, option);
  const webp = previews.find((preview) => preview.option === option)?.webp;
  return webp ? { webp, metadata: await sharp(webp).metadata() } : null;
}

describe("a small preview", () => {
  test("is drawn from a small copy of the photo", () => {
    expect(Math.max(portrait.photo.width, portrait.photo.height)).toBe(480);
  });

  test.for(["style-sketch", "look-natural", "background-blur", "backdrop-white", "gradient-blue-purple"])(
    "is a WebP of at most 240 px and 10 kB in the photo's shape: %s",
    async (option) => {
      const preview = await drawn(option);
      expect(preview?.metadata).toMatchObject({ format: "webp", width: 192, height: previewSide });
      expect(preview?.webp.length).toBeLessThanOrEqual(previewBytes);
    },
  );

  test("is transparent around the subject when the background is removed", async () => {
    const preview = await drawn("background-remove");
    expect(preview?.metadata.hasAlpha).toBe(true);
    const alpha = await sharp(preview?.webp).extractChannel(3).raw().toBuffer();
    expect(alpha[0]).toBe(0);
    expect(Math.max(...alpha)).toBe(255);
  });

  test("shows a white backdrop in a corner and not over the person", async () => {
    const { data, info } = await sharp((await drawn("backdrop-white"))?.webp)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) =>
      Math.min(...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3));
    expect(at(4, 4)).toBeGreaterThan(215);
    expect(at(96, 120)).toBeLessThan(200);
  });

  test("stays small for a photo of noise, which compresses badly", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#000", noise } })
      .jpeg()
      .toBuffer();
    const sight = await seeForPreviews(bytes, null);
    const preview = sight && (await drawn("style-sketch", sight));
    expect(preview?.webp.length).toBeLessThanOrEqual(previewBytes);
  });

  test("is missing for a background option when no subject stands out", async () => {
    const sky = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#88b4e0" } })
      .jpeg()
      .toBuffer();
    const sight = await seeForPreviews(sky, null);
    expect(sight && (await drawPreview(sight, "backdrop-white"))).toEqual([{ option: "backdrop-white", webp: null }]);
  });

  test("is missing for an unknown option", async () => {
    expect(await drawPreview(portrait, "style-cubism")).toEqual([{ option: "style-cubism", webp: null }]);
  });

  test("is missing for a broken picture", async () => {
    expect(await seeForPreviews(Buffer.from("no picture"), null)).toBeNull();
  });
});

test("has a preview for every style, look, backdrop, gradient and scene of the questions", () => {
  const names = [...previewOptions.keys()];
  const count = (prefix: string) => names.filter((name) => name.startsWith(prefix)).length;
  expect({
    styles: count("style-"),
    looks: count("look-"),
    backgrounds: count("background-"),
    backdrops: count("backdrop-"),
    gradients: count("gradient-"),
    scenes: count("scene-"),
  }).toEqual({ styles: 6, looks: 3, backgrounds: 8, backdrops: 10, gradients: 5, scenes: 18 });
});
