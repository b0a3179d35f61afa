import { PageTitle } from "../ui/page-title.tsx";

/** Shown when we failed. The reference lets support find the log line; nothing else of the error leaves the server. */
export function ErrorPage({ supportEmail, requestId }: { supportEmail: string; requestId: string | null }) {
  return (
    <main id="main" className="wrap">
      <PageTitle>Something went wrong</PageTitle>
      <div className="notice">
        <div className="stack stack-2">
          <h1>Something went wrong</h1>
          <p className="lede">This is our mistake. Your gems and photos are safe. Please try again.</p>
        </div>
        <div className="row">
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is this very page again */}
          <a className="btn btn-primary btn-lg" href="">
            Try again
          </a>
          <a className="btn btn-secondary btn-lg" href="/">
            Go Home
          </a>
        </div>
        <p className="muted small">
          If it happens again, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          {requestId ? ` and mention ${requestId}` : null}.
        </p>
      </div>
    </main>
  );
}
