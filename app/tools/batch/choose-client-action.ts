import type { ClientActionFunctionArgs } from "react-router";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import type { action } from "./choose-requests.server.ts";

/** A line that broke is said where the person is; the page and its photos stay. */
export function clientAction(args: ClientActionFunctionArgs) {
  return onlineAction<typeof action>(args, "The connection was lost. Please check it and try again.");
}
