import { ApiError } from "@google/genai";
import { z } from "zod";
import type { GenerationProblem } from "../../../transformations/image-generator.ts";
import { googleCode } from "./google-code.ts";

export interface Failure {
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
