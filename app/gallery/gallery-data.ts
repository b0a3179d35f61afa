import type { GalleryItem } from "./gallery-item.server.ts";
import type { GalleryPlace } from "./gallery-address.ts";

/** One page of the gallery, as the server sends it. */
export interface GalleryData extends GalleryPlace {
  items: GalleryItem[];
  /** Transformations the filter lets through. */
  total: number;
  /** Transformations the member has in all. */
  kept: number;
  /** Where the next page begins; null on the last one. */
  next: string | null;
}

/** What the browser has instead when the line broke. */
export interface LostLine {
  lost: true;
}
