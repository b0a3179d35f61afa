/** Drafts left alone and photos nothing uses are removed after this many hours. */
export const unusedPhotoHours = 24;

/** Originals are deleted this many days after the last picture was made of them, unless their owner keeps them. */
export const originalDays = 30;

export const originalDaysMs = originalDays * 24 * 3_600_000;
