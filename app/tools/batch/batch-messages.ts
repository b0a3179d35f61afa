import { inNaira, packages } from "../../gems/packages.ts";
import type { PhotoProblem } from "../../photos/upload/photo-problems.ts";
import type { PhotoAdding } from "./batch-draft.server.ts";
import { formatPhotoCount, maxBatchPhotos } from "./batch.ts";

export const batchPackages = packages
  .filter(({ features }) => features.includes("Batch processing"))
  .map(({ name, gems, price }) => ({ name, gems, price: inNaira(price) }));

/** For members without such a package. */
export const batchNeedsPackage = `Several photos at once come with the ${batchPackages.map(({ name }) => name).join(" and the ")} package. Once bought, it stays yours unless it is refunded.`;

export const gemsNeeded = (photos: number): string =>
  photos
    ? `You need ${photos === 1 ? "1 gem" : `${photos} gems`} for ${formatPhotoCount(photos)}. Nothing was started; your photos and choices are saved.`
    : "You need at least 1 gem to transform a photo.";

export function addingMessage(name: string, adding: Exclude<PhotoAdding, { ok: true }>): string {
  switch (adding.problem) {
    case "duplicate":
      return adding.name === name
        ? `${name}: you already added this photo. It is used once, for one gem.`
        : `${name}: you already added this photo as ${adding.name}. It is used once, for one gem.`;
    case "full":
      return notAddedMessage([name]);
    case "started":
      return `${name}: this batch has already started. Please add it to a new batch.`;
    case "not-found":
      return `${name} could not be added. Please reload the page and choose it again.`;
  }
}

export const notAddedMessage = (names: readonly string[]): string =>
  `A batch takes up to ${maxBatchPhotos} photos. The first ${maxBatchPhotos} were added; left out: ${names.join(", ")}.`;

/** The form broke off or had an oversized file; earlier photos are saved. */
export const unreadMessage = (problem: PhotoProblem, savedCount: number): string =>
  problem === "too-large"
    ? `One file was far too large, so we stopped reading there. ${savedSentence(savedCount)}`
    : `The connection was lost before everything arrived. ${savedSentence(savedCount)}`;

const savedSentence = (savedCount: number) =>
  savedCount ? `${formatPhotoCount(savedCount)} ${savedCount === 1 ? "was" : "were"} received.` : "Please try again.";

export const gemsToTryAgain =
  "You don't have enough gems to try all of them again. Nothing was started; you can also open one on its own.";

export const failedChanged =
  "The failed photos changed since this page was loaded, so no gem was taken. Here is the current list; try again if you like.";
