import { Link, useLocation } from "react-router";
import { toolList } from "../tools/tool-list.ts";
import { BrandMark } from "../ui/brand-mark.tsx";
import { galleryAddress, type GalleryPlace } from "./gallery-address.ts";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../ui/page-head.tsx";

export function EmptyGallery() {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 px-5 py-12 text-center">
      <BrandMark className="w-[3.5rem] opacity-90" />
      <h2>No transformations yet</h2>
      <p className="text-ink-2">Everything you make appears here, newest first.</p>
      <Link className="btn-lg btn-primary" to="/dashboard">
        Start Transforming
      </Link>
    </div>
  );
}

export function NothingFound({ page: { view, search, tool } }: { page: GalleryPlace }) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 px-5 py-12 text-center">
      <BrandMark className="w-[3.5rem] opacity-90" />
      <h2>Nothing found</h2>
      <p className="text-ink-2">
        {search ? (
          <>
            No name contains “<bdi>{search}</bdi>”{tool ? ` among your results with ${toolList[tool].title}` : null}.
          </>
        ) : tool ? (
          `You haven't made anything with ${toolList[tool].title} yet.`
        ) : null}
      </p>
      <Link
        className="btn-secondary"
        to={galleryAddress({ view, search: "", tool: "", before: null })}
        defaultShouldRevalidate={false}
      >
        Show all transformations
      </Link>
    </div>
  );
}

/** Shown if the linked page's transformations have been deleted since. */
export function NothingOlder({ newest }: { newest: string }) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 px-5 py-12 text-center">
      <BrandMark className="w-[3.5rem] opacity-90" />
      <h2>There is nothing older</h2>
      <Link className="btn-secondary" to={newest} defaultShouldRevalidate={false}>
        Back to newest
      </Link>
    </div>
  );
}

export function OfflineNotice() {
  const { pathname, search } = useLocation();
  return (
    <div
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-surface px-4 py-3 elevated motion-safe:animate-rise"
      role="alert"
    >
      <Icon name="offline" />
      <p className="grid min-w-0 flex-[1_1_10rem] leading-[1.4]">
        <b className="font-strong">The connection was lost</b>
        <span className="text-sm">This part of the gallery could not be loaded.</span>
      </p>
      <div className="ml-auto flex flex-wrap gap-2">
        <Link
          className="btn-sm btn-secondary"
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
