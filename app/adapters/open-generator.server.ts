import type { Logger } from "pino";
import type { Config } from "../config.server.ts";
import { type CheckedPart, ofAService } from "../http/part-checks.ts";
import type { ImageGenerator } from "../transformations/image-generator.ts";

/** Gemini, or the darkroom. */
export async function openGenerator(
  { generator }: Config,
  log: Logger,
): Promise<{ generator: ImageGenerator; line: string; check: CheckedPart | null }> {
  if (generator.kind === "gemini") {
    const { createGeminiGenerator, geminiApiUrl, geminiImageModel } =
      await import("./hosted/gemini/gemini-generator.server.ts");
    const { apiKey, model = geminiImageModel, baseUrl = geminiApiUrl, apiVersion } = generator;
    const gemini = createGeminiGenerator({ apiKey, model, baseUrl, apiVersion, log });
    const { checkGemini } = await import("./hosted/gemini/check-gemini.server.ts");
    const check = ofAService(() => checkGemini({ apiKey, model, baseUrl, apiVersion }));
    return { generator: gemini, line: `${gemini.name}, ${model}, ${new URL(baseUrl).host}`, check };
  }
  const { createDarkroom } = await import("./embedded/darkroom/darkroom.server.ts");
  const darkroom = createDarkroom({ log });
  return { generator: darkroom, line: darkroom.name, check: null };
}
