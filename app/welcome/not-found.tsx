import { PageTitle } from "../ui/page-title.tsx";
import { Artwork } from "../artwork/artwork.tsx";

/** The 404 page's content. "Go Back" needs scripts and is not shown without them; "Go Home" always works. */
export function NotFound({ supportEmail }: { supportEmail: string }) {
  return (
    <main id="main" className="wrap">
      <PageTitle>Page Not Found</PageTitle>
      <div className="notice" data-missing-page>
        <div className="photo r32 half">
          <Artwork name="desert" alt="" sizes="20rem" />
        </div>
        <div className="stack stack-2">
          <h1>Page Not Found</h1>
          <p className="lede">There is nothing at this address. The link may be old, or mistyped.</p>
        </div>
        <div className="row">
          <a className="btn btn-primary btn-lg" href="/">
            Go Home
          </a>
          <button className="btn btn-secondary btn-lg script-only" type="button" data-go-back>
            Go Back
          </button>
        </div>
        <p className="muted small">
          If you think this is our mistake, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      </div>
    </main>
  );
}
