import { readFile } from "node:fs/promises";
import { randomFillSync } from "node:crypto";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createGeminiGenerator } from "../../../app/adapters/hosted/gemini/gemini-generator.server.ts";
import { promptFor } from "../../../app/tools/catalogue.server.ts";
import type { ToolRecipe } from "../../../app/tools/recipe.ts";
import type { ImageGenerator } from "../../../app/transformations/image-generator.ts";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { type GeminiServer, startGeminiServer } from "../../servers/gemini/gemini-server.ts";
import { answer } from "../../servers/gemini/generate-content.ts";
import { nearestAspectRatio } from "../../../app/adapters/hosted/gemini/gemini-messages.ts";
import { cutOut } from "../../../app/adapters/hosted/gemini/cut-out.server.ts";
import { keyColours } from "../../../app/adapters/hosted/gemini/key-colours.server.ts";

const log = { info: () => {}, warn: () => {}, error: () => {} };
let server: GeminiServer;
let generator: ImageGenerator;
let photo: Uint8Array;

beforeAll(async () => {
  photo = await readFile((await photoFixtures()).portrait);
});
beforeEach(async () => {
  server = await startGeminiServer();
  generator = createGeminiGenerator({ apiKey: server.apiKey, baseUrl: server.baseUrl, log });
});
afterEach(async () => {
  await generator.close();
  await server.close();
});

const generate = (recipe: ToolRecipe, finished?: Uint8Array) =>
  generator.generate({
    recipe: { ...recipe },
    prompt: promptFor({ ...recipe }),
    image: photo,
    mimeType: "image/jpeg",
    finished: finished && { image: finished, mimeType: "image/jpeg" },
    signal: new AbortController().signal,
    onProgress: () => {},
  });

const portrait: ToolRecipe = {
  tool: "portrait-studio",
  background: "outdoor",
  template: "beach-sunset",
  attire: "formal",
  attireDetails: "a navy suit",
  gender: "female",
  pose: "maintain",
  angle: "low",
};
const removal: ToolRecipe = { tool: "background-engine", mode: "remove", edges: 50 };

test.each<[string, ToolRecipe]>([
  ["surprise me", { tool: "surprise-me" }],
  ["art style", { tool: "art-style", style: "watercolor", intensity: 60 }],
  ["background", { tool: "background-engine", mode: "stylize", style: "ghibli", edges: 80 }],
  ["removed background", removal],
  ["portrait", portrait],
])("sends the recorded request for %s, without the photo and the key", async (_, recipe) => {
  await generate(recipe);
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.body).toMatchSnapshot();
});

test("sends the photo first and the finished portrait second for another angle", async () => {
  await generate({ ...portrait, angle: "back" }, await sharp(photo).resize(300).jpeg().toBuffer());
  const picture = { inlineData: expect.anything() };
  const text = expect.stringMatching(/The first is the photograph.+The second is the portrait/s);
  expect(server.requests[0]?.body).toMatchObject({ contents: [{ parts: [picture, picture, { text }] }] });
});

/** Lets the model answer for a removed background: a disc as the subject before `colour`. */
async function behave(colour: string) {
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="360"><rect width="300" height="360" fill="${colour}"/><circle cx="150" cy="180" r="90" fill="#8a5236"/></svg>`;
  const data = (await sharp(Buffer.from(disc)).png().toBuffer()).toString("base64");
  const parts = [{ inlineData: { mimeType: "image/png", data } }];
  server.behave({ how: "answer", body: answer({ content: { parts }, finishReason: "STOP" }) });
}

test("makes a removed background transparent, keeps the subject's colour and marks the file as AI-edited", async () => {
  await behave("#04f206");
  const outcome = await generate(removal);
  if (!outcome.ok) throw new Error(outcome.detail);
  expect(outcome.mimeType).toBe("image/png");
  const { data, info } = await sharp(outcome.image).raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  expect(info).toMatchObject({ width: 300, height: 360, channels: 4 });
  expect(pixel(5, 5)[3]).toBe(0);
  expect(pixel(150, 180)[3]).toBe(255);
  for (const [channel, value] of [0x8a, 0x52, 0x36].entries()) {
    expect(Math.abs((pixel(150, 180)[channel] ?? 0) - value)).toBeLessThanOrEqual(4);
  }
  // No green remains around the subject.
  const edge = Array.from({ length: 300 }, (_, x) => pixel(x, 180)).filter(
    ([, , , alpha = 0]) => alpha > 0 && alpha < 255,
  );
  for (const [red = 0, green = 0] of edge) expect(green).toBeLessThanOrEqual(red + 12);
  expect((await sharp(outcome.image).metadata()).xmp?.toString()).toContain("compositeWithTrainedAlgorithmicMedia");
});

test("returns no result when the background was not replaced by the key colour", async () => {
  await behave("#b0a89c");
  expect(await generate(removal)).toMatchObject({ ok: false, problem: "unclear" });
});

test("refuses no recipe, because the model can try everything", () => {
  expect(generator.refuses({ ...portrait, angle: "back" })).toBeNull();
});

test.for([
  [1920, 1920, "1:1"],
  [1440, 1920, "3:4"],
  [1920, 1440, "4:3"],
  [1280, 1920, "2:3"],
  [1080, 1920, "9:16"],
  [886, 1920, "9:16"],
  [1536, 1920, "4:5"],
  [1000, 990, "1:1"],
  [1920, 400, "4:1"],
  [384, 1920, "1:4"],
] as const)("makes a photo of %i × %i px as %s", ([width, height, ratio]) => {
  expect(nearestAspectRatio({ width, height })).toBe(ratio);
});

/** Noise, which PNG cannot compress, on a backdrop of the key colour. */
async function grainySubject(size: number, hex: string): Promise<Buffer> {
  const subject = Math.round(size * 0.95);
  const noise = randomFillSync(Buffer.alloc(subject * subject * 3));
  return sharp({ create: { width: size, height: size, channels: 3, background: hex } })
    .composite([{ input: noise, raw: { width: subject, height: subject, channels: 3 } }])
    .png()
    .toBuffer();
}

test("makes a cut-out smaller that Cloudinary's smallest plan would refuse", async () => {
  const [key] = keyColours;
  if (!key) throw new Error("no key colours");
  const image = await grainySubject(2048, key.hex);
  expect(image.byteLength).toBeGreaterThan(10_000_000);
  const cut = await cutOut({ image, key: key.name });
  expect(cut?.byteLength).toBeLessThan(10_000_000);
  const { width = 0, height, hasAlpha } = await sharp(cut ?? undefined).metadata();
  expect([hasAlpha, height]).toEqual([true, width]);
  expect(width).toBeGreaterThan(1000);
});
