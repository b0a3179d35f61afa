/** Drafts left alone and photos nothing uses are removed after this many hours (architecture.md §5). */
export const unusedPhotoHours = 24;
