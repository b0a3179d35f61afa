import { isToolId, type ToolId } from "../tools/tool-list.ts";

/** What the gallery is narrowed down to; empty texts leave everything in. */
export interface GalleryFilter {
  /** Part of the name. */
  search: string;
  tool: ToolId | "";
}

export const everything: GalleryFilter = { search: "", tool: "" };

/** The longest search, in characters. */
export const longestSearch = 100;

/** The filter an address asks for (`?q=`, `?tool=`): an unknown tool is none, and control characters are left out. */
export function filterOf(query: URLSearchParams): GalleryFilter {
  const search = (query.get("q") ?? "").replace(/\p{Cc}+/gu, " ").trim();
  const tool = query.get("tool") ?? "";
  return { search: [...search].slice(0, longestSearch).join("").trim(), tool: isToolId(tool) ? tool : "" };
}

export const isFiltered = ({ search, tool }: GalleryFilter): boolean => Boolean(search || tool);
