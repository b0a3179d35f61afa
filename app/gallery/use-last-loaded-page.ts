import { useState } from "react";
import type { GalleryData, LostLine } from "./gallery-data.ts";

/** The newest page there was an answer for, and whether the line was lost since. */
export function useLastLoadedPage(answer: GalleryData | LostLine | undefined) {
  const [page, keep] = useState<GalleryData>();
  const lost = answer !== undefined && "lost" in answer;
  if (answer && !("lost" in answer) && answer !== page) keep(answer);
  return { page: answer && !("lost" in answer) ? answer : page, lost };
}
