import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import { formAnswer, type FormAnswer } from "./form-errors.tsx";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import type { IdentityRefusal } from "../identity.ts";
import { memberKey } from "../../server/http/identity-session.server.ts";
import type { Toast } from "../../ui/toasts/toast.tsx";

const hideFields = ["currentPassword", "password", "confirmPassword"];

/** Seconds; GoTrue's own pause between two mails. */
const retryAfterSeconds = 60;

/** Fits 5,000 characters in each of four fields, up to nine bytes each when encoded. */
const maxFormBytes = 256 * 1024;

/** Messages for malformed form posts, by status. */
const unreadableMessages: Record<number, string> = {
  413: "That is too long for this form. Please shorten your text and try again.",
};

/** Reads and checks a posted form. `rejection` is the response to an incomplete or invalid one. */
export async function parseForm<Schema extends z.ZodType>(request: Request, schema: Schema) {
  const form = await readSmallForm(request, maxFormBytes).catch(unreadable);
  if (!(form instanceof FormData)) return { form: null, submission: null, rejection: form };
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return { form: null, submission: null, rejection: rejected(submission) };
  return { form, submission, rejection: null };
}

function unreadable(thrown: unknown) {
  if (!(thrown instanceof Response)) throw thrown;
  const { status } = thrown;
  const message = unreadableMessages[status] ?? "We did not receive the whole form. Please try again.";
  const answer: FormAnswer = { values: {}, errors: {}, refusal: { problem: "refused", message } };
  return data(answer, { status });
}

export function rejected<T>(submission: Submission<T>, fieldErrors: Record<string, string[]> = {}) {
  return data(formAnswer(submission.reply({ hideFields, fieldErrors })), { status: 400 });
}

export function refused<T>(submission: Submission<T>, refusal: IdentityRefusal) {
  return data(formAnswer(submission.reply({ hideFields }), refusal), refusalInit(refusal));
}

/** 503 for our outage, 429 for a limit, otherwise 400. */
export function refusalInit({ problem, retryAfterSeconds: wait = retryAfterSeconds }: IdentityRefusal): {
  status: number;
  headers?: Record<string, string>;
} {
  if (problem === "too-many-requests") return { status: 429, headers: { "Retry-After": String(wait) } };
  return { status: problem === "unavailable" ? 503 : 400 };
}

/** 401 when signed out, 409 for another member's form, null for the member's own form. */
export function storedFormRefusal(
  storedFor: string,
  member: { id: string } | null,
  { unreachable, sessionSecret }: { unreachable: boolean; sessionSecret: string },
): Response | null {
  if (!member) return new Response(null, { status: unreachable ? 503 : 401 });
  return storedFor === memberKey(member.id, sessionSecret) ? null : new Response(null, { status: 409 });
}

/**
 * Response for the script that sends a stored form: 204 done, 422 with the reason, otherwise the status.
 * An error among the `left` toasts counts as a refusal and is removed from them.
 */
export function storedFormAnswer(response: Response, toasts: Toast[]): Response {
  const refused = toasts.find(({ kind }) => kind === "error");
  if (refused) toasts.length = 0;
  if (refused) return Response.json({ error: `${refused.title}: ${refused.text}` }, { status: 422 });
  const isDone = response.status < 400;
  return new Response(null, { status: isDone ? 204 : response.status, headers: cookiesOf(response) });
}

function cookiesOf(response: Response): Headers {
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}
