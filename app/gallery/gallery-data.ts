import type { GalleryItem } from "./gallery-item.server.ts";
import type { GalleryPlace } from "./gallery-address.ts";

export interface GalleryData extends GalleryPlace {
  items: GalleryItem[];
  total: number;
  owned: number;
  /** Null on the last page. */
  next: string | null;
}

/** Replaces the data after a connection error. */
export interface ConnectionFailure {
  lost: true;
}
