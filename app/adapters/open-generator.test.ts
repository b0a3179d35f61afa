import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { modelsFolder } from "../darkroom/vision/models.ts";
import { openGenerator } from "./open-generator.server.ts";
import { openSight } from "./open-sight.server.ts";

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
    expect(await descriptionOf(darkroom)).toBe("Built-in engine, nets: people, faces, landmarks, saliency");
  });

  test("names a missing network beside the others", async () => {
    await rm(join(folder, "u2netp.onnx"));
    expect(await descriptionOf(darkroom)).toBe(
      "Built-in engine, nets: people, faces, landmarks; no net for saliency: The weights u2netp.onnx cannot be read (ENOENT).",
    );
  });

  test("says that Gemini's results are checked", async () => {
    expect(await descriptionOf(gemini)).toMatch(
      /^Google Gemini, .+, 127\.0\.0\.1:9; results are checked for lost faces$/,
    );
  });

  test("says that Gemini's results are unchecked without the face network or without models", async () => {
    await rm(join(folder, "face_landmark.tflite"));
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
  await rm(join(folder, "face_landmark.tflite"));
  expect(await sight?.check.check()).toBe(
    "no net for landmarks: The weights face_landmark.tflite cannot be read (ENOENT).",
  );
  expect(sight?.check.gates).toBe(false);
});
