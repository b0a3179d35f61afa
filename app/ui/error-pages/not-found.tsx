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
          <a className="btn btn-lg btn-primary" href={signedIn ? "/dashboard" : "/"}>
            Go Home
          </a>
          <button className="btn script-only btn-lg btn-secondary" type="button" data-go-back>
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
