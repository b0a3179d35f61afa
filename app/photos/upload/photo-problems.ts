import { maxPhotoAspect, maxUploadMegabytes, minPhotoSide, photoExtensions } from "./limits.ts";

export type PhotoProblem =
  | "empty"
  | "too-large"
  | "unsupported"
  | "broken"
  | "too-many-pixels"
  | "too-small"
  | "too-narrow";

/** The first two are specified (docs/product/specification.md, "Validation"). */
export const photoProblemMessages: Record<PhotoProblem, string> = {
  unsupported: `Unsupported file format. Please upload a ${photoExtensions.join(", ")} image.`,
  "too-large": `File too large. Please upload an image smaller than ${maxUploadMegabytes}MB.`,
  empty: "Please choose a photo first.",
  broken: "This photo seems to be damaged or incomplete. Please try saving it again, or choose another one.",
  "too-many-pixels": "This photo has too many pixels for us to open. Please upload a smaller version of it.",
  "too-small": `This photo is too small. Please upload one that is at least ${minPhotoSide} pixels wide and high.`,
  "too-narrow": `This photo is too narrow. Its longer side may be at most ${maxPhotoAspect} times the shorter one.`,
};

export const photoProblemStatus: Record<PhotoProblem, 400 | 413 | 415 | 422> = {
  empty: 400,
  "too-large": 413,
  unsupported: 415,
  broken: 422,
  "too-many-pixels": 422,
  "too-small": 422,
  "too-narrow": 422,
};
