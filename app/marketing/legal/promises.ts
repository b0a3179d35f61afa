import { moneyBackDays } from "../../gems/receipts/receipt.ts";
import { maxUploadBytes } from "../../photos/upload/photo-problems.ts";
import { originalDays, unusedPhotoHours } from "../../photos/retention/limits.ts";

/** The figures the landing page, the Terms and the Privacy Policy promise. promises.test.ts holds the code to them. */
export const promises = {
  /** Gems for a verified email address, once. */
  welcomeGems: 2,
  gemsPerTransformation: 1,
  /** Days after a purchase in which its price is given back (docs/product/specification.md, "Buy Gems"). */
  moneyBackDays,
  /** Drafts and photos that were never used are removed after this many hours. */
  unusedPhotoHours,
  /** Originals are deleted this many days after the last picture was made of them. */
  originalDays,
  /** The longest side a stored photo or a result has, px (docs/product/specification.md, "Constants and limits"). */
  longestSide: 1920,
  uploadMegabytes: maxUploadBytes / 1024 / 1024,
  /** Reports about shared pictures are kept this long. */
  reportDays: 365,
  /** What waits on a member's device: forms sent without a line, a photo another app shared, the last pictures seen. */
  keptFormHours: 24,
  sharedPhotoHours: 1,
  keptPictures: 24,
  keptPictureDays: 30,
} as const;

/** When the Terms or the Privacy Policy last changed. */
export const textsChanged = "21 November 2026";
