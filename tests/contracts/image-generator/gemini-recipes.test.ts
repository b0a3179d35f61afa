import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createGeminiGenerator } from "../../../app/adapters/hosted/gemini/gemini-generator.server.ts";
import { promptFor } from "../../../app/tools/catalogue.server.ts";
import type { ToolRecipe } from "../../../app/tools/recipe.ts";
import type { ImageGenerator } from "../../../app/transformations/image-generator.ts";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { type GeminiServer, startGeminiServer } from "../../servers/gemini/gemini-server.ts";
import { answer } from "../../servers/gemini/generate-content.ts";

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

async function behave(colour: string) {
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="360"><rect width="300" height="360" fill="${colour}"/><circle cx="150" cy="180" r="90" fill="#8a5236"/></svg>`;
  const data = (await sharp(Buffer.from(disc)).png().toBuffer()).toString("base64");
  const parts = [{ inlineData: { mimeType: "image/png", data } }];
  server.behave({ how: "answer", body: answer({ content: { parts }, finishReason: "STOP" }) });
}

test("returns a removed background as transparent, with the subject's colour and the model's mark", async () => {
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
  // No green is left round the subject.
  const edge = Array.from({ length: 300 }, (_, x) => pixel(x, 180)).filter(
    ([, , , alpha = 0]) => alpha > 0 && alpha < 255,
  );
  for (const [red = 0, green = 0] of edge) expect(green).toBeLessThanOrEqual(red + 12);
  expect((await sharp(outcome.image).metadata()).xmp?.toString()).toContain("compositeWithTrainedAlgorithmicMedia");
});

test("rejects a picture whose background lacks the key colour", async () => {
  await behave("#b0a89c");
  expect(await generate(removal)).toMatchObject({ ok: false, problem: "unclear" });
});

test("refuses nothing beforehand, since the model can try everything", () => {
  expect(generator.refuses({ ...portrait, angle: "back" })).toBeNull();
});
