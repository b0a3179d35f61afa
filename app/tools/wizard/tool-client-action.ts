import type { ClientActionFunctionArgs } from "react-router";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import type { action } from "./tool-requests.server.ts";

export function clientAction(args: ClientActionFunctionArgs) {
  const connectionError = "The connection was lost. Please check it and press again: nothing is charged twice.";
  return onlineAction<typeof action>(args, connectionError);
}
