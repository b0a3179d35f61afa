import { photoProblemMessages } from "../photos/upload/photo-problems.ts";

export const sharePath = "/share-photo";

export type ShareProblem = "empty" | "too-large" | "no-room";

const messages: Record<ShareProblem, string> = {
  empty: photoProblemMessages.empty,
  "too-large": photoProblemMessages["too-large"],
  "no-room": "This device has no space for the photo you shared. Please choose it here.",
};

export const sharedPhotoPath = (problem: ShareProblem | null): string =>
  `/surprise-me?shared${problem ? `=${problem}` : ""}`;

export const severalSharedPhotosPath = "/surprise-me/batch?shared";

export const refusedShare = "refused";

export const shareMessage = (problem: string): string | null =>
  Object.hasOwn(messages, problem) ? messages[problem as ShareProblem] : null;
