import { isToolId, toolList } from "../tools/tool-list.ts";

/** The page of one transformation; null when its tool is not offered any more. */
export function transformationPath({ tool, id }: { tool: string; id: string }): string | null {
  return isToolId(tool) ? `${toolList[tool].path}?job=${id}` : null;
}
