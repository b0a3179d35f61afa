import type { GenerationProblem } from "../image-generator.ts";

/** Why a transformation failed: the generator's problems, and a member cancelling it. */
export type Failure = GenerationProblem | "cancelled";

/** The text on the page (docs/product/specification.md, "Messages"). The gem's return is said beside it. */
export const failureMessages: Record<Failure, string> = {
  blocked:
    "The AI safety filters blocked this request. Try using a different image or simplify your selections. Avoid images with sensitive content.",
  empty: "No image returned from Gemini API",
  rejected: "We could not use this photo. Please try another one.",
  unclear: "We could not find the subject in this photo. Draw a box around it and try again.",
  "no-gain": "This photo is already well lit. Nothing was charged.",
  "face-lost": "A face was missing in the result, so we did not deliver it. Please try again or use another photo.",
  busy: "We are very busy right now. Please try again in a few minutes.",
  timeout: "It took too long and was stopped. Please try again.",
  failed: "Something went wrong on our side. Please try again.",
  cancelled: "You cancelled this transformation.",
};

/** Whether it ended well all the same: the photo needed nothing, so nothing was charged, and another try ends so too. */
export const neededNothing = (failure: string | null): boolean => failure === ("no-gain" satisfies Failure);

/** Why the gem came back, as the transaction history says it, before the name. */
export const returnReasons: Record<Failure, string> = {
  blocked: "Returned: the AI's safety filter blocked this request",
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
