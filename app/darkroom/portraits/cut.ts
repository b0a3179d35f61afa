import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";

/** A subject cut out of its photo: its colours without the old background's, and how solid each pixel is, 0 to 1. */
export interface Cut {
  foreground: Photo;
  alpha: Plane;
}
