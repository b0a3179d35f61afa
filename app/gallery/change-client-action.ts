import { type ClientActionFunctionArgs, data } from "react-router";
import { isConnectionLost } from "../http/connection-lost.ts";

/** A line that broke while something was changed is said where the person is. */
export async function changeOnline<Answer>({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<Answer>();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    // As a failure, so that nothing is fetched again over the broken line.
    return data({ lost: "The connection was lost. Please try again." }, { status: 503 });
  }
}
