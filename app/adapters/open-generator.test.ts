import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { modelsFolder } from "../darkroom/vision/models.ts";
import { openGenerator, withIdPhotos } from "./open-generator.server.ts";
import { openSight } from "./open-sight.server.ts";
import {
  type GenerationOutcome,
  type GenerationRequest,
  type ImageGenerator,
  modelFor,
  offers,
  type Recipe,
} from "../transformations/image-generator.ts";
import { type ResultJudge, withResultCheck } from "./with-result-check.ts";

describe("a server's networks", () => {
  const log = pino({ level: "silent" });
  const darkroom = { generator: { kind: "darkroom" } } as const;
  const gemini = { generator: { kind: "gemini", apiKey: "a key", baseUrl: "http://127.0.0.1:9" } } as const;

  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "models-"));
    await cp(modelsFolder, folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const sightOf = () => openSight(log, pathToFileURL(`${folder}/`));
  const descriptionOf = async (config: Parameters<typeof openGenerator>[0]) => {
    const { generator, describe: line } = await openGenerator(config, await sightOf(), log);
    await generator.close();
    return line();
  };

  describe("the generator's start-up description", () => {
    test("lists the networks of the built-in engine", async () => {
      expect(await descriptionOf(darkroom)).toBe("Built-in engine, nets: people, faces, landmarks, pose, saliency");
    });

    test("names a missing network beside the others", async () => {
      await rm(join(folder, "u2netp.onnx"));
      expect(await descriptionOf(darkroom)).toBe(
        "Built-in engine, nets: people, faces, landmarks, pose; no net for saliency: The weights u2netp.onnx cannot be read (ENOENT).",
      );
    });

    test("says that Gemini's results are checked", async () => {
      expect(await descriptionOf(gemini)).toMatch(
        /^Google Gemini, .+, 127\.0\.0\.1:9; results are checked for lost faces$/,
      );
    });

    test("says that Gemini's results are unchecked without the face network or without models", async () => {
      await rm(join(folder, "face_landmark.onnx"));
      expect(await descriptionOf(gemini)).toMatch(/; results are not checked: no net for landmarks: /);
      await rm(folder, { recursive: true });
      expect(await descriptionOf(gemini)).toMatch(/; results are not checked: this image carries no models$/);
    });

    test("says that an image without models has no built-in engine", async () => {
      await rm(folder, { recursive: true });
      await expect(openGenerator(darkroom, await sightOf(), log)).rejects.toThrow("GEMINI_API_KEY missing");
    });
  });

  test("names a missing network to operators without failing readiness", async () => {
    const sight = await sightOf();
    expect(await sight?.check.check()).toBeNull();
    await rm(join(folder, "face_landmark.onnx"));
    expect(await sight?.check.check()).toBe(
      "no net for landmarks: The weights face_landmark.onnx cannot be read (ENOENT).",
    );
    expect(sight?.check.gates).toBe(false);
  });
});

describe("the tools of a server", () => {
  function generator(name: string, model: ImageGenerator["model"]): ImageGenerator {
    return {
      name,
      model,
      refuses: () => null,
      generate: async () => ({ ok: false, problem: "empty", detail: `made by ${name}` }),
      close: async () => {},
    };
  }

  const gemini = generator("Gemini", { company: "Google", retentionDays: 55 });
  const darkroom = generator("darkroom", null);
  const made = async (by: ImageGenerator, recipe: Recipe) => by.generate({ recipe } as GenerationRequest);
  const idPhoto = { tool: "id-photo", document: "uk-passport" };

  test("ID photos are made by the darkroom and named as staying here, everything else by the model", async () => {
    const both = withIdPhotos(gemini, darkroom);
    expect(await made(both, idPhoto)).toMatchObject({ detail: "made by darkroom" });
    expect(await made(both, { tool: "surprise-me" })).toMatchObject({ detail: "made by Gemini" });
    expect([modelFor(both, "id-photo"), modelFor(both, "surprise-me")?.company]).toEqual([null, "Google"]);
    expect([offers(both, "id-photo"), both.refuses(idPhoto)]).toEqual([true, null]);
  });

  test("without a darkroom ID photos are neither offered nor made", async () => {
    const alone = withIdPhotos(gemini, null);
    expect([offers(alone, "id-photo"), offers(alone, "surprise-me")]).toEqual([false, true]);
    expect(alone.refuses(idPhoto)).toMatch(/not made here/);
    expect(await made(alone, idPhoto)).toMatchObject({ ok: false, problem: "rejected" });
  });
});

const picture = (name: string): GenerationOutcome => ({
  ok: true,
  image: new TextEncoder().encode(name),
  mimeType: "image/png",
});
const busy: GenerationOutcome = { ok: false, problem: "busy", detail: "" };

function checked(outcomes: GenerationOutcome[], problems: Awaited<ReturnType<ResultJudge["problemWith"]>>[]) {
  const generate = vi.fn<ImageGenerator["generate"]>(async ({ onProgress }) => {
    onProgress(0.5);
    onProgress(1);
    return outcomes.shift() ?? busy;
  });
  const judge = { problemWith: vi.fn<ResultJudge["problemWith"]>(async () => problems.shift() ?? null) };
  const close = vi.fn<() => Promise<void>>(async () => {});
  const generator: ImageGenerator = { name: "An engine", model: null, refuses: () => "no", generate, close };
  const whole = withResultCheck(generator, { ...judge, close }, { warn: () => {} });
  return { whole, generate, judge, close };
}

const request = (changes: Partial<GenerationRequest> = {}): GenerationRequest => ({
  recipe: { tool: "surprise-me" },
  prompt: "",
  image: new TextEncoder().encode("photo"),
  mimeType: "image/jpeg",
  signal: new AbortController().signal,
  onProgress: () => {},
  ...changes,
});

test("delivers a fine result after one try", async () => {
  const { whole, generate, judge } = checked([picture("good")], [null]);
  expect(await whole.generate(request())).toEqual(picture("good"));
  expect(generate).toHaveBeenCalledOnce();
  const { recipe, image } = request();
  expect(judge.problemWith.mock.calls[0]?.[0]).toEqual({
    recipe,
    photo: image,
    result: new TextEncoder().encode("good"),
  });
});

test("retries once for a result without a face and delivers the second", async () => {
  const { whole, generate } = checked([picture("headless"), picture("good")], ["face-lost", null]);
  expect(await whole.generate(request())).toEqual(picture("good"));
  expect(generate).toHaveBeenCalledTimes(2);
});

test.each(["face-lost", "unclear"] as const)("fails after two results in a row that are %s", async (problem) => {
  const { whole, generate } = checked([picture("headless"), picture("headless")], [problem, problem]);
  expect(await whole.generate(request())).toMatchObject({ ok: false, problem });
  expect(generate).toHaveBeenCalledTimes(2);
});

test("returns the generator's problem of the second try", async () => {
  const { whole } = checked([picture("headless"), busy], ["face-lost"]);
  expect(await whole.generate(request())).toEqual(busy);
});

test("does not check a problem of the generator", async () => {
  const { whole, judge } = checked([busy], []);
  expect(await whole.generate(request())).toEqual(busy);
  expect(judge.problemWith).not.toHaveBeenCalled();
});

test("does not retry an aborted job", async () => {
  const controller = new AbortController();
  const { whole, generate, judge } = checked([picture("headless")], []);
  judge.problemWith.mockImplementation(async () => {
    controller.abort();
    return "face-lost";
  });
  expect(await whole.generate(request({ signal: controller.signal }))).toMatchObject({ problem: "failed" });
  expect(generate).toHaveBeenCalledOnce();
});

test("never reports less progress during a retry", async () => {
  const shares: number[] = [];
  const { whole } = checked([picture("headless"), picture("good")], ["face-lost", null]);
  await whole.generate(request({ onProgress: (share) => shares.push(share) }));
  expect(shares).toEqual([0.5, 1]);
});

test("closes the generator and the check together", async () => {
  const { whole, close } = checked([], []);
  await whole.close();
  expect(close).toHaveBeenCalledTimes(2);
});
