import { inNaira, packages } from "../../gems/packages.ts";
import type { PhotoProblem } from "../../photos/upload/photo-problems.ts";
import type { PhotoAdding } from "./batch-draft.server.ts";
import { maxBatchPhotos, photosInWords } from "./batch-paths.ts";

/** The packages it comes with. */
export const batchPackages = packages
  .filter(({ features }) => features.includes("Batch processing"))
  .map(({ name, gems, price }) => ({ name, gems, price: inNaira(price) }));

/** What is to be bought for it, as it is said to those who have not. */
export const batchNeedsPackage = `Several photos at once come with the ${batchPackages.map(({ name }) => name).join(" and the ")} package. Once bought, it stays yours unless it is refunded.`;

/** What somebody reads who has fewer gems than a run over so many photos (0: over one) costs. */
export const gemsNeeded = (photos: number): string =>
  photos
    ? `You need ${photos === 1 ? "1 gem" : `${photos} gems`} for ${photosInWords(photos)}. Nothing was started; your photos and choices are kept.`
    : "You need at least 1 gem to transform a photo.";

/** Why a photo that was received is not among those of the run. */
export function addingMessage(name: string, adding: Exclude<PhotoAdding, { ok: true }>): string {
  switch (adding.problem) {
    case "duplicate":
      return adding.name === name
        ? `${name}: this photo is here already. It is kept once, for one gem.`
        : `${name}: this photo is here already, as ${adding.name}. It is kept once, for one gem.`;
    case "full":
      return leftOut([name]);
    case "started":
      return `${name}: this batch has been started already. Please begin another one with it.`;
    case "not-found":
      return `${name} could not be added. Please reload the page and choose it again.`;
  }
}

/** What did not fit in any more, by name. */
export const leftOut = (names: readonly string[]): string =>
  `A batch takes up to ${maxBatchPhotos} photos. The first ${maxBatchPhotos} are kept; left out: ${names.join(", ")}.`;

/** A form that broke off, or with a file beyond every measure: what came before it is kept. */
export const leftUnread = (problem: PhotoProblem, kept: number): string =>
  problem === "too-large"
    ? `One file was far too large to receive, and what came after it was not read. ${keptInWords(kept)}`
    : `The connection broke off before everything had arrived. ${keptInWords(kept)}`;

const keptInWords = (kept: number) =>
  kept ? `${photosInWords(kept)} ${kept === 1 ? "was" : "were"} received and kept.` : "Please try again.";

/** What somebody reads who has fewer gems than photos that failed. */
export const gemsToTryAgain =
  "There are not enough gems to try all of them again. Nothing was started; you can also open one of them alone.";

/** What somebody reads whose page named other failed photos, and with them another number of gems. */
export const failedChanged =
  "What has failed here has changed since this page was loaded, so no gem was taken. This is how it stands now; press again if you like.";
