import { isToolId, type ToolId } from "../tools/tool-list.ts";

/** Empty texts filter nothing. */
export interface GalleryFilter {
  search: string;
  tool: ToolId | "";
}

export const everything: GalleryFilter = { search: "", tool: "" };

export const maxSearchLength = 100;

/** From `?q=` and `?tool=`, without unknown tools and control characters. */
export function filterOf(query: URLSearchParams): GalleryFilter {
  const search = (query.get("q") ?? "").replace(/\p{Cc}+/gu, " ").trim();
  const tool = query.get("tool") ?? "";
  return { search: [...search].slice(0, maxSearchLength).join("").trim(), tool: isToolId(tool) ? tool : "" };
}

export const isFiltered = ({ search, tool }: GalleryFilter): boolean => Boolean(search || tool);
