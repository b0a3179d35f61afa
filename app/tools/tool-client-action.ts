import { type ClientActionFunctionArgs, data } from "react-router";
import { isConnectionLost } from "../http/connection-lost.ts";
import type { action } from "./tool-requests.server.ts";

/** A line that broke is said where the person is; the page and its choices stay. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    const lost = "The connection was lost. Please check it and press again: nothing is charged twice.";
    // As a failure, so that nothing is fetched again over the broken line.
    return data({ lost }, { status: 503 });
  }
}
