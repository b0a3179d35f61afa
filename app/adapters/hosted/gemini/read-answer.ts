import { FinishReason, type GenerateContentResponse } from "@google/genai";
import { z } from "zod";
import type { GenerationProblem } from "../../../transformations/image-generator.ts";
import { googleCode } from "./google-code.ts";

export type Answer =
  | { ok: true; image: Uint8Array<ArrayBuffer> }
  | { ok: false; problem: GenerationProblem; detail: string };

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
