import { type PhotoProblem, photoProblemMessages, photoProblemStatus } from "./photo-problems.ts";

/** Why a photo that was sent is not there: something about the file, or the photo host did not take it. */
export type UploadProblem = PhotoProblem | "unkept";

/** What somebody reads whose photo was not kept, and the status it is answered with. */
export function uploadRefusal(problem: UploadProblem): { message: string; status: number } {
  return problem === "unkept"
    ? { message: unkeptMessage, status: 503 }
    : { message: photoProblemMessages[problem], status: photoProblemStatus[problem] };
}

// Beside the others it would be sent to every browser, whose scripts try again instead of saying it.
const unkeptMessage = "Your photo could not be saved just now. Nothing was spent. Please try again in a moment.";
