/** The most photos of a batch (docs/product/decisions.md, "Gems and payments"); the database has no eleventh place. */
export const maxBatchPhotos = 10;

export const photosInWords = (count: number): string => (count === 1 ? "1 photo" : `${count} photos`);

/** The page on which the photos of a batch are chosen; `draftId` names the run, and `presetId` what it goes on with. */
export function choosePath(tool: { path: string }, draftId?: string | null, presetId?: string | null): string {
  const query = new URLSearchParams({
    ...(draftId ? { draft: draftId } : {}),
    ...(presetId ? { preset: presetId } : {}),
  });
  return `${tool.path}/batch${query.size ? `?${query}` : ""}`;
}

export const batchPath = (batchId: string): string => `/batches/${batchId}`;
