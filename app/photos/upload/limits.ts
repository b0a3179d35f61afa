/** 10 MiB: file managers count in 1000s or 1024s, and either "10 MB" is accepted. */
export const maxUploadMegabytes = 10;

export const maxUploadBytes = maxUploadMegabytes * 1024 * 1024;

/** Reads past the limit: the form may carry further photos, and browsers send the form before they read a response. */
export const longestReadBytes = 3 * maxUploadBytes;

/** Px: smaller files are icons. */
export const minPhotoSide = 64;

export const maxPhotoAspect = 5;

export const photoExtensions = [".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"] as const;

/** Beside every button that chooses a photo. */
export const photoHint = `JPG, PNG, WebP or HEIC, up to ${maxUploadMegabytes} MB`;
