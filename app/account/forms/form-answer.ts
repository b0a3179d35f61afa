import type { SubmissionResult } from "@conform-to/react";
import type { FormProblem } from "../../ui/error-summary.tsx";
import type { IdentityRefusal } from "../identity.ts";

/** A rejected form: submitted values (never passwords) and errors. */
export interface FormAnswer {
  values: Record<string, string>;
  /** One message per field name, in the form's order. */
  errors: Record<string, string>;
  refusal: Pick<IdentityRefusal, "problem" | "message"> | null;
}

/** Reduces Conform's reply to one value and one message per field. */
export function formAnswer(reply: SubmissionResult<string[]>, refusal: IdentityRefusal | null = null): FormAnswer {
  const values: Record<string, string> = {};
  for (const [name, submitted] of Object.entries(reply.initialValue ?? {})) {
    // A repeated field is a list.
    const value: unknown = Array.isArray(submitted) ? submitted[0] : submitted;
    if (typeof value === "string") values[name] = value;
  }
  const errors: Record<string, string> = {};
  for (const [name, messages] of Object.entries(reply.error ?? {})) {
    if (messages?.[0]) errors[name] = messages[0];
  }
  return { values, errors, refusal: refusal && { problem: refusal.problem, message: refusal.message } };
}

export function fieldProblems(answer: FormAnswer | undefined): FormProblem[] {
  return Object.entries(answer?.errors ?? {}).map(([field, message]) => ({ field, message }));
}
