import { moneyBackDays } from "../../gems/receipts/receipt.ts";
import { maxUploadBytes } from "../../photos/upload/limits.ts";
import { originalDays, unusedPhotoHours } from "../../photos/retention/limits.ts";

/** Figures of the landing page, Terms and Privacy Policy; promises.test.ts compares them with the code. */
export const promises = {
  welcomeGems: 2,
  gemsPerTransformation: 1,
  /** docs/product/specification.md, "Buy Gems". */
  moneyBackDays,
  unusedPhotoHours,
  tryoutHours: 1,
  claimedTryoutHours: 2,
  originalDays,
  /** px (docs/product/specification.md, "Constants and limits"). */
  longestSide: 1920,
  uploadMegabytes: maxUploadBytes / 1024 / 1024,
  reportDays: 365,
  offlineFormHours: 24,
  sharedPhotoHours: 1,
  offlinePictures: 24,
  offlinePictureDays: 30,
} as const;

export const textsChanged = "23 November 2026";
