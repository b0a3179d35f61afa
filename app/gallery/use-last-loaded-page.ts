import { useState } from "react";
import type { GalleryData, LostLine } from "./gallery-data.ts";

/** Keeps the last page through connection errors. */
export function useLastLoadedPage(answer: GalleryData | LostLine | undefined) {
  const [page, keep] = useState<GalleryData>();
  const lost = answer !== undefined && "lost" in answer;
  if (answer && !("lost" in answer) && answer !== page) keep(answer);
  return { page: answer && !("lost" in answer) ? answer : page, lost };
}
