import type { GalleryFilter } from "./gallery-filter.ts";

/** What an address of the gallery says. */
export interface GalleryPlace extends GalleryFilter {
  view: "grid" | "list";
  /** Where the page begins; null for the newest. */
  before: string | null;
}

/** The address of one page of the gallery. */
export function galleryAddress({ view, search, tool, before }: GalleryPlace): string {
  const said = Object.entries({ view, q: search, tool, before: before ?? "" }).filter(([, value]) => value);
  return `/gallery?${new URLSearchParams(said)}`;
}
