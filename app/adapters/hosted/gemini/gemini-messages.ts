import { z } from "zod";
import { ApiError, type Content, FinishReason, type GenerateContentResponse, type Part } from "@google/genai";
import type { GenerationProblem, GenerationRequest } from "../../../transformations/image-generator.ts";
import type { KeyColour } from "./key-colours.server.ts";

/** Pictures and text in the order that the text relies on; adds the key colour to the recipe's prompt. */
export function contentsOf(
  { prompt, image, mimeType, finished }: Pick<GenerationRequest, "prompt" | "image" | "mimeType" | "finished">,
  key: KeyColour | null,
): Content[] {
  const texts = [prompt, key && `The key colour is ${key.name}, ${key.hex}.`, finished && whichIsWhich];
  const pictures = [{ image, mimeType }, ...(finished ? [finished] : [])];
  const parts = [...pictures.map(inlined), { text: texts.filter(Boolean).join("\n") }];
  return [{ role: "user", parts }];
}

const whichIsWhich = [
  "Two pictures come with this text. The first is the photograph: take the person's likeness from it alone.",
  "The second is the portrait that was made from it: keep its place, light, clothes and pose,",
  "and show them again, seen from the camera position named above.",
].join(" ");

const inlined = ({ image, mimeType }: { image: Uint8Array; mimeType: string }): Part => ({
  inlineData: { mimeType, data: Buffer.from(image).toString("base64") },
});

/** https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios without 1:8 and 8:1, beyond our 5:1 limit. */
const usualRatios = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"] as const;
const allRatios = [...usualRatios, "1:4", "4:1"] as const;

type AspectRatio = (typeof allRatios)[number];

interface ImageModel {
  /** The smallest size that holds our 1920 px; null if the model has one size and no field for it. */
  imageSize: "2K" | null;
  ratios: readonly AspectRatio[];
}

/**
 * The image models of @google/genai 3.1.0 in service (gemini-2.5-flash-image ended on 2 October 2026,
 * https://ai.google.dev/gemini-api/docs/deprecations) and their sizes and shapes, from the page above and the models'
 * cards at https://docs.cloud.google.com/vertex-ai/generative-ai/docs/models. The first is the default.
 */
const imageModels: Readonly<Record<string, ImageModel>> = {
  "gemini-nano-banana-2.1": { imageSize: "2K", ratios: allRatios },
  "gemini-3.1-flash-image": { imageSize: "2K", ratios: allRatios },
  "gemini-3.1-flash-lite-image": { imageSize: null, ratios: usualRatios },
  "gemini-3-pro-image": { imageSize: "2K", ratios: usualRatios },
  "nano-banana-pro-preview": { imageSize: "2K", ratios: usualRatios },
};

/** @throws for a model whose sizes and shapes are unknown, with a message for the operator. */
export function imageModel(name: string): ImageModel {
  const model = Object.hasOwn(imageModels, name) ? imageModels[name] : undefined;
  if (model) return model;
  throw new Error(`GEMINI_IMAGE_MODEL: ${name} is none of ${Object.keys(imageModels).join(", ")}`);
}

export function nearestAspectRatio(
  { width, height }: { width: number; height: number },
  ratios: readonly AspectRatio[] = allRatios,
): AspectRatio {
  const distance = (ratio: AspectRatio) => Math.abs(Math.log(width / height / valueOf(ratio)));
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best), "1:1");
}

function valueOf(ratio: AspectRatio): number {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  return across / down;
}

/** A word in capitals; anything else is dropped and so never logged. */
const googleCode = z
  .string()
  .regex(/^[A-Z_]{1,60}$/)
  .optional()
  .catch(undefined);

type Answer =
  | { ok: true; image: Uint8Array<ArrayBuffer> }
  | {
      ok: false;
      problem: GenerationProblem;
      detail: string;
      /** The same request may yield a picture. */ again?: true;
    };

/**
 * Gemini refuses with status 200 too (https://ai.google.dev/api/generate-content#FinishReason). Takes the first
 * picture part, not the sketches made while thinking. Details hold Google's codes, never the model's text.
 */
export function readAnswer(response: GenerateContentResponse): Answer {
  const { data: answer } = answerSchema.safeParse(response);
  if (!answer) return no("failed", "the answer makes no sense");
  const { content, finishReason } = answer.candidates?.[0] ?? {};
  const parts = content?.parts ?? [];
  const data = parts.find((part) => part.inlineData?.data && !part.thought)?.inlineData?.data;
  if (data) return { ok: true, image: new Uint8Array(Buffer.from(data, "base64")) };
  const blockReason = answer.promptFeedback?.blockReason;
  if (blockReason) return no("blocked", `the request was blocked: ${blockReason}`);
  const blocked = finishReason && blockingReasons[finishReason];
  if (blocked) return no(blocked, `the result was blocked: ${finishReason}`);
  const textLength = parts.reduce((sum, part) => sum + (part.text?.length ?? 0), 0);
  const empty = no("empty", `no picture, ${textLength} characters of text: ${finishReason ?? "no reason given"}`);
  return finishReason && worthRepeating.has(finishReason) ? { ...empty, again: true } : empty;
}

const blockingReasons: Partial<Record<string, GenerationProblem>> = {
  [FinishReason.SAFETY]: "blocked",
  [FinishReason.IMAGE_SAFETY]: "blocked",
  [FinishReason.PROHIBITED_CONTENT]: "blocked",
  [FinishReason.IMAGE_PROHIBITED_CONTENT]: "blocked",
  [FinishReason.BLOCKLIST]: "blocked",
  [FinishReason.SPII]: "personal-data",
  [FinishReason.RECITATION]: "too-similar",
  [FinishReason.IMAGE_RECITATION]: "too-similar",
};

/** The model made no picture, and the request is not the reason. */
const worthRepeating: ReadonlySet<string> = new Set([FinishReason.NO_IMAGE, FinishReason.IMAGE_OTHER]);

const partSchema = z.object({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  inlineData: z.object({ data: z.string().optional() }).optional(),
});
const candidateSchema = z.object({
  content: z.object({ parts: z.array(partSchema).optional() }).optional(),
  finishReason: googleCode,
});
const answerSchema = z.object({
  candidates: z.array(candidateSchema).optional(),
  promptFeedback: z.object({ blockReason: googleCode }).optional(),
});

const no = (problem: GenerationProblem, detail: string) => ({ ok: false, problem, detail }) as const;

interface Failure {
  problem: GenerationProblem;
  detail: string;
  needsOperator: boolean;
  /** Milliseconds until Google takes requests again. */
  retryAfterMs?: number;
}

/**
 * The SDK's `ApiError` holds Google's answer as JSON (https://ai.google.dev/gemini-api/docs/troubleshooting). Messages
 * may repeat the request, so only codes are logged.
 */
export function readFailure(error: unknown): Failure {
  if (error instanceof ApiError) return refusal(error);
  if (error instanceof SyntaxError) return failure("failed", "the answer is not JSON");
  const connection = connectionCode(error);
  if (connection) return failure("busy", `no connection: ${connection}`);
  return failure("failed", `the answer makes no sense: ${error instanceof Error ? error.name : typeof error}`);
}

function refusal({ status, message }: ApiError): Failure {
  const { error } = bodySchema.parse(parsed(message));
  const reason = error.details.map((detail) => detail.reason).find(Boolean);
  const detail = ["HTTP", status, error.status, reason].filter(Boolean).join(" ");
  if (status === 429) return tooMany(detail, error.details);
  // Prepaid credits or the spend limit are used up.
  if (status === 402) return { problem: "exhausted", detail, needsOperator: true };
  if (status === 408 || status === 504) return failure("timeout", detail);
  // 499: the connection was cut.
  if (status >= 500 || status === 499) return failure("busy", detail);
  // 400 also stands for a bad key, an unserved region, a malformed request or a size that the model does not make.
  if (status === 413 || (status === 400 && blamesPicture.test(error.message))) return failure("rejected", detail);
  return { problem: "failed", detail, needsOperator: true };
}

/** Google's words for a picture that it cannot read. */
const blamesPicture =
  /unable to process (the )?(input |provided )?image|\b(provided|input|inline) image\b|image (is|was) (not valid|invalid|corrupt)/i;

/** https://ai.google.dev/gemini-api/docs/rate-limits: limits per minute and per day, of the project. */
function tooMany(detail: string, details: z.infer<typeof detailSchema>[]): Failure {
  const quota = details
    .flatMap(({ violations }) => violations ?? [])
    .find(({ quotaId }) => /PerDay/.test(quotaId ?? ""));
  if (quota) return { problem: "exhausted", detail: `${detail} ${quota.quotaId}`, needsOperator: true };
  const seconds = details.map(({ retryDelay }) => retryDelay).find((delay) => delay !== undefined);
  return { ...failure("busy", detail), ...(seconds === undefined ? {} : { retryAfterMs: Math.ceil(seconds * 1000) }) };
}

/** https://google.aip.dev/193, with google.rpc.RetryInfo ("47s") and google.rpc.QuotaFailure. */
const detailSchema = z.object({
  reason: googleCode,
  retryDelay: z
    .string()
    .regex(/^\d{1,6}(\.\d+)?s$/)
    .transform((text) => Number(text.slice(0, -1)))
    .optional()
    .catch(undefined),
  violations: z
    .array(
      z.object({
        quotaId: z
          .string()
          .regex(/^[\w-]{1,100}$/)
          .optional()
          .catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});
const errorSchema = z.object({
  status: googleCode,
  message: z.string().catch(""),
  details: z.array(detailSchema).catch([]),
});
const bodySchema = z.object({ error: errorSchema }).catch({ error: { status: undefined, message: "", details: [] } });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function connectionCode(error: unknown): string | undefined {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
}

const failure = (problem: GenerationProblem, detail: string): Failure => ({ problem, detail, needsOperator: false });
