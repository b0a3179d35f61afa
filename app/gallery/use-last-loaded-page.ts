import { useState } from "react";
import type { GalleryData, ConnectionFailure } from "./gallery-data.ts";

/** Keeps the last page through connection errors. */
export function useLastLoadedPage(answer: GalleryData | ConnectionFailure | undefined) {
  const [page, setPage] = useState<GalleryData>();
  const lost = answer !== undefined && "lost" in answer;
  if (answer && !("lost" in answer) && answer !== page) setPage(answer);
  return { page: answer && !("lost" in answer) ? answer : page, lost };
}
