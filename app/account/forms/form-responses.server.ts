import type { Submission } from "@conform-to/react";
import { data } from "react-router";
import { formAnswer, type FormAnswer } from "./form-answer.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import type { IdentityRefusal } from "../identity.ts";

/** No password goes back into a page. */
const hideFields = ["currentPassword", "password", "confirmPassword"];

/** Asked of whoever tries too often, when identity names no time: GoTrue's own pause between two mails, in seconds. */
const retryAfterSeconds = 60;

/** 5 000 characters in each of four fields, each up to nine bytes as browsers write them. */
const longestForm = 256 * 1024;

/** What is said of a post that no form of ours sends, by its status. */
const unreadable: Record<number, string> = {
  413: "That is more than this form takes. Please shorten what you typed and try again.",
};

/** The fields of a posted form; `unread` is the form again for what cannot be read as one. */
export async function readForm(request: Request) {
  try {
    return { form: await readSmallForm(request, longestForm), unread: null };
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    const { status } = thrown;
    const message = unreadable[status] ?? "The form did not arrive whole. Please try again.";
    const answer: FormAnswer = { values: {}, errors: {}, refusal: { problem: "refused", message } };
    return { form: null, unread: data(answer, { status }) };
  }
}

/** The form again, with what is wrong with its fields; `fieldErrors` are what only the server could find. */
export function rejected<T>(submission: Submission<T>, fieldErrors: Record<string, string[]> = {}) {
  return data(formAnswer(submission.reply({ hideFields, fieldErrors })), { status: 400 });
}

/** The form again, with identity's reason. */
export function refused<T>(submission: Submission<T>, refusal: IdentityRefusal) {
  return data(formAnswer(submission.reply({ hideFields }), refusal), refusalInit(refusal));
}

/** The answer's status: ours to wait for (503), theirs to wait with (429), or the request's fault (400). */
export function refusalInit({ problem, retryAfterSeconds: wait = retryAfterSeconds }: IdentityRefusal): {
  status: number;
  headers?: Record<string, string>;
} {
  if (problem === "too-many-requests") return { status: 429, headers: { "Retry-After": String(wait) } };
  return { status: problem === "unavailable" ? 503 : 400 };
}
