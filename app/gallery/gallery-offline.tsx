import { Link, useLocation } from "react-router";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../ui/page-title.tsx";

export function OfflineNotice() {
  const { pathname, search } = useLocation();
  return (
    <div className="mb-6 banner" role="alert">
      <Icon name="offline" />
      <p className="banner-text">
        <b>The connection was lost</b>
        <span className="text-sm">What you asked for could not be loaded.</span>
      </p>
      <div className="banner-act">
        <Link
          className="btn btn-sm btn-secondary"
          to={pathname + search}
          replace
          preventScrollReset
          defaultShouldRevalidate={false}
        >
          Try again
        </Link>
      </div>
    </div>
  );
}

export function GalleryOffline() {
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>Gallery</PageTitle>
      <h1 className="mb-6">Gallery</h1>
      <OfflineNotice />
    </main>
  );
}
