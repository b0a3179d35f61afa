import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createGeminiGenerator,
  type GeminiLog,
  type GeminiOptions,
} from "../../../app/adapters/hosted/gemini/gemini-generator.server.ts";
import type { GenerationRequest, ImageGenerator } from "../../../app/transformations/image-generator.ts";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { type Behaviour, type GeminiServer, startGeminiServer } from "../../servers/gemini/gemini-server.ts";
import { answer, errorBody } from "../../servers/gemini/generate-content.ts";
import { imageGeneratorContract } from "./image-generator-contract.ts";

// Poisons the SDK's own environment variables: a call that used one would fail.
vi.hoisted(() => {
  process.env.GOOGLE_GEMINI_BASE_URL = "http://gemini.invalid";
  process.env.GOOGLE_GENAI_USE_VERTEXAI = "true";
  process.env.GOOGLE_GENAI_API_VERSION = "v9";
});

const log = {
  info: vi.fn<GeminiLog["info"]>(),
  warn: vi.fn<GeminiLog["warn"]>(),
  error: vi.fn<GeminiLog["error"]>(),
};
let server: GeminiServer;
let generator: ImageGenerator;
let photo: Uint8Array;

beforeAll(async () => {
  server = await startGeminiServer();
  generator = createGeminiGenerator({ apiKey: server.apiKey, baseUrl: server.baseUrl, log });
  photo = await readFile((await photoFixtures()).snapshot);
}, 60_000);
afterAll(async () => {
  await generator.close();
  await server.close();
});

imageGeneratorContract("Gemini", () => generator, { tool: "surprise-me" });

/** Google charges this key for two or three pictures. */
const realKey = process.env["TEST_GEMINI_API_KEY"];
const realModel = process.env["TEST_GEMINI_IMAGE_MODEL"];
let real: ImageGenerator;
beforeAll(() => {
  if (realKey) real = createGeminiGenerator({ apiKey: realKey, ...(realModel ? { model: realModel } : {}), log });
});
afterAll(() => real?.close());

imageGeneratorContract(
  "Gemini itself",
  () => real,
  { tool: "surprise-me" },
  realKey ? undefined : "TEST_GEMINI_API_KEY",
);

describe("the Gemini generator", () => {
  let own: GeminiServer;
  const opened: ImageGenerator[] = [];

  beforeEach(async () => {
    own = await startGeminiServer();
    log.info.mockClear();
    log.error.mockClear();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await own.close();
  });

  const open = (options: Partial<GeminiOptions> = {}) => {
    const one = createGeminiGenerator({ apiKey: own.apiKey, baseUrl: own.baseUrl, timeoutMs: 5000, log, ...options });
    opened.push(one);
    return one;
  };
  const ask = (changes: Partial<GenerationRequest> = {}): GenerationRequest => ({
    recipe: { tool: "surprise-me" },
    prompt: "Make Adaeze's portrait shine.",
    image: photo,
    mimeType: "image/jpeg",
    signal: new AbortController().signal,
    onProgress: () => {},
    ...changes,
  });
  const made = async (one: ImageGenerator, changes: Partial<GenerationRequest> = {}) => {
    const outcome = await one.generate(ask(changes));
    if (!outcome.ok) throw new Error(outcome.detail);
    return { ...outcome, metadata: await sharp(outcome.image).metadata() };
  };

  test("sends one request with the photo, the prompt, the aspect ratio and the 2K size", async () => {
    await made(open());
    expect(own.requests).toEqual([
      {
        path: "/v1beta/models/gemini-nano-banana-2.1:generateContent",
        headers: expect.objectContaining({ "x-goog-api-key": "<secret>", "content-type": "application/json" }),
        body: {
          contents: [
            {
              role: "user",
              parts: [
                { inlineData: { mimeType: "image/jpeg", data: expect.stringMatching(/^<base64, \d+ characters>$/) } },
                { text: "Make Adaeze's portrait shine." },
              ],
            },
          ],
          generationConfig: {
            responseModalities: ["IMAGE"],
            imageConfig: { aspectRatio: "3:4", imageSize: "2K" },
            candidateCount: 1,
          },
        },
      },
    ]);
  });

  test("supports another model and another API version", async () => {
    const other = await startGeminiServer({ model: "gemini-3-pro-image" });
    await made(open({ model: other.model, apiVersion: "v1", apiKey: other.apiKey, baseUrl: other.baseUrl }));
    expect(other.requests.map(({ path }) => path)).toEqual(["/v1/models/gemini-3-pro-image:generateContent"]);
    await other.close();
  });

  test.for(["png", "jpeg", "webp"] as const)(
    "returns a JPEG of the received size when the model makes a %s",
    async (make) => {
      own.behave({ how: "make", make });
      const { mimeType, metadata } = await made(open());
      expect(mimeType).toBe("image/jpeg");
      expect(metadata).toMatchObject({ format: "jpeg", chromaSubsampling: "4:4:4", width: 887, height: 1182 });
      expect(metadata.xmp?.toString()).toContain("digitalsourcetype/compositeWithTrainedAlgorithmicMedia<");
    },
  );

  test("keeps transparency in a PNG", async () => {
    own.behave({ how: "make", make: "transparent png" });
    const { mimeType, metadata } = await made(open());
    expect(mimeType).toBe("image/png");
    expect(metadata).toMatchObject({ format: "png", hasAlpha: true });
    expect(metadata.xmp?.toString()).toContain("digitalsourcetype/compositeWithTrainedAlgorithmicMedia<");
  });

  test("returns the first picture instead of a sketch from the model's thoughts", async () => {
    const part = async (background: string, thought?: boolean) => {
      const data = await sharp({ create: { width: 30, height: 40, channels: 3, background } })
        .png()
        .toBuffer();
      return { inlineData: { mimeType: "image/png", data: data.toString("base64") }, ...(thought ? { thought } : {}) };
    };
    const parts = [
      { text: "thinking", thought: true },
      await part("#f00", true),
      await part("#0f0"),
      await part("#00f"),
    ];
    own.behave({ how: "answer", body: answer({ content: { parts }, finishReason: "STOP" }) });
    const { image } = await made(open());
    const [red, green = 0, blue] = await sharp(image).raw().toBuffer();
    expect([red, blue]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(green).toBeGreaterThan(200);
  });

  const finish = (finishReason: string, parts: object[] = []) =>
    ({ how: "answer", body: answer({ content: { parts }, finishReason, finishMessage: "Adaeze" }) }) as const;
  const refuse = (code: number, status: string, details: object[] = [], message = "Adaeze AIza") =>
    ({ how: "refuse", status: code, body: JSON.stringify(errorBody(code, status, message, details)) }) as const;
  const problems: [string, Behaviour][] = [
    ...["IMAGE_SAFETY", "SAFETY", "PROHIBITED_CONTENT", "IMAGE_PROHIBITED_CONTENT", "BLOCKLIST"].map(
      (reason): [string, Behaviour] => ["blocked", finish(reason)],
    ),
    ["personal-data", finish("SPII")],
    ["too-similar", finish("RECITATION")],
    ["too-similar", finish("IMAGE_RECITATION")],
    ...["SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_SAFETY"].map(
      (blockReason): [string, Behaviour] => ["blocked", { how: "answer", body: answer(undefined, { blockReason }) }],
    ),
    ["empty", finish("STOP", [{ text: "I cannot change Adaeze." }])],
    ["empty", finish("MAX_TOKENS")],
    ["empty", finish("SOMETHING_NEW")],
    ["empty", { how: "answer", body: answer() }],
    ["empty", { how: "answer", body: {} }],
    ["empty", { how: "answer", body: { candidates: [{ content: {} }] } }],
    ["rejected", refuse(400, "INVALID_ARGUMENT", [], "Unable to process input image. Adaeze")],
    ["rejected", refuse(400, "INVALID_ARGUMENT", [], "Provided image is not valid.")],
    ["busy", refuse(499, "CANCELLED")],
    ["rejected", refuse(413, "INVALID_ARGUMENT")],
    [
      "busy",
      refuse(429, "RESOURCE_EXHAUSTED", [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }]),
    ],
    ["busy", refuse(500, "INTERNAL")],
    ["busy", refuse(503, "UNAVAILABLE")],
    ["busy", { how: "refuse", status: 502, body: "<html>", headers: { "Content-Type": "text/html" } }],
    ["busy", { how: "hang up" }],
    ["timeout", refuse(504, "DEADLINE_EXCEEDED")],
    ["failed", { how: "answer nonsense" }],
    [
      "failed",
      { how: "answer", body: answer({ content: { parts: [{ inlineData: { data: "bm90IGEgcGljdHVyZQ==" } }] } }) },
    ],
    ["empty", { how: "answer", body: ["not", "an", "answer"] }],
    ["empty", { how: "answer", body: answer(undefined, { safetyRatings: [] }) }],
    ["failed", { how: "answer", body: { candidates: [{ content: { parts: "none" } }] } }],
    ["empty", finish("made of Adaeze's words")],
    ["failed", { how: "answer", body: { candidates: "none" } }],
  ];

  test.for(problems)(
    "returns `%s` for %o after one request and logs neither texts nor pictures",
    async ([problem, behaviour]) => {
      own.behave(behaviour);
      const outcome = await open().generate(ask());
      expect(outcome).toMatchObject({ ok: false, problem });
      expect(own.requests).toHaveLength(1);
      expect(JSON.stringify([outcome, log.info.mock.calls, log.error.mock.calls])).not.toMatch(/Adaeze|AIza|base64/);
    },
  );

  const forOperators: [string, Behaviour][] = [
    [
      "a form it does not know",
      refuse(400, "INVALID_ARGUMENT", [{ fieldViolations: [{ field: "generation_config" }] }]),
    ],
    ["a size the model lacks", refuse(400, "INVALID_ARGUMENT", [], "Image size 2K is not supported by this model.")],
    ["a region that is not served", refuse(400, "FAILED_PRECONDITION")],
    ["no authentication", refuse(401, "UNAUTHENTICATED")],
    ["a key that is blocked", refuse(403, "PERMISSION_DENIED", [{ reason: "API_KEY_SERVICE_BLOCKED" }])],
    ["a model that is gone", refuse(404, "NOT_FOUND")],
  ];

  test.for(forOperators)("returns failed and alerts the operator on %s", async ([, behaviour]) => {
    own.behave(behaviour);
    expect(await open().generate(ask())).toMatchObject({ ok: false, problem: "failed" });
    expect(log.error).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.error.mock.calls)).not.toMatch(/Adaeze|AIza/);
  });

  test("returns failed and alerts the operator on a wrong key or an unknown model", async () => {
    const wrongKey = await open({ apiKey: "AIzaWrong" }).generate(ask());
    expect(wrongKey).toEqual({ ok: false, problem: "failed", detail: "HTTP 400 INVALID_ARGUMENT API_KEY_INVALID" });
    const unknown = await open({ model: "gemini-3.1-flash-image" }).generate(ask());
    expect(unknown).toEqual({ ok: false, problem: "failed", detail: "HTTP 404 NOT_FOUND" });
    expect(log.error).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(log.error.mock.calls)).not.toContain("AIza");
  });

  test("says how long to wait when there were too many requests in a minute", async () => {
    own.behave(
      refuse(429, "RESOURCE_EXHAUSTED", [
        {
          "@type": "type.googleapis.com/google.rpc.QuotaFailure",
          violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel" }],
        },
        { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "33.4s" },
      ]),
    );
    expect(await open().generate(ask())).toMatchObject({ ok: false, problem: "busy", retryAfterMs: 33_400 });
  });

  const usedUp: [string, Behaviour][] = [
    [
      "a day's requests",
      refuse(429, "RESOURCE_EXHAUSTED", [
        { violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }] },
        { retryDelay: "47s" },
      ]),
    ],
    ["prepaid credits", refuse(402, "FAILED_PRECONDITION")],
  ];
  test.for(usedUp)("returns exhausted without a wait and alerts the operator when %s are used up", async ([, how]) => {
    own.behave(how);
    const outcome = await open().generate(ask());
    expect(outcome).toMatchObject({ ok: false, problem: "exhausted" });
    expect(outcome).not.toHaveProperty("retryAfterMs");
    expect(log.error).toHaveBeenCalledOnce();
  });

  test.for(["NO_IMAGE", "IMAGE_OTHER"])("asks once more after %s", async (reason) => {
    own.behave(finish(reason));
    expect(await open().generate(ask())).toMatchObject({ ok: false, problem: "empty" });
    expect(own.requests).toHaveLength(2);
  });

  test("counts pictures asked for, paid for, and given up", async () => {
    const count = vi.fn<NonNullable<GeminiOptions["count"]>>();
    await open({ count }).generate(ask());
    own.behave(finish("NO_IMAGE"));
    await open({ count }).generate(ask());
    own.behave({ how: "stay silent" });
    await open({ count, timeoutMs: 400 }).generate(ask());
    expect(count.mock.calls.flat()).toEqual(["asked", "paid", "asked", "asked", "asked", "late"]);
  });

  test("sends no size to a model that has only one, and refuses an unknown model", async () => {
    const lite = await startGeminiServer({ model: "gemini-3.1-flash-lite-image" });
    await made(open({ model: lite.model, baseUrl: lite.baseUrl }));
    expect(lite.requests[0]?.body).toMatchObject({ generationConfig: { imageConfig: { aspectRatio: "3:4" } } });
    expect(JSON.stringify(lite.requests)).not.toContain("imageSize");
    await lite.close();
    expect(() => open({ model: "gemini-2.5-flash-image" })).toThrow(
      "GEMINI_IMAGE_MODEL: gemini-2.5-flash-image is none of gemini-nano-banana-2.1, ",
    );
  });

  test("returns busy when Gemini cannot be reached", async () => {
    const gone = await startGeminiServer();
    await gone.close();
    const outcome = await open({ baseUrl: gone.baseUrl }).generate(ask());
    expect(outcome).toEqual({ ok: false, problem: "busy", detail: "no connection: ECONNREFUSED" });
  });

  test.for([{ how: "stay silent" }, { how: "drip" }] as const)(
    "returns `%s` when Gemini takes too long: %o",
    async (how) => {
      own.behave(how);
      expect(await open({ timeoutMs: 400 }).generate(ask())).toMatchObject({ ok: false, problem: "timeout" });
      expect(own.requests).toHaveLength(1);
      await vi.waitFor(async () => expect(await own.connections()).toBe(0));
    },
  );

  test("aborts the request when the job is aborted", async () => {
    own.behave({ how: "stay silent" });
    const controller = new AbortController();
    const outcome = open().generate(ask({ signal: controller.signal }));
    await vi.waitFor(() => expect(own.requests).toHaveLength(1));
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, problem: "failed", detail: "aborted" });
    await vi.waitFor(async () => expect(await own.connections()).toBe(0));
  });

  test("returns busy for unfinished photos when it closes", async () => {
    own.behave({ how: "stay silent" });
    const closing = open();
    const outcome = closing.generate(ask());
    await vi.waitFor(() => expect(own.requests).toHaveLength(1));
    await closing.close();
    expect(await outcome).toMatchObject({ ok: false, problem: "busy" });
  });

  test("sends no request for a photo that cannot be decoded", async () => {
    expect(await open().generate(ask({ image: photo.subarray(0, 5000) }))).toMatchObject({
      ok: false,
      problem: "rejected",
    });
    expect(own.requests).toEqual([]);
  });
});
