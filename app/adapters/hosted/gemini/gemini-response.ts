import { z } from "zod";
import { FinishReason, type GenerateContentResponse, ApiError } from "@google/genai";
import type { GenerationProblem } from "../../../transformations/image-generator.ts";

/** A word in capitals; anything else is dropped and so never logged. */
const googleCode = z
  .string()
  .regex(/^[A-Z_]{1,60}$/)
  .optional()
  .catch(undefined);

type Answer = { ok: true; image: Uint8Array<ArrayBuffer> } | { ok: false; problem: GenerationProblem; detail: string };

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
  if (finishReason && blockingReasons.has(finishReason))
    return no("blocked", `the result was blocked: ${finishReason}`);
  const textLength = parts.reduce((sum, part) => sum + (part.text?.length ?? 0), 0);
  return no("empty", `no picture, ${textLength} characters of text: ${finishReason ?? "no reason given"}`);
}

const blockingReasons: ReadonlySet<string> = new Set([
  FinishReason.SAFETY,
  FinishReason.IMAGE_SAFETY,
  FinishReason.PROHIBITED_CONTENT,
  FinishReason.IMAGE_PROHIBITED_CONTENT,
  FinishReason.BLOCKLIST,
  FinishReason.SPII,
  FinishReason.RECITATION,
  FinishReason.IMAGE_RECITATION,
]);

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
  if (status === 429) return failure("busy", detail);
  if (status === 408 || status === 504) return failure("timeout", detail);
  if (status >= 500) return failure("busy", detail);
  // 400 also stands for a bad key, an unserved region or a malformed request.
  const isAboutAccount = reason !== undefined || error.status === "FAILED_PRECONDITION";
  const isAboutForm = error.details.some((part) => part.fieldViolations !== undefined);
  if ((status === 400 && !isAboutAccount && !isAboutForm) || status === 413) return failure("rejected", detail);
  return { problem: "failed", detail, needsOperator: true };
}

/** https://google.aip.dev/193 */
const detailSchema = z.object({ reason: googleCode, fieldViolations: z.unknown().optional() });
const errorSchema = z.object({ status: googleCode, details: z.array(detailSchema).catch([]) });
const bodySchema = z.object({ error: errorSchema }).catch({ error: { status: undefined, details: [] } });

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
