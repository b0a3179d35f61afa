import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import { judgeResult } from "./judge-result.ts";

let portrait: Buffer;
let size: { width: number; height: number };
beforeAll(async () => {
  const whole = sharp(await readFile((await photoFixtures()).portrait)).resize(360, 450);
  portrait = await whole.jpeg().toBuffer();
  size = { width: 360, height: 450 };
});

const judge = (recipe: Recipe, result: Uint8Array) => judgeResult({ recipe, photo: portrait, result });
const enhance: Recipe = { tool: "surprise-me" };
const remove: Recipe = { tool: "background-engine", mode: "remove", edges: 50 };

/** The portrait with an even colour over the upper part, in which the head is. */
const headless = () =>
  sharp(portrait)
    .composite([
      { input: { create: { width: 360, height: 300, channels: 3, background: "#cbb89a" } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();

/** The portrait, clear where the shape is drawn. */
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
    expect(await judge(enhance, moved)).toBe("fine");
    expect(await judge({ tool: "portrait-studio", angle: "maintain", pose: "maintain" }, moved)).toBe("fine");
  });

  test("fails as face-lost without the head", async () => {
    const result = await headless();
    expect(await judge(enhance, result)).toBe("face-lost");
    expect(await judge({ tool: "portrait-studio", angle: "front", pose: "maintain" }, result)).toBe("face-lost");
    expect(await judge({ tool: "art-style", style: "anime", intensity: 100 }, result)).toBe("face-lost");
  });

  test("passes without a face where the recipe asks for the back, a profile or a description", async () => {
    const result = await headless();
    expect(await judge({ tool: "portrait-studio", angle: "back", pose: "maintain" }, result)).toBe("fine");
    expect(await judge({ tool: "portrait-studio", angle: "maintain", pose: "side-profile" }, result)).toBe("fine");
    expect(await judge({ tool: "portrait-studio", angle: "describe", pose: "maintain" }, result)).toBe("fine");
  });

  test("passes for a photo without a face and for broken bytes", async () => {
    const wall = await sharp({ create: { ...size, channels: 3, background: "#a98" } })
      .jpeg()
      .toBuffer();
    expect(await judgeResult({ recipe: enhance, photo: wall, result: wall })).toBe("fine");
    expect(await judge(enhance, Buffer.from("no picture"))).toBe("fine");
  });
});

describe("a generated cut-out", () => {
  test("passes when only the background is transparent", async () => {
    const around = '<path fill-rule="evenodd" d="M0 0H360V450H0ZM60 60H300V450H60Z"/>';
    expect(await judge(remove, await cutWith(around))).toBe("fine");
  });

  test("fails as unclear without its head or with a hole in a cheek", async () => {
    expect(await judge(remove, await cutWith('<rect width="360" height="300"/>'))).toBe("unclear");
    expect(await judge(remove, await cutWith('<circle cx="205" cy="240" r="24"/>'))).toBe("unclear");
  });

  test("checks only people inside the drawn box", async () => {
    const result = await cutWith('<rect width="360" height="300"/>');
    expect(await judge({ ...remove, subject: "0,70,100,30" }, result)).toBe("fine");
  });
});
