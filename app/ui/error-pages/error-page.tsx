import { PageTitle } from "../page-title.tsx";

interface ErrorPageProps {
  /** Null where even that could not be read. */
  supportEmail: string | null;
  /** Lets support find the log line; nothing else of the error leaves the server. */
  requestId: string | null;
  /** What failed: the connection, reading the member's profile, or something else of ours. */
  what: "offline" | "profile" | "ours";
  /** A member's way on is the dashboard. */
  signedIn?: boolean;
  /** What is not lost, where the page can say more than that gems and photos are safe. */
  kept?: string;
}

const titles = {
  offline: "The connection was lost",
  profile: "Error loading profile",
  ours: "Something went wrong",
} as const;

const keptEverywhere = "Your gems and photos are safe.";

/** Shown when a page could not be made or fetched. */
export function ErrorPage({ supportEmail, requestId, what, signedIn = false, kept = keptEverywhere }: ErrorPageProps) {
  const title = titles[what];
  const offline = what === "offline";
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter">
      <PageTitle>{title}</PageTitle>
      <div className="notice">
        <div className="grid grid-cols-1 gap-2">
          <h1>{title}</h1>
          <p className="max-w-measure text-lg text-ink-2">
            {offline
              ? `${kept} What you started goes on. Please try again when the line is back.`
              : `This is our mistake. ${kept} Please try again.`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href is this very page, without scripts too */}
          <a className="btn btn-lg btn-primary" href="">
            Try again
          </a>
          {signedIn ? (
            <a className="btn btn-lg btn-secondary" href="/dashboard">
              Dashboard
            </a>
          ) : (
            <a className="btn btn-lg btn-secondary" href="/">
              Go Home
            </a>
          )}
        </div>
        {offline || !supportEmail ? null : (
          <p className="text-sm text-ink-2">
            If it happens again, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            {requestId ? ` and mention ${requestId}` : null}.
          </p>
        )}
      </div>
    </main>
  );
}
