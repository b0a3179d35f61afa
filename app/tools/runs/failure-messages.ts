import { type Failure, failureMessages, neededNothing } from "../../transformations/ending/failures.ts";
import type { ToolId } from "../tool-list.ts";

/** What the art and background tools say where the others say more (docs/product/specification.md, "Messages"). */
const shorter: Partial<Record<Failure, string>> = {
  blocked: "The AI safety filters blocked this request. Try using a different image.",
  empty: "No image returned from API",
};

const shortTools: ReadonlySet<string> = new Set<ToolId>(["art-style", "background-engine"]);

/** An ended attempt without a result, as its tool's page says it. */
export interface Failed {
  title: string;
  text: string;
  /** The photo needed nothing: no error, and nothing to try again. */
  neededNothing: boolean;
}

export function failureNotice(tool: { id: string; failureTitle: string }, failure: Failure): Failed {
  const nothing = neededNothing(failure);
  return {
    title: nothing ? "Nothing to enhance" : tool.failureTitle,
    text: failureText(tool.id, failure),
    neededNothing: nothing,
  };
}

/** Why a transformation failed, in its tool's words; also for a tool that is not offered any more. */
export function failureText(toolId: string, failure: Failure): string {
  const own = shortTools.has(toolId) ? shorter[failure] : undefined;
  return own ?? failureMessages[failure];
}
