import type { SubmissionResult } from "@conform-to/react";
import type { FormProblem } from "../../ui/error-summary.tsx";
import type { IdentityRefusal } from "../identity.ts";

/** What a form that did not go through gets back: what was typed (never passwords) and what is wrong with it. */
export interface FormAnswer {
  values: Record<string, string>;
  /** One message per field, by the field's name, in the form's order. */
  errors: Record<string, string>;
  /** Why identity said no, although the form was filled in properly. */
  refusal: Pick<IdentityRefusal, "problem" | "message"> | null;
}

/** Conform's reply, reduced to what a page shows: one value and one message per field. */
export function formAnswer(reply: SubmissionResult<string[]>, refusal: IdentityRefusal | null = null): FormAnswer {
  const values: Record<string, string> = {};
  for (const [name, given] of Object.entries(reply.initialValue ?? {})) {
    // A field sent twice is a list.
    const value: unknown = Array.isArray(given) ? given[0] : given;
    if (typeof value === "string") values[name] = value;
  }
  const errors: Record<string, string> = {};
  for (const [name, messages] of Object.entries(reply.error ?? {})) {
    if (messages?.[0]) errors[name] = messages[0];
  }
  return { values, errors, refusal: refusal && { problem: refusal.problem, message: refusal.message } };
}

/** The lines of the error summary: a field's id is its name. */
export function fieldProblems(answer: FormAnswer | undefined): FormProblem[] {
  return Object.entries(answer?.errors ?? {}).map(([field, message]) => ({ field, message }));
}
