import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "react-router";
import { isConnectionLost } from "../../server/http/connection/connection-lost.ts";
import { forgetStored, storeForm } from "./store-form.ts";

/** What a form gets when the line broke: that it waits on the device, or what to tell the person. */
export type ConnectionLost = { kept: true; lost?: never } | { kept?: never; lost: string };

/**
 * Sends a form. When the line breaks, the page and what was typed stay: the form is kept on the device and sent when
 * the line is back, or where that cannot be, `lost` is said.
 */
export async function onlineAction<Answer>({ request, serverAction }: ClientActionFunctionArgs, lost: string) {
  const copy = request.clone();
  try {
    const answer = await serverAction<Answer>();
    await forgetStored(copy);
    return answer;
  } catch (error) {
    if (!isUnanswered(error)) {
      // A redirect, or a page that says what is wrong: the server has had the form.
      await forgetStored(copy);
      throw error;
    }
    const kept = await storeForm(copy);
    // As a failure, so that nothing is fetched again over the broken line.
    return data<ConnectionLost>(kept ? { kept } : { lost }, { status: 503 });
  }
}

/** Said of a change that could not be kept either. */
export const lostChange = "The connection was lost. Please try again.";

/** No line; a proxy that answers while the server starts anew; an answer that broke off in the middle. */
function isUnanswered(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return [502, 503, 504].includes(error.status);
  return isConnectionLost(error) || (error instanceof Error && /decode turbo-stream/.test(error.message));
}
