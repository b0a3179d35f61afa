import type { ClientActionFunctionArgs } from "react-router";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import type { action } from "./choose-requests.server.ts";

export function clientAction(args: ClientActionFunctionArgs) {
  return onlineAction<typeof action>(args, "The connection was lost. Please check it and try again.");
}
