/**
 * Why an uploaded file cannot be used, in words for whoever chose it. Shared by the server and the upload field.
 */
export type PhotoProblem =
  | "empty"
  | "too-large"
  | "unsupported"
  | "broken"
  | "too-many-pixels"
  | "too-small"
  | "too-narrow";

/**
 * The most bytes an upload may have. "10MB" is read as 10 × 1024 × 1024: file managers count either in 1000s or in
 * 1024s, and a file that any of them calls 10 MB or less is then accepted.
 */
export const maxUploadBytes = 10 * 1024 * 1024;

/** A photo too large is still read up to this: one form may carry others behind it, and browsers send before they listen. */
export const longestReadBytes = 3 * maxUploadBytes;

/** The shortest side a photo may have, in pixels: below this there is nothing to enhance, only icons. */
export const minPhotoSide = 64;

/** How many times longer than the other one side may be: panoramas pass (4:1 and less), strips do not. */
export const maxPhotoAspect = 5;

/** File name extensions offered by the file chooser. What a file is, is decided by its content. */
export const photoExtensions = [".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"] as const;

/** The sentences shown beside the upload; the first two are specified (docs/product/specification.md, "Validation"). */
export const photoProblemMessages: Record<PhotoProblem, string> = {
  unsupported: `Unsupported file format. Please upload a ${photoExtensions.join(", ")} image.`,
  "too-large": "File too large. Please upload an image smaller than 10MB.",
  empty: "Please choose a photo first.",
  broken: "This photo seems to be damaged or incomplete. Please try saving it again, or choose another one.",
  "too-many-pixels": "This photo has too many pixels for us to open. Please upload a smaller version of it.",
  "too-small": `This photo is too small. Please upload one that is at least ${minPhotoSide} pixels wide and high.`,
  "too-narrow": `This photo is too narrow. Its longer side may be at most ${maxPhotoAspect} times the shorter one.`,
};

/** The HTTP status each problem is answered with. */
export const photoProblemStatus: Record<PhotoProblem, 400 | 413 | 415 | 422> = {
  empty: 400,
  "too-large": 413,
  unsupported: 415,
  broken: 422,
  "too-many-pixels": 422,
  "too-small": 422,
  "too-narrow": 422,
};
