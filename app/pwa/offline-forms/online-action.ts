import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "react-router";
import { isConnectionLost } from "../../server/http/connection/connection-errors.ts";
import { forgetStored, storeForm } from "./offline-forms.ts";
import { useEffect, useRef } from "react";

export type ConnectionLost = { stored: true; lost?: never } | { stored?: never; lost: string };

/** Submits a form. Without a connection the form is stored on the device, or `lost` explains the failure. */
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

/**
 * Calls `ended` once a submission is over: with its response, or with null after its redirect, when a fetcher still has
 * its earlier data.
 */
export function useSubmissionEnd<Answer>(
  { state, data }: { state: string; data: Answer | undefined },
  ended: (answer: Answer | null) => void,
): void {
  const sent = useRef<{ over: Answer | undefined } | null>(null);
  useEffect(() => {
    if (state !== "idle") {
      sent.current ??= { over: data };
      return;
    }
    const submission = sent.current;
    sent.current = null;
    if (submission) ended(submission.over === data || data === undefined ? null : data);
  });
}
