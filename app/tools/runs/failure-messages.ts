import { type Failure, failureMessages, neededNothing } from "../../transformations/ending/failures.ts";
import type { ToolId } from "../tool-list.ts";

const shorter: Partial<Record<Failure, string>> = {
  blocked: "The AI safety filters blocked this request. Try using a different image.",
  empty: "No image returned from API. Please try again, or use another photo.",
};

const unframed = "An ID photo needs one face, with space around the head and the shoulders. Please take another photo.";

const shortTools: ReadonlySet<string> = new Set<ToolId>(["art-style", "background-engine"]);

/** A failed attempt for its tool's page. */
export interface Failed {
  title: string;
  text: string;
  /** No error and no retry. */
  neededNothing: boolean;
  cancelled?: boolean;
}

export function failureNotice(tool: { id: string; failureTitle: string }, failure: Failure): Failed {
  const text = failureText(tool.id, failure);
  if (neededNothing(failure)) return { title: "Nothing to enhance", text, neededNothing: true };
  const cancelled = failure === "cancelled";
  return { title: cancelled ? "Cancelled" : tool.failureTitle, text, neededNothing: false, cancelled };
}

/** Also for removed tools. */
export function failureText(toolId: string, failure: Failure): string {
  if (failure === "rejected" && toolId === "id-photo") return unframed;
  const own = shortTools.has(toolId) ? shorter[failure] : undefined;
  return own ?? failureMessages[failure];
}
