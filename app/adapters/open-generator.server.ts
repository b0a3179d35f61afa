import type { Logger } from "pino";
import type { Config } from "../config.server.ts";
import { type CheckedService, serviceCheck } from "../server/http/health/health-checks.ts";
import type { ImageGenerator, Recipe } from "../transformations/image-generator.ts";
import type { GeminiOptions } from "./hosted/gemini/gemini-generator.server.ts";
import type { Sight } from "./open-sight.server.ts";
import { withResultCheck } from "./with-result-check.ts";

interface OpenGenerator {
  generator: ImageGenerator;
  describe(): Promise<string>;
  check: CheckedService | null;
}

export async function openGenerator(
  { generator }: Pick<Config, "generator">,
  sight: Sight | null,
  log: Logger,
  count: GeminiOptions["count"] = () => {},
): Promise<OpenGenerator> {
  if (generator.kind === "gemini") {
    const { createGeminiGenerator, geminiApiUrl, geminiImageModel } =
      await import("./hosted/gemini/gemini-generator.server.ts");
    const { apiKey, model = geminiImageModel, baseUrl = geminiApiUrl, apiVersion } = generator;
    const gemini = createGeminiGenerator({ apiKey, model, baseUrl, apiVersion, log, count });
    const darkroom = sight && (await import("./embedded/darkroom/darkroom.server.ts"));
    const own = darkroom && darkroom.createDarkroom({ log, onnx: sight.onnx, size: 1 });
    const { checkGemini } = await import("./hosted/gemini/gemini-generator.server.ts");
    return {
      generator: withIdPhotos(sight ? withResultCheck(gemini, await sight.openJudge(), log) : gemini, own),
      describe: async () => `${gemini.name}, ${model}, ${new URL(baseUrl).host}; ${await describeResultCheck(sight)}`,
      check: serviceCheck(() => checkGemini({ apiKey, model, baseUrl, apiVersion })),
    };
  }
  if (!sight) throw new Error("GEMINI_API_KEY missing: this image carries no models, so it has no built-in engine");
  const { createDarkroom } = await import("./embedded/darkroom/darkroom.server.ts");
  const darkroom = createDarkroom({ log, onnx: sight.onnx });
  return { generator: darkroom, describe: async () => `${darkroom.name}, ${await describeNets(sight)}`, check: null };
}

async function describeResultCheck(sight: Sight | null): Promise<string> {
  if (!sight) return "results are not checked: this image carries no models";
  const { readable, problem } = await sight.nets();
  const seesFaces = readable.includes("faces") && readable.includes("landmarks");
  return seesFaces ? "results are checked for lost faces" : `results are not checked: ${problem}`;
}

async function describeNets(sight: Sight): Promise<string> {
  const { readable, problem } = await sight.nets();
  return [`nets: ${readable.join(", ") || "none"}`, ...(problem ? [problem] : [])].join("; ");
}

const tool = "id-photo";

/**
 * Sends ID photos to the built-in darkroom, because a generative model must not draw the face of a passport. Without a
 * darkroom, in the hosted image, refuses them and does not offer the tool.
 */
export function withIdPhotos(generator: ImageGenerator, darkroom: ImageGenerator | null): ImageGenerator {
  const isOwn = (recipe: Recipe) => recipe.tool === tool;
  return {
    name: generator.name,
    model: generator.model,
    ownTools: darkroom ? [tool] : [],
    refuses: (recipe) => {
      if (!isOwn(recipe)) return generator.refuses(recipe);
      return darkroom ? darkroom.refuses(recipe) : "ID photos are not made here.";
    },
    generate: async (request) => {
      if (!isOwn(request.recipe)) return generator.generate(request);
      if (!darkroom) return { ok: false, problem: "rejected", detail: "No darkroom." };
      return darkroom.generate(request);
    },
    close: async () => void (await Promise.all([generator.close(), darkroom?.close()])),
  };
}
