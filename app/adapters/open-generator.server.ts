import type { Logger } from "pino";
import type { Config } from "../config.server.ts";
import { type CheckedService, serviceCheck } from "../server/http/health/health-checks.ts";
import type { ImageGenerator } from "../transformations/image-generator.ts";
import type { Sight } from "./open-sight.server.ts";
import { withResultCheck } from "./with-result-check.ts";

interface OpenGenerator {
  generator: ImageGenerator;
  /** For the operator, once the nets have been looked at. */
  line(): Promise<string>;
  check: CheckedService | null;
}

/** Gemini, its results judged where the image carries the nets for it; or the darkroom. */
export async function openGenerator(
  { generator }: Pick<Config, "generator">,
  sight: Sight | null,
  log: Logger,
): Promise<OpenGenerator> {
  if (generator.kind === "gemini") {
    const { createGeminiGenerator, geminiApiUrl, geminiImageModel } =
      await import("./hosted/gemini/gemini-generator.server.ts");
    const { apiKey, model = geminiImageModel, baseUrl = geminiApiUrl, apiVersion } = generator;
    const gemini = createGeminiGenerator({ apiKey, model, baseUrl, apiVersion, log });
    const { checkGemini } = await import("./hosted/gemini/check-gemini.server.ts");
    return {
      generator: sight ? withResultCheck(gemini, await sight.openJudge(), log) : gemini,
      line: async () => `${gemini.name}, ${model}, ${new URL(baseUrl).host}; ${await resultCheckInWords(sight)}`,
      check: serviceCheck(() => checkGemini({ apiKey, model, baseUrl, apiVersion })),
    };
  }
  if (!sight) throw new Error("GEMINI_API_KEY missing: this image carries no models, so it has no built-in engine");
  const { createDarkroom } = await import("./embedded/darkroom/darkroom.server.ts");
  const darkroom = createDarkroom({ log, things: sight.things });
  return { generator: darkroom, line: async () => `${darkroom.name}, ${await netsInWords(sight)}`, check: null };
}

async function resultCheckInWords(sight: Sight | null): Promise<string> {
  if (!sight) return "results are not checked: this image carries no models";
  const { readable, wrong } = await sight.nets();
  const seesFaces = readable.includes("faces") && readable.includes("landmarks");
  return seesFaces ? "results are checked for lost faces" : `results are not checked: ${wrong}`;
}

async function netsInWords(sight: Sight): Promise<string> {
  const { readable, wrong } = await sight.nets();
  return [`nets: ${readable.join(", ") || "none"}`, ...(wrong ? [wrong] : [])].join("; ");
}
