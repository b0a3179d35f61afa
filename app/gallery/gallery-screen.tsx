import { type ReactNode, useState } from "react";
import { PageTitle } from "../ui/page-head.tsx";
import { EmptyGallery, NothingFound, NothingOlder, OfflineNotice } from "./empty-gallery.tsx";
import { galleryAddress, type GalleryData, isFiltered } from "./gallery-address.ts";
import { GalleryPages } from "./gallery-pages.tsx";
import { Icon } from "../ui/icon.tsx";
import { NoScriptRefresh } from "../transformations/live-progress.tsx";
import { SearchForm, SelectLink, ViewLinks } from "./gallery-controls.tsx";

export function GalleryScreen({ page, lost }: { page: GalleryData; lost: boolean }) {
  const { items, before, owned, search, selecting } = page;
  const [announcement, announce] = useState("");
  const address = galleryAddress(page);
  const processing = items.some((item) => item.status === "processing");
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{search ? `${search}, Gallery` : "Gallery"}</PageTitle>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div className="grid grid-cols-1 gap-2">
          <h1>Gallery</h1>
          <p className="text-ink-2 tabular-nums" hidden={!owned}>
            <span role="status">{countText(page)}</span>
          </p>
        </div>
        {owned ? (
          <div className="flex flex-wrap items-center gap-1">
            {items.length ? <SelectLink page={page} /> : null}
            <ViewLinks page={page} />
          </div>
        ) : null}
      </div>
      {owned ? <SearchForm page={page} /> : null}
      {lost ? <OfflineNotice /> : null}
      {processing ? <NoScriptRefresh href={address} /> : null}
      {items.length ? (
        <Selectable on={selecting ?? false} next={galleryAddress({ ...page, selecting: false })}>
          <GalleryPages key={address} page={page} shownBefore={before ? null : 0} announce={announce} />
        </Selectable>
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

interface SelectableProps {
  on: boolean;
  next: string;
  children: ReactNode;
}

/** A form around the boxes of all loaded pages; each button submits the selected ids. */
function Selectable({ on, next, children }: SelectableProps) {
  const [count, setCount] = useState(0);
  if (!on) return children;
  return (
    <form
      action="/gallery/download"
      onChange={({ currentTarget }) => setCount(currentTarget.querySelectorAll("input[name=id]:checked").length)}
    >
      <input type="hidden" name="next" value={next} />
      {children}
      <div className="sticky bottom-0 z-2 -mx-gutter mt-6 flex flex-wrap items-center gap-3 border-t bg-bg px-gutter py-3">
        <p className="w-full text-sm tabular-nums sm:w-auto sm:flex-auto no-js:hidden" role="status">
          {count === 1 ? "1 selected" : `${count} selected`}
        </p>
        <button type="submit" className="flex-1 flex-nowrap btn-secondary sm:flex-none">
          <Icon name="download" />
          Download
        </button>
        <button type="submit" className="flex-1 flex-nowrap btn-secondary sm:flex-none" formAction="/gallery/delete">
          <Icon name="trash" />
          Delete
        </button>
      </div>
    </form>
  );
}

function countText(page: GalleryData): string {
  const { total, uncounted } = page;
  if (uncounted) return `More than ${total} matches`;
  if (isFiltered(page)) return total === 1 ? "1 match" : `${total} matches`;
  return total === 1 ? "1 transformation" : `${total} transformations`;
}
