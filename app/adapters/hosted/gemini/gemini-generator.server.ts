import { type GenerateContentResponse, GoogleGenAI, Modality } from "@google/genai";
import sharp from "sharp";
import { createChildPool } from "../../../server/child-processes/child-pool.server.ts";
import { ChildProcessError } from "../../../server/child-processes/serve-tasks.server.ts";
import type { GenerationOutcome, GenerationRequest, ImageGenerator } from "../../../transformations/image-generator.ts";
import { contentsOf, imageModel, nearestAspectRatio, readAnswer, readFailure } from "./gemini-messages.ts";
import { chooseKeyColour, type KeyColour } from "./key-colours.server.ts";
import type { CutOutTask } from "./cut-out.server.ts";
import { resultPicture } from "./result-picture.server.ts";
import { probeService } from "../probe-service.server.ts";

export const geminiImageModel = "gemini-nano-banana-2.1";

export const geminiApiUrl = "https://generativelanguage.googleapis.com";

/** https://ai.google.dev/gemini-api/docs/usage-policies: Google stores requests to detect abuse. */
const retentionDays = 55;

export interface GeminiOptions {
  apiKey: string;
  model?: string;
  baseUrl?: string;
  apiVersion?: string | undefined;
  timeoutMs?: number;
  log: GeminiLog;
  /**
   * Counts costs: `asked`, a request to the model; `paid`, a returned picture; `late`, an aborted request, which
   * Google may charge (@google/genai, `abortSignal`).
   */
  count?: (picture: "asked" | "paid" | "late") => void;
}

export interface GeminiLog {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

/**
 * Google's Gemini API (https://ai.google.dev/gemini-api/docs/image-generation). Repeats a request only if the model
 * gave no picture and no reason; the queue does other retries. Logs neither the key nor members' texts and pictures.
 * @throws for an unknown model.
 */
export function createGeminiGenerator(options: GeminiOptions): ImageGenerator {
  const {
    apiKey,
    model = geminiImageModel,
    baseUrl = geminiApiUrl,
    apiVersion = "v1beta",
    timeoutMs = 90_000,
    log,
    count = () => {},
  } = options;
  const { imageSize, ratios } = imageModel(model);
  // The SDK reads missing options from environment variables.
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

  async function send(
    request: GenerationRequest,
    key: KeyColour | null,
    aspectRatio: string,
    abortSignal: AbortSignal,
  ) {
    return client.models.generateContent({
      model,
      contents: contentsOf(request, key),
      config: {
        responseModalities: [Modality.IMAGE],
        imageConfig: { aspectRatio, ...(imageSize ? { imageSize } : {}) },
        candidateCount: 1,
        abortSignal,
      },
    });
  }

  async function generate(request: GenerationRequest): Promise<GenerationOutcome> {
    const { image, signal, onProgress } = request;
    const late = AbortSignal.timeout(timeoutMs);
    const over = AbortSignal.any([signal, closing.signal, late]);
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
    const ask = async () => {
      count("asked");
      return send(request, key, nearestAspectRatio(size, ratios), over);
    };
    let answered: GenerateContentResponse;
    let answer: ReturnType<typeof readAnswer>;
    try {
      answered = await ask();
      answer = readAnswer(answered);
      if (!answer.ok && answer.again) answer = readAnswer((answered = await ask()));
    } catch (error) {
      if (over.aborted) {
        count("late");
        return end();
      }
      const { needsOperator, ...failure } = readFailure(error);
      if (needsOperator) log.error({ model, detail: failure.detail }, "Gemini refuses our requests");
      return { ok: false, ...failure };
    }
    if (!answer.ok) return no(answer.problem, answer.detail);
    count("paid");
    onProgress(0.9);
    const result = await resultPicture(answer.image);
    if (signal.aborted) return end();
    if (!result) return no("failed", "the answer is not a picture");
    const cut = key && (await withoutBackdrop(result.image, key, signal));
    if (cut && !cut.ok) return signal.aborted ? end() : cut;
    const tokens = answered.usageMetadata?.totalTokenCount;
    log.info({ model, tokens, milliseconds: Math.round(performance.now() - started) }, "Gemini made a picture");
    onProgress(1);
    return { ok: true, ...result, ...cut };
  }

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
    model: { company: "Google", retentionDays },
    refuses: () => null,
    generate,
    close: async () => {
      closing.abort();
      await cutOuts.close();
    },
  };
}

/** Returns null for a broken picture, before the paid call. */
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

export function checkGemini({
  apiKey,
  model,
  baseUrl,
  apiVersion = "v1beta",
}: {
  apiKey: string;
  model: string;
  baseUrl: string;
  apiVersion?: string | undefined;
}): Promise<string | null> {
  return probeService({
    url: `${baseUrl}/${apiVersion}/models/${model}`,
    headers: { "x-goog-api-key": apiKey },
    key: "GEMINI_API_KEY",
    // Google answers an unknown key with "invalid argument".
    refusedBy: [400, 401, 403],
    meaning: { 404: "does not know GEMINI_IMAGE_MODEL (404)" },
  });
}
