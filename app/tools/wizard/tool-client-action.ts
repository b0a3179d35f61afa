import type { ClientActionFunctionArgs } from "react-router";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import type { action } from "./tool-requests.server.ts";

/** A line that broke is said where the person is; the page and its choices stay. */
export function clientAction(args: ClientActionFunctionArgs) {
  const lost = "The connection was lost. Please check it and press again: nothing is charged twice.";
  return onlineAction<typeof action>(args, lost);
}
