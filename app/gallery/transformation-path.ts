import { isToolId, tools } from "../tools/catalogue.ts";

/** The page of one transformation; null when its tool is not offered any more. */
export function transformationPath({ tool, id }: { tool: string; id: string }): string | null {
  return isToolId(tool) ? `${tools[tool].path}?job=${id}` : null;
}
