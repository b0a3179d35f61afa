/** The most photos one batch takes (product.md, "Package features are real"; the database has no eleventh place). */
export const maxBatchPhotos = 10;

export const photosInWords = (count: number): string => (count === 1 ? "1 photo" : `${count} photos`);

/** The page on which the photos of a batch are chosen; `draftId` names the run. */
export const choosePath = (tool: { path: string }, draftId?: string): string =>
  `${tool.path}/batch${draftId ? `?draft=${draftId}` : ""}`;

export const batchPath = (batchId: string): string => `/batches/${batchId}`;
