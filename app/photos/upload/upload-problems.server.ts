import { type PhotoProblem, photoProblemMessages, photoProblemStatus } from "./photo-problems.ts";

/** `not-stored`: the photo host failed. */
export type UploadProblem = PhotoProblem | "not-stored";

export function uploadRefusal(problem: UploadProblem): { message: string; status: number } {
  return problem === "not-stored"
    ? { message: notStoredMessage, status: 503 }
    : { message: photoProblemMessages[problem], status: photoProblemStatus[problem] };
}

// Server-only, to keep it out of the browser's bundle.
const notStoredMessage = "Your photo could not be saved just now. Nothing was spent. Please try again in a moment.";
