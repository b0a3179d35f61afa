import { type PhotoProblem, photoProblemMessages, photoProblemStatus } from "./photo-problems.ts";

/** `unkept`: the photo host failed. */
export type UploadProblem = PhotoProblem | "unkept";

export function uploadRefusal(problem: UploadProblem): { message: string; status: number } {
  return problem === "unkept"
    ? { message: unkeptMessage, status: 503 }
    : { message: photoProblemMessages[problem], status: photoProblemStatus[problem] };
}

// Server-only, to keep it out of the browser's bundle.
const unkeptMessage = "Your photo could not be saved just now. Nothing was spent. Please try again in a moment.";
