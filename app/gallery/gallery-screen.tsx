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

export function GalleryScreen({ page, lost }: { page: GalleryData; lost: boolean }) {
  const { items, view, before, total, kept, search } = page;
  const [said, say] = useState("");
  const here = galleryAddress(page);
  const filtered = isFiltered(page);
  const processing = items.some((item) => item.status === "processing");
  return (
    <main id="main" className="wrap page">
      <PageTitle>{search ? `${search}, Gallery` : "Gallery"}</PageTitle>
      <div className="row row-split mb-6">
        <div className="stack stack-2">
          <h1>Gallery</h1>
          <p className="muted num" hidden={!kept}>
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
      <p className="vh" role="status">
        {said}
      </p>
    </main>
  );
}

function countInWords(total: number, filtered: boolean): string {
  if (filtered) return total === 1 ? "1 match" : `${total} matches`;
  return total === 1 ? "1 transformation" : `${total} transformations`;
}
