export const unusedPhotoHours = 24;

/** Counted from the last picture made from the original. */
export const originalDays = 30;

export const originalDaysMs = originalDays * 24 * 3_600_000;
