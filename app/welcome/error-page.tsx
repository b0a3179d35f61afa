import { PageTitle } from "../ui/page-title.tsx";

interface ErrorPageProps {
  supportEmail: string;
  /** Lets support find the log line; nothing else of the error leaves the server. */
  requestId: string | null;
  /** What failed: the connection, reading the member's profile, or something else of ours. */
  what: "offline" | "profile" | "ours";
}

const titles = {
  offline: "The connection was lost",
  profile: "Error loading profile",
  ours: "Something went wrong",
} as const;

/** Shown when a page could not be made or fetched. */
export function ErrorPage({ supportEmail, requestId, what }: ErrorPageProps) {
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
              ? "Your gems and photos are safe, and what you started goes on. Please try again when the line is back."
              : "This is our mistake. Your gems and photos are safe. Please try again."}
          </p>
        </div>
        <div className="row">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href is this very page, without scripts too */}
          <a className="btn btn-primary btn-lg" href="">
            Try again
          </a>
          <a className="btn btn-secondary btn-lg" href="/">
            Go Home
          </a>
        </div>
        {offline ? null : (
          <p className="muted small">
            If it happens again, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            {requestId ? ` and mention ${requestId}` : null}.
          </p>
        )}
      </div>
    </main>
  );
}
