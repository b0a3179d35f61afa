/** docs/product/decisions.md, "Gems and payments"; the database allows no more. */
export const maxBatchPhotos = 10;

export const formatPhotoCount = (count: number): string => (count === 1 ? "1 photo" : `${count} photos`);

/** The page to choose a batch's photos; `presetId` names the preset to continue with. */
export function choosePath(tool: { path: string }, draftId?: string | null, presetId?: string | null): string {
  const query = new URLSearchParams({
    ...(draftId ? { draft: draftId } : {}),
    ...(presetId ? { preset: presetId } : {}),
  });
  return `${tool.path}/batch${query.size ? `?${query}` : ""}`;
}

export const batchPath = (batchId: string): string => `/batches/${encodeURIComponent(batchId)}`;
