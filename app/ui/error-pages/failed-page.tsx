import { isRouteErrorResponse, useMatches, useRouteLoaderData } from "react-router";
import { documentOf } from "../../document.ts";
import { isConnectionLost, isStaleChunk, useReloadOnce } from "../../server/http/connection/connection-errors.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { ErrorPage } from "./error-page.tsx";
import { NotFound } from "./not-found.tsx";

interface FailedPageProps {
  error: unknown;
  reassurance?: string;
}

/** Shared by every error boundary; never shows the error itself. */
export function FailedPage({ error, reassurance }: FailedPageProps) {
  useReloadOnce(error);
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { hydrate } = documentOf(useMatches().map((match) => match.handle));
  const signedIn = Boolean(root?.member);
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFound supportEmail={root?.supportEmail ?? null} signedIn={signedIn} hydrated={hydrate} />;
  }
  const profile = profileFailure(error);
  const { supportEmail = null, requestId = null } = root ?? profile ?? {};
  const what = isConnectionLost(error) && !isStaleChunk(error) ? "offline" : profile ? "profile" : "ours";
  return (
    <ErrorPage
      supportEmail={supportEmail}
      requestId={requestId}
      what={what}
      signedIn={signedIn}
      reassurance={reassurance}
    />
  );
}

/** Thrown by the root loader when it cannot read the member's profile. */
export interface ProfileFailure {
  failed: "profile";
  supportEmail: string;
  requestId: string | null;
}

function profileFailure(error: unknown): ProfileFailure | null {
  const thrown: unknown = isRouteErrorResponse(error) ? error.data : null;
  const isProfile = typeof thrown === "object" && thrown !== null && "failed" in thrown && thrown.failed === "profile";
  return isProfile ? (thrown as ProfileFailure) : null;
}
