import { packages } from "../../gems/packages.ts";
import { photosInWords } from "./batch-paths.ts";

const sold = packages.filter(({ features }) => features.includes("Batch processing")).map(({ name }) => name);

/** What is to be bought for it, as it is said to those who have not. */
export const batchNeedsPackage = `Several photos at once come with the ${sold.join(" and the ")} package. Once bought, it stays yours.`;

/** What somebody reads who has fewer gems than a run over so many photos (0: over one) costs. */
export const gemsNeeded = (photos: number): string =>
  photos
    ? `You need ${photos} gems to transform ${photosInWords(photos)}. Nothing was started; your photos and choices are kept.`
    : "You need at least 1 gem to transform a photo.";
