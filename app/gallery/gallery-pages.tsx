import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import { useLiveProgress } from "../transformations/live-progress.tsx";
import { type ConnectionFailure, galleryAddress, type GalleryData } from "./gallery-address.ts";
import { GalleryItems } from "./gallery-items.tsx";

interface GalleryPagesProps {
  page: GalleryData;
  /** Number of transformations above this page; null if the address skips newer ones. */
  shownBefore: number | null;
  announce: (message: string) => void;
  /** Moves the focus to the first transformation of an appended page. */
  appended?: boolean;
  dayAbove?: string | null;
}

/**
 * Renders a page and recursively the next one. Each has its own fetcher, so that all revalidate
 * after a change.
 */
export function GalleryPages({ page, shownBefore, announce, appended = false, dayAbove = null }: GalleryPagesProps) {
  useLiveProgress(page.items);
  const { answer, ...next } = useNextPage(page);
  const more = useLastLoadedPage(answer);
  const shown = shownBefore === null ? null : shownBefore + page.items.length;
  const announcement =
    shown === null
      ? `${page.items.length} more transformations shown`
      : page.uncounted
        ? `${shown} shown`
        : `${shown} of ${page.total} shown`;
  const [arrived] = useState(() => (place: HTMLDivElement | null) => {
    if (!place || !appended) return;
    place.querySelector<HTMLElement>("h3")?.focus();
    announce(announcement);
  });
  return (
    <div className="gallery-page" ref={arrived}>
      <GalleryItems
        items={page.items}
        view={page.view}
        selecting={page.selecting ?? false}
        dayAbove={dayAbove}
        first={!appended}
      />
      {page.next && more.page ? (
        <GalleryPages
          page={more.page}
          shownBefore={shown}
          announce={announce}
          appended
          dayAbove={page.items.at(-1)?.day ?? null}
        />
      ) : (
        <Pager page={page} shown={shown} lost={more.lost} {...next} />
      )}
    </div>
  );
}

function useNextPage(page: GalleryData) {
  const { load, data: answer, state } = useFetcher<GalleryData | ConnectionFailure>();
  const href = page.next && galleryAddress({ ...page, before: page.next });
  const requested = useRef<string | null>(null);
  useEffect(() => {
    if (!requested.current || !href || requested.current === href) return;
    requested.current = href;
    void load(href);
  }, [href, load]);
  const loadNext = () => {
    requested.current = href;
    if (href) void load(href);
  };
  return { answer, href, loadNext, busy: state !== "idle" };
}

interface PagerProps {
  page: GalleryData;
  shown: number | null;
  lost: boolean;
  href: string | null;
  loadNext: () => void;
  busy: boolean;
}

function Pager({ page, shown, lost, href, loadNext, busy }: PagerProps) {
  if (!href && shown !== null) return null;
  const loadInPlace = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!busy) loadNext();
  };
  return (
    <nav className="flex flex-wrap items-center justify-center gap-3 pt-8" aria-label="Pages">
      {shown === null ? (
        <Link className="btn-quiet" to={galleryAddress({ ...page, before: null })} defaultShouldRevalidate={false}>
          Back to newest
        </Link>
      ) : null}
      {href ? (
        <a className="btn-secondary" href={href} onClick={loadInPlace} aria-busy={busy || undefined}>
          {busy ? <span className="spin" aria-hidden="true" /> : null}
          Load more
        </a>
      ) : null}
      {href && shown !== null ? (
        <p className="text-sm text-ink-2 tabular-nums">
          {page.uncounted ? `${shown} shown` : `${shown} of ${page.total}`}
        </p>
      ) : null}
      <p className="flex-[1_0_100%] text-center text-sm font-medium text-danger empty:hidden" role="alert">
        {lost && !busy ? "The connection was lost, so we couldn't load more. Please try again." : null}
      </p>
    </nav>
  );
}

/** Retains the last page through connection errors. */
export function useLastLoadedPage(answer: GalleryData | ConnectionFailure | undefined) {
  const [page, setPage] = useState<GalleryData>();
  const lost = answer !== undefined && "lost" in answer;
  if (answer && !("lost" in answer) && answer !== page) setPage(answer);
  return { page: answer && !("lost" in answer) ? answer : page, lost };
}
