import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "react-router";
import { isConnectionLost } from "../../server/http/connection/connection-errors.ts";
import { forgetStored, storeForm } from "./store-form.ts";

export type ConnectionLost = { stored: true; lost?: never } | { stored?: never; lost: string };

/** Submits a form; without a connection it is stored on the device, or `lost` explains. */
export async function onlineAction<Answer>({ request, serverAction }: ClientActionFunctionArgs, lost: string) {
  const copy = request.clone();
  try {
    const answer = await serverAction<Answer>();
    await forgetStored(copy);
    return answer;
  } catch (error) {
    if (!isUnanswered(error)) {
      await forgetStored(copy);
      throw error;
    }
    const stored = await storeForm(copy);
    // An error status prevents revalidation over the broken connection.
    return data<ConnectionLost>(stored ? { stored } : { lost }, { status: 503 });
  }
}

export const changeLostMessage = "The connection was lost. Please try again.";

function isUnanswered(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return [502, 503, 504].includes(error.status);
  return isConnectionLost(error) || (error instanceof Error && /decode turbo-stream/.test(error.message));
}
