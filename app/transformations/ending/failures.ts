import type { GenerationProblem } from "../image-generator.ts";

export type Failure = GenerationProblem | "cancelled";

/** Page texts (docs/product/specification.md, "Messages"); the page adds that the gem was returned. */
export const failureMessages: Record<Failure, string> = {
  blocked:
    "The AI safety filters blocked this request. Try using a different image or simplify your selections. Avoid images with sensitive content.",
  "personal-data":
    "The photo shows personal data, such as an identity card or a phone number. Cover it, or use another photo.",
  "too-similar": "The result would copy a known picture too closely. Please choose another style or another photo.",
  exhausted: "We cannot make more pictures today. Please try again tomorrow.",
  empty: "No image returned from Gemini API. Please try again, or use another photo.",
  rejected: "We could not use this photo. Please try another one.",
  unclear: "We could not find the subject in this photo. Draw a box around it and try again.",
  "no-gain": "This photo is already well lit. Nothing was charged.",
  "face-lost": "A face was missing in the result, so we did not deliver it. Please try again or use another photo.",
  busy: "We are very busy right now. Please try again in a few minutes.",
  timeout: "It took too long and was stopped. Please try again.",
  failed: "Something went wrong on our side. Please try again.",
  cancelled: "You cancelled this transformation.",
};

/** True when the photo needed no change: nothing was charged, and a retry would end the same way. */
export const neededNothing = (failure: string | null): boolean => failure === ("no-gain" satisfies Failure);

export const returnReasons: Record<Failure, string> = {
  blocked: "Returned: the AI's safety filter blocked this request",
  "personal-data": "Returned: the photo shows personal data",
  "too-similar": "Returned: the result would copy a known picture",
  exhausted: "Returned: no more pictures could be made that day",
  empty: "Returned: no result came back",
  rejected: "Returned: we could not use the photo",
  unclear: "Returned: we could not find the subject",
  "no-gain": "Returned: the photo was already well lit",
  "face-lost": "Returned: a face was missing in the result",
  busy: "Returned: we were too busy",
  timeout: "Returned: it took too long",
  failed: "Returned: something went wrong on our side",
  cancelled: "Returned: you cancelled it",
};

/** Reasons for returning a result, for the form and for the gem history. */
export const creditBackReasons = {
  "not-me": { label: "It does not look like me", history: "Gem returned: it does not look like me" },
  "not-as-asked": { label: "It is not what I asked for", history: "Gem returned: not what you asked for" },
  quality: { label: "The quality is poor", history: "Gem returned: poor quality" },
} as const;

export type CreditBackReason = keyof typeof creditBackReasons;

export const isCreditBackReason = (value: unknown): value is CreditBackReason =>
  typeof value === "string" && Object.hasOwn(creditBackReasons, value);

/** Enforced by supabase/migrations/20261121000600_credit_backs.sql. */
export const creditBackLimit = { times: 2, days: 30 } as const;
