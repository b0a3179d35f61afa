import { isToolId, type ToolId } from "../tools/tool-list.ts";
import type { GalleryItem } from "./gallery-item.server.ts";

/** An empty string does not filter. */
export interface GalleryFilter {
  search: string;
  tool: ToolId | "";
}

export const everything: GalleryFilter = { search: "", tool: "" };

export const maxSearchLength = 100;

/** Reads `?q=` and `?tool=`, without unknown tools and control characters. */
export function filterOf(query: URLSearchParams): GalleryFilter {
  const search = (query.get("q") ?? "").replace(/\p{Cc}+/gu, " ").trim();
  const tool = query.get("tool") ?? "";
  return { search: [...search].slice(0, maxSearchLength).join("").trim(), tool: isToolId(tool) ? tool : "" };
}

export const isFiltered = ({ search, tool }: GalleryFilter): boolean => Boolean(search || tool);

export interface GalleryPlace extends GalleryFilter {
  view: "grid" | "list";
  /** The cursor of the page; null for the newest. */
  before: string | null;
  selecting?: boolean;
}

export function galleryAddress({ view, search, tool, before, selecting }: GalleryPlace): string {
  const parameters = Object.entries({
    view,
    q: search,
    tool,
    before: before ?? "",
    select: selecting ? "several" : "",
  }).filter(([, value]) => value);
  return `/gallery?${new URLSearchParams(parameters)}`;
}

export interface GalleryData extends GalleryPlace {
  items: GalleryItem[];
  total: number;
  /** True if there are more matches than `total`. */
  uncounted: boolean;
  owned: number;
  next: string | null;
}

/** Replaces the data after a connection error. */
export interface ConnectionFailure {
  lost: true;
}
