import { type GenerateContentResponse, GoogleGenAI, Modality } from "@google/genai";
import sharp from "sharp";
import { createChildPool } from "../../../server/child-processes/child-pool.server.ts";
import { ChildProcessError } from "../../../server/child-processes/child-process-error.ts";
import type { GenerationOutcome, GenerationRequest, ImageGenerator } from "../../../transformations/image-generator.ts";
import { nearestAspectRatio } from "./aspect-ratio.ts";
import { chooseKeyColour } from "./choose-key-colour.server.ts";
import { contentsOf } from "./contents.ts";
import type { CutOutTask } from "./cut-out.server.ts";
import type { KeyColour } from "./key-colours.ts";
import { readAnswer } from "./read-answer.ts";
import { readFailure } from "./read-failure.ts";
import { resultPicture } from "./result-picture.server.ts";

/**
 * Google's image model since October 2026 ("Nano Banana 2.1"): the newest in the list of models of @google/genai 3.1.0.
 * gemini-2.5-flash-image was switched off on 2 October 2026 (https://ai.google.dev/gemini-api/docs/deprecations).
 */
export const geminiImageModel = "gemini-nano-banana-2.1";

/** https://ai.google.dev/api */
export const geminiApiUrl = "https://generativelanguage.googleapis.com";

/** Google keeps prompts and answers this long to detect abuse (https://ai.google.dev/gemini-api/docs/usage-policies). */
const keptDays = 55;

/** Photos are at most 1920 px wide and high; of the sizes offered (1K, 2K, 4K) this is the one that loses nothing. */
const imageSize = "2K";

export interface GeminiOptions {
  apiKey: string;
  model?: string;
  /** Without a trailing slash. */
  baseUrl?: string;
  apiVersion?: string | undefined;
  /** The most one photo may take, answer included. Milliseconds. */
  timeoutMs?: number;
  log: GeminiLog;
}

export interface GeminiLog {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

/**
 * Pictures made by Google's Gemini API (https://ai.google.dev/gemini-api/docs/image-generation). A request is sent once:
 * trying again is the queue's. Nothing of what people write or show is logged, nor the key.
 */
export function createGeminiGenerator(options: GeminiOptions): ImageGenerator {
  const {
    apiKey,
    model = geminiImageModel,
    baseUrl = geminiApiUrl,
    apiVersion = "v1beta",
    timeoutMs = 90_000,
    log,
  } = options;
  // Whatever is left out here the SDK looks for in environment variables of its own.
  const client = new GoogleGenAI({ apiKey, apiVersion, vertexai: false, httpOptions: { baseUrl } });
  const closing = new AbortController();
  const cutOuts = createChildPool<CutOutTask, Uint8Array<ArrayBuffer> | null>({
    entry: new URL("cut-out-child.server.ts", import.meta.url),
    size: 1,
    priority: 10,
    timeoutMs: 60_000,
    recycleAfter: 25,
    log,
  });

  async function ask(request: GenerationRequest, key: KeyColour | null, aspectRatio: string, abortSignal: AbortSignal) {
    return client.models.generateContent({
      model,
      contents: contentsOf(request, key),
      config: {
        responseModalities: [Modality.IMAGE],
        imageConfig: { aspectRatio, imageSize },
        candidateCount: 1,
        abortSignal,
      },
    });
  }

  async function generate(request: GenerationRequest): Promise<GenerationOutcome> {
    const { image, signal, onProgress } = request;
    const late = AbortSignal.timeout(timeoutMs);
    const over = AbortSignal.any([signal, closing.signal, late]);
    // What `over` means for the job. One that was aborted is over for whoever aborted it and needs no answer.
    const end = () => {
      if (signal.aborted) return no("failed", "aborted");
      return closing.signal.aborted ? no("busy", "closing") : no("timeout", `no answer in ${timeoutMs} ms`);
    };
    const size = await sizeOf(image);
    if (over.aborted) return end();
    if (!size) return no("rejected", "the image cannot be decoded");

    const key = request.recipe["mode"] === "remove" ? await chooseKeyColour(image, request.recipe["subject"]) : null;
    onProgress(0.1);
    const started = performance.now();
    let answered: GenerateContentResponse;
    try {
      answered = await ask(request, key, nearestAspectRatio(size), over);
    } catch (error) {
      if (over.aborted) return end();
      const { problem, detail, needsOperator } = readFailure(error);
      if (needsOperator) log.error({ model, detail }, "Gemini refuses our requests");
      return no(problem, detail);
    }
    const answer = readAnswer(answered);
    if (!answer.ok) return answer;
    onProgress(0.9);
    const result = await resultPicture(answer.image);
    if (signal.aborted) return end();
    if (!result) return no("failed", "what came is not a picture");
    const cut = key && (await withoutBackdrop(result.image, key, signal));
    if (cut && !cut.ok) return signal.aborted ? end() : cut;
    const tokens = answered.usageMetadata?.totalTokenCount;
    log.info({ model, tokens, milliseconds: Math.round(performance.now() - started) }, "Gemini made a picture");
    onProgress(1);
    return { ok: true, ...result, ...cut };
  }

  /** The subject alone, from a picture that shows it before the key colour; `unclear` when it does not. */
  async function withoutBackdrop(image: Uint8Array, key: KeyColour, signal: AbortSignal) {
    try {
      const cut = await cutOuts.run({ image, key: key.name }, { signal });
      return cut
        ? ({ ok: true, image: cut, mimeType: "image/png" } as const)
        : no("unclear", "no backdrop to take out");
    } catch (error) {
      if (!(error instanceof ChildProcessError)) throw error;
      return no(error.code === "closed" ? "busy" : "failed", `${error.code}: ${error.message}`);
    }
  }

  return {
    name: "Google Gemini",
    model: { company: "Google", keptDays },
    refuses: () => null,
    generate,
    close: async () => {
      closing.abort();
      await cutOuts.close();
    },
  };
}

/** Null for what is no whole picture: asking costs money, looking first does not. */
async function sizeOf(image: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { info } = await sharp(image, { failOn: "error" }).autoOrient().raw().toBuffer({ resolveWithObject: true });
    return info;
  } catch {
    return null;
  }
}

const no = (problem: Extract<GenerationOutcome, { ok: false }>["problem"], detail: string) =>
  ({ ok: false, problem, detail }) as const;
