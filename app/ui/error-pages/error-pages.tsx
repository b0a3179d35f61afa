import { isRouteErrorResponse, useMatches, useRouteLoaderData } from "react-router";
import { useEffect } from "react";
import { documentOf } from "../../document.ts";
import { isConnectionLost, isStaleChunk } from "../../server/http/connection/connection-errors.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { PageTitle } from "../page-head.tsx";
import { Artwork } from "../artwork/artwork.tsx";

interface FailedPageProps {
  error: unknown;
  reassurance?: string;
}

/** Shared by every error boundary; never shows the error itself. */
export function FailedPage({ error, reassurance }: FailedPageProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { hydrate } = documentOf(useMatches().map((match) => match.handle));
  const signedIn = Boolean(root?.member);
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFound supportEmail={root?.supportEmail ?? null} signedIn={signedIn} hydrated={hydrate} />;
  }
  const outage = outageOf(error);
  const { supportEmail = null } = root ?? outage ?? {};
  const requestId = root?.requestId ?? (outage?.failed === "profile" ? outage.requestId : null);
  const failed = outage?.failed === "form" ? "ours" : (outage?.failed ?? "ours");
  const what = isConnectionLost(error) && !isStaleChunk(error) ? "offline" : failed;
  return (
    <ErrorPage
      supportEmail={supportEmail}
      requestId={requestId}
      what={what}
      signedIn={signedIn}
      reassurance={reassurance}
      words={outage?.failed === "form" ? outage : undefined}
    />
  );
}

/** Thrown by the root loader when it cannot read the member's profile. */
export interface ProfileFailure {
  failed: "profile";
  supportEmail: string;
  requestId: string | null;
}

/** Thrown while a starting process waits for the database (server/http/error-response.server.ts). */
export interface DatabaseAway {
  failed: "database";
  supportEmail: string;
}

/** Thrown for a form that may come from another site; the server writes its text, since scripts never show it. */
export interface RefusedForm {
  failed: "form";
  supportEmail: string;
  title: string;
  explanation: string;
}

function outageOf(error: unknown): ProfileFailure | DatabaseAway | RefusedForm | null {
  const thrown: unknown = isRouteErrorResponse(error) ? error.data : null;
  return typeof thrown === "object" && thrown !== null && "failed" in thrown
    ? (thrown as ProfileFailure | DatabaseAway | RefusedForm)
    : null;
}

interface ErrorPageProps {
  supportEmail: string | null;
  /** Identifies the log line for support; nothing else of the error leaves the server. */
  requestId: string | null;
  what: "offline" | "profile" | "database" | "ours";
  signedIn?: boolean;
  reassurance?: string;
  words?: { title: string; explanation: string } | undefined;
}

const titles = {
  offline: "The connection was lost",
  profile: "Error loading profile",
  database: "Back in a moment",
  ours: "Something went wrong",
} as const;

const defaultReassurance = "Your gems and photos are safe.";

export function ErrorPage({
  supportEmail,
  requestId,
  what,
  signedIn = false,
  reassurance = defaultReassurance,
  words,
}: ErrorPageProps) {
  const title = words?.title ?? titles[what];
  const explanation =
    words?.explanation ??
    {
      offline: `${reassurance} Anything you started will finish. Please try again when you are back online.`,
      database: `${reassurance} Anything you started will finish. Please try again in a minute.`,
      profile: `This is our mistake. ${reassurance} Please try again.`,
      ours: `This is our mistake. ${reassurance} Please try again.`,
    }[what];
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter">
      <PageTitle>{title}</PageTitle>
      <div className="notice">
        <div className="grid grid-cols-1 gap-2">
          <h1>{title}</h1>
          <p className="max-w-measure text-lg text-ink-2">{explanation}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href is this page, without scripts too */}
          <a className="btn-lg btn-primary" href="">
            Try again
          </a>{" "}
          {signedIn ? (
            <a className="btn-lg btn-secondary" href="/dashboard">
              Dashboard
            </a>
          ) : (
            <a className="btn-lg btn-secondary" href="/">
              Go Home
            </a>
          )}
        </div>
        {what === "offline" || !supportEmail ? null : (
          <p className="text-sm text-ink-2">
            If it happens again, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            {requestId ? ` and mention ${requestId}` : null}.
          </p>
        )}
      </div>
    </main>
  );
}

interface NotFoundProps {
  supportEmail: string | null;
  signedIn: boolean;
  /** False where the enhancement script shows the path instead of React. */
  hydrated: boolean;
}

/** "Go Back" needs scripts and is hidden without them. */
export function NotFound({ supportEmail, signedIn, hydrated }: NotFoundProps) {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the specification requires it
    console.error("404", location.pathname);
  }, []);
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter">
      <PageTitle>Page Not Found</PageTitle>
      <div className="notice" data-missing-page={hydrated ? undefined : true}>
        <div className="photo-half photo aspect-[3/2] max-w-[24rem]">
          <Artwork name="desert" alt="" sizes="20rem" />
        </div>
        <div className="grid grid-cols-1 gap-2">
          <h1>Page Not Found</h1>
          <p className="max-w-measure text-lg text-ink-2">
            There is nothing at this address. The link may be old, or mistyped.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <a className="btn-lg btn-primary" href={signedIn ? "/dashboard" : "/"}>
            Go Home
          </a>{" "}
          <button className="btn-lg btn-secondary no-js:hidden" type="button" data-go-back>
            Go Back
          </button>
        </div>
        {supportEmail ? (
          <p className="text-sm text-ink-2">
            If you think this is our mistake, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        ) : null}
      </div>
    </main>
  );
}
