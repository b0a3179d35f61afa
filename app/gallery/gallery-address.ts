import type { GalleryFilter } from "./gallery-filter.ts";

export interface GalleryPlace extends GalleryFilter {
  view: "grid" | "list";
  /** The cursor of the page; null for the newest. */
  before: string | null;
}

export function galleryAddress({ view, search, tool, before }: GalleryPlace): string {
  const parameters = Object.entries({ view, q: search, tool, before: before ?? "" }).filter(([, value]) => value);
  return `/gallery?${new URLSearchParams(parameters)}`;
}
