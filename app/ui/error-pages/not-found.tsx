import { useEffect } from "react";
import { PageTitle } from "../page-title.tsx";
import { Artwork } from "../artwork/artwork.tsx";

interface NotFoundProps {
  supportEmail: string | null;
  signedIn: boolean;
  /** False where the enhancement script shows the path instead of React. */
  hydrated: boolean;
}

/** "Go Back" needs scripts and is hidden without them. */
export function NotFound({ supportEmail, signedIn, hydrated }: NotFoundProps) {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the specification asks for it
    console.error("404", location.pathname);
  }, []);
  return (
    <main id="main" className="wrap">
      <PageTitle>Page Not Found</PageTitle>
      <div className="notice" data-missing-page={hydrated ? undefined : true}>
        <div className="photo r32 half">
          <Artwork name="desert" alt="" sizes="20rem" />
        </div>
        <div className="stack stack-2">
          <h1>Page Not Found</h1>
          <p className="lede">There is nothing at this address. The link may be old, or mistyped.</p>
        </div>
        <div className="row">
          <a className="btn btn-primary btn-lg" href={signedIn ? "/dashboard" : "/"}>
            Go Home
          </a>
          <button className="btn btn-secondary btn-lg script-only" type="button" data-go-back>
            Go Back
          </button>
        </div>
        {supportEmail ? (
          <p className="muted small">
            If you think this is our mistake, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        ) : null}
      </div>
    </main>
  );
}
