import type { GenerationProblem } from "../image-generator.ts";

/** Why a transformation failed: the generator's problems, and a member cancelling it. */
export type Failure = GenerationProblem | "cancelled";

/** The text on the page (docs/product/specification.md, "Messages"). The gem's return is said beside it. */
export const failureMessages: Record<Failure, string> = {
  blocked:
    "The AI safety filters blocked this request. Try using a different image or simplify your selections. Avoid images with sensitive content.",
  empty: "No image returned from Gemini API",
  rejected: "This photo could not be worked on. Please try another one.",
  unclear: "We could not tell the subject from the background. Draw a box round it and try again.",
  "no-gain": "This photo is already well lit. Nothing was charged.",
  "face-lost": "A face was missing in the result, so we did not deliver it. Please try again or use another photo.",
  busy: "There is more work than we can do right now. Please try again in a few minutes.",
  timeout: "It took too long and was stopped. Please try again.",
  failed: "Something went wrong on our side. Please try again.",
  cancelled: "You cancelled this transformation.",
};

/** Whether it ended well all the same: the photo needed nothing, so nothing was charged, and another try ends so too. */
export const neededNothing = (failure: string | null): boolean => failure === ("no-gain" satisfies Failure);

/** Why the gem came back, as the transaction history says it, before the name. */
export const returnReasons: Record<Failure, string> = {
  blocked: "Returned: the AI's safety filter blocked this request",
  empty: "Returned: no picture came back",
  rejected: "Returned: the photo could not be worked on",
  unclear: "Returned: the subject could not be told from its background",
  "no-gain": "Returned: the photo was already well lit",
  "face-lost": "Returned: a face was missing in the result",
  busy: "Returned: there was too much to do",
  timeout: "Returned: it took too long",
  failed: "Returned: something went wrong on our side",
  cancelled: "Returned: you cancelled it",
};
