import { useState } from "react";
import { PageTitle } from "../ui/page-head.tsx";
import { EmptyGallery, NothingFound, NothingOlder, OfflineNotice } from "./empty-gallery.tsx";
import { galleryAddress, type GalleryData, isFiltered } from "./gallery-address.ts";
import { GalleryPages } from "./gallery-pages.tsx";
import { NoScriptRefresh } from "../ui/no-script-refresh.tsx";
import { SearchForm, ViewLinks } from "./gallery-controls.tsx";

export function GalleryScreen({ page, lost }: { page: GalleryData; lost: boolean }) {
  const { items, view, before, owned, search } = page;
  const [announcement, announce] = useState("");
  const address = galleryAddress(page);
  const processing = items.some((item) => item.status === "processing");
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{search ? `${search}, Gallery` : "Gallery"}</PageTitle>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div className="grid grid-cols-1 gap-2">
          <h1>Gallery</h1>
          <p className="text-ink-2 tabular-nums" hidden={!owned}>
            <span role="status">{countText(page)}</span>
            {view === "grid" && items.length ? (
              <>
                . <span id="delete-hint">Switch to list view to delete.</span>
              </>
            ) : null}
          </p>
        </div>
        {owned ? <ViewLinks page={page} /> : null}
      </div>
      {owned ? <SearchForm page={page} /> : null}
      {lost ? <OfflineNotice /> : null}
      {processing ? <NoScriptRefresh href={address} /> : null}
      {items.length ? (
        <GalleryPages key={address} page={page} shownBefore={before ? null : 0} announce={announce} />
      ) : owned === 0 ? (
        <EmptyGallery />
      ) : before ? (
        <NothingOlder newest={galleryAddress({ ...page, before: null })} />
      ) : (
        <NothingFound page={page} />
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </main>
  );
}

function countText(page: GalleryData): string {
  const { total, uncounted } = page;
  if (uncounted) return `More than ${total} matches`;
  if (isFiltered(page)) return total === 1 ? "1 match" : `${total} matches`;
  return total === 1 ? "1 transformation" : `${total} transformations`;
}
