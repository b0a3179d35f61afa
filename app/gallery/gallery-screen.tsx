import { useState } from "react";
import { PageTitle } from "../ui/page-title.tsx";
import { EmptyGallery, NothingFound, NothingOlder } from "./empty-gallery.tsx";
import { galleryAddress } from "./gallery-address.ts";
import type { GalleryData } from "./gallery-data.ts";
import { isFiltered } from "./gallery-filter.ts";
import { GalleryPages } from "./gallery-pages.tsx";
import { OfflineNotice } from "./gallery-offline.tsx";
import { NoScriptRefresh } from "../ui/no-script-refresh.tsx";
import { SearchForm } from "./search-form.tsx";
import { ViewLinks } from "./view-links.tsx";

/** The gallery: how many there are, how to find one, and the pages shown so far. */
export function GalleryScreen({ page, lost }: { page: GalleryData; lost: boolean }) {
  const { items, view, before, total, kept, search } = page;
  const [said, say] = useState("");
  const here = galleryAddress(page);
  const filtered = isFiltered(page);
  const processing = items.some((item) => item.status === "processing");
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{search ? `${search}, Gallery` : "Gallery"}</PageTitle>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div className="grid grid-cols-1 gap-2">
          <h1>Gallery</h1>
          <p className="text-ink-2 tabular-nums" hidden={!kept}>
            <span role="status">{countInWords(total, filtered)}</span>
            {view === "grid" && items.length ? (
              <>
                . <span id="delete-hint">Switch to list view to delete.</span>
              </>
            ) : null}
          </p>
        </div>
        {kept ? <ViewLinks page={page} /> : null}
      </div>
      {kept ? <SearchForm page={page} /> : null}
      {lost ? <OfflineNotice /> : null}
      {processing ? <NoScriptRefresh href={here} /> : null}
      {items.length ? (
        <GalleryPages key={here} page={page} shownBefore={before ? null : 0} say={say} />
      ) : kept === 0 ? (
        <EmptyGallery />
      ) : before ? (
        <NothingOlder newest={galleryAddress({ ...page, before: null })} />
      ) : (
        <NothingFound page={page} />
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
    </main>
  );
}

function countInWords(total: number, filtered: boolean): string {
  if (filtered) return total === 1 ? "1 match" : `${total} matches`;
  return total === 1 ? "1 transformation" : `${total} transformations`;
}
