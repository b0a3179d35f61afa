import { PageTitle } from "../page-title.tsx";

interface ErrorPageProps {
  supportEmail: string | null;
  /** Identifies the log line for support; nothing else of the error leaves the server. */
  requestId: string | null;
  what: "offline" | "profile" | "ours";
  signedIn?: boolean;
  reassurance?: string;
}

const titles = {
  offline: "The connection was lost",
  profile: "Error loading profile",
  ours: "Something went wrong",
} as const;

const defaultReassurance = "Your gems and photos are safe.";

export function ErrorPage({
  supportEmail,
  requestId,
  what,
  signedIn = false,
  reassurance = defaultReassurance,
}: ErrorPageProps) {
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
              ? `${reassurance} Anything you started will finish. Please try again when you are back online.`
              : `This is our mistake. ${reassurance} Please try again.`}
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
