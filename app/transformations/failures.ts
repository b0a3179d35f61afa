import type { GenerationProblem } from "./image-generator.ts";

/** Why a transformation failed: the generator's problems, and a member cancelling it. */
export type Failure = GenerationProblem | "cancelled";

/** What the person reads on the page (spec.md, point 8). The gem's return is said beside it. */
export const failureMessages: Record<Failure, string> = {
  blocked:
    "The AI safety filters blocked this request. Try using a different image or simplify your selections. Avoid images with sensitive content.",
  empty: "No image returned from Gemini API",
  rejected: "This photo could not be worked on. Please try another one.",
  unclear: "We could not tell the subject from the background. Draw a box round it and try again.",
  busy: "There is more work than we can do right now. Please try again in a few minutes.",
  timeout: "It took too long and was stopped. Please try again.",
  failed: "Something went wrong on our side. Please try again.",
  cancelled: "You cancelled this transformation.",
};

/** What the transaction history says after the name, when the gem came back. */
export const returnReasons: Record<Failure, string> = {
  blocked: "blocked by the AI's safety filter, gem returned",
  empty: "no picture came back, gem returned",
  rejected: "photo could not be worked on, gem returned",
  unclear: "subject not found, gem returned",
  busy: "too busy, gem returned",
  timeout: "took too long, gem returned",
  failed: "failed, gem returned",
  cancelled: "cancelled, gem returned",
};
