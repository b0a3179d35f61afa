import { type Failure, failureMessages } from "../transformations/failures.ts";
import type { ToolId } from "./tool-list.ts";

/** What the art and background tools say where the others say more (docs/product/specification.md, "Messages"). */
const shorter: Partial<Record<Failure, string>> = {
  blocked: "The AI safety filters blocked this request. Try using a different image.",
  empty: "No image returned from API",
};

const shortTools: ReadonlySet<string> = new Set<ToolId>(["art-style", "background-engine"]);

/** Why a transformation failed, in its tool's words; also for a tool that is not offered any more. */
export function failureText(toolId: string, failure: Failure): string {
  const own = shortTools.has(toolId) ? shorter[failure] : undefined;
  return own ?? failureMessages[failure];
}
