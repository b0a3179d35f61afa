import { isToolId, toolList } from "../tools/tool-list.ts";

/** Null when its tool no longer exists. */
export function transformationPath({ tool, id }: { tool: string; id: string }): string | null {
  return isToolId(tool) ? `${toolList[tool].path}?job=${id}` : null;
}
