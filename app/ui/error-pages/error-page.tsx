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
    <main id="main" className="wrap">
      <PageTitle>{title}</PageTitle>
      <div className="notice">
        <div className="stack stack-2">
          <h1>{title}</h1>
          <p className="lede">
            {offline
              ? `${reassurance} Anything you started will finish. Please try again when you are back online.`
              : `This is our mistake. ${reassurance} Please try again.`}
          </p>
        </div>
        <div className="row">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href is this very page, without scripts too */}
          <a className="btn btn-primary btn-lg" href="">
            Try again
          </a>
          {signedIn ? (
            <a className="btn btn-secondary btn-lg" href="/dashboard">
              Dashboard
            </a>
          ) : (
            <a className="btn btn-secondary btn-lg" href="/">
              Go Home
            </a>
          )}
        </div>
        {offline || !supportEmail ? null : (
          <p className="muted small">
            If it happens again, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            {requestId ? ` and mention ${requestId}` : null}.
          </p>
        )}
      </div>
    </main>
  );
}
