import { photoProblemMessages } from "../photos/upload/photo-problems.ts";

/** Where other apps' photos are posted to: the manifest's share target. */
export const sharePath = "/share-photo";

/** Why a shared photo could not be kept on the device. */
export type ShareProblem = "empty" | "too-large" | "no-room";

const messages: Record<ShareProblem, string> = {
  empty: photoProblemMessages.empty,
  "too-large": photoProblemMessages["too-large"],
  "no-room": "This device has no space for the photo you shared. Please choose it here.",
};

/** The tool's page, told that a photo is waiting on the device, or why there is none. */
export const sharedHere = (problem: ShareProblem | null): string =>
  `/surprise-me?shared${problem ? `=${problem}` : ""}`;

/** The page that takes several photos, told that they are waiting on the device. */
export const severalSharedHere = "/surprise-me/batch?shared";

/** In place of a problem: the photo was not shared by the person, and is not to be taken. */
export const refusedShare = "refused";

/** What to say about a problem an address names; null when it names none. */
export const shareMessage = (problem: string): string | null =>
  Object.hasOwn(messages, problem) ? messages[problem as ShareProblem] : null;
