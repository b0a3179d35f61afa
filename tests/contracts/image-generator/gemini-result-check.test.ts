import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createGeminiGenerator } from "../../../app/adapters/hosted/gemini/gemini-generator.server.ts";
import { createResultJudge } from "../../../app/adapters/sight/child-pools.server.ts";
import { withResultCheck } from "../../../app/adapters/with-result-check.ts";
import type { ImageGenerator, Recipe } from "../../../app/transformations/image-generator.ts";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { type GeminiServer, startGeminiServer } from "../../servers/gemini/gemini-server.ts";
import { imageGeneratorContract } from "./image-generator-contract.ts";

const warn = vi.fn<(details: object, message: string) => void>();
const log = { info: vi.fn<() => void>(), warn, error: vi.fn<() => void>() };
/** A child loads two nets on a busy machine. */
const patience = 120_000;

let server: GeminiServer;
let generator: ImageGenerator;
let photo: Uint8Array;

beforeAll(async () => {
  server = await startGeminiServer();
  const gemini = createGeminiGenerator({ apiKey: server.apiKey, baseUrl: server.baseUrl, log });
  generator = withResultCheck(gemini, createResultJudge({ log, priority: 0 }), log);
  photo = await sharp(await readFile((await photoFixtures()).portrait))
    .resize(288, 360)
    .jpeg()
    .toBuffer();
}, patience);
afterAll(async () => {
  await generator.close();
  await server.close();
});

imageGeneratorContract("Gemini with its results checked", () => generator, { tool: "surprise-me" });

describe("Gemini's result check", { timeout: patience }, () => {
  beforeEach(() => {
    server.requests.length = 0;
    warn.mockClear();
  });

  const make = (recipe: Recipe) =>
    generator.generate({
      recipe,
      prompt: "",
      image: photo,
      mimeType: "image/jpeg",
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  const portrait: Recipe = { tool: "portrait-studio", background: "maintain", angle: "front", pose: "maintain" };

  test("delivers a result that shows the photo's face", async () => {
    server.behave({ how: "make", make: "png" });
    expect(await make(portrait)).toMatchObject({ ok: true });
    expect(server.requests).toHaveLength(1);
  });

  test.each<Recipe>([portrait, { tool: "surprise-me" }, { tool: "art-style", style: "anime", intensity: 100 }])(
    "retries once when the face is missing: $tool",
    async (recipe) => {
      server.behave({ how: "make", make: "png", headless: 1 });
      expect(await make(recipe)).toMatchObject({ ok: true });
      expect(server.requests).toHaveLength(2);
    },
  );

  test("fails when the face is missing twice and logs no photo", async () => {
    server.behave({ how: "make", make: "png", headless: 2 });
    expect(await make(portrait)).toMatchObject({ ok: false, problem: "face-lost" });
    expect(server.requests).toHaveLength(2);
    expect(warn.mock.calls.map(([details]) => details)).toEqual([
      { problem: "face-lost", attempt: 1, tool: "portrait-studio" },
      { problem: "face-lost", attempt: 2, tool: "portrait-studio" },
    ]);
  });

  test("returns unclear for a cut-out whose head is missing twice", async () => {
    server.behave({ how: "make", make: "png", thorough: true, headless: 2 });
    expect(await make({ tool: "background-engine", mode: "remove", edges: 50 })).toMatchObject({
      ok: false,
      problem: "unclear",
    });
  });

  test("delivers a cut-out whose face is whole", async () => {
    server.behave({ how: "make", make: "png", thorough: true });
    expect(await make({ tool: "background-engine", mode: "remove", edges: 50 })).toMatchObject({ ok: true });
  });
});
