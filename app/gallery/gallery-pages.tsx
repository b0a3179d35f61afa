import { useEffect, useRef, type MouseEvent } from "react";
import { Link, useFetcher } from "react-router";
import { useLiveProgress } from "../transformations/use-live-progress.ts";
import { galleryAddress } from "./gallery-address.ts";
import type { GalleryData, LostLine } from "./gallery-data.ts";
import { GalleryGrid } from "./gallery-grid.tsx";
import { GalleryList } from "./gallery-list.tsx";
import { useLastLoadedPage } from "./use-last-loaded-page.ts";

interface GalleryPagesProps {
  page: GalleryData;
  /** How many are shown above this page; null where the address leaves newer ones out. */
  shownBefore: number | null;
  /** Tells assistive technology. */
  say: (words: string) => void;
  /** Appended by a press: focus moves to its first transformation. */
  appended?: boolean;
}

/**
 * One page of the gallery and, once asked for, the next one below it, which does the same. Each has its own fetcher, so
 * that after a change all of them are loaded again.
 */
export function GalleryPages({ page, shownBefore, say, appended = false }: GalleryPagesProps) {
  useLiveProgress(page.items);
  const place = useRef<HTMLDivElement>(null);
  const { answer, ...next } = useNextPage(page);
  const more = useLastLoadedPage(answer);
  const shown = shownBefore === null ? null : shownBefore + page.items.length;
  const told = shown === null ? `${page.items.length} more transformations shown` : `${shown} of ${page.total} shown`;
  const atFirst = useRef({ appended, told });
  useEffect(() => {
    if (!atFirst.current.appended) return;
    place.current?.querySelector<HTMLElement>("h2")?.focus();
    say(atFirst.current.told);
  }, [say]);
  return (
    <div className="gallery-page" ref={place}>
      {page.view === "list" ? <GalleryList items={page.items} /> : <GalleryGrid items={page.items} />}
      {page.next && more.page ? (
        <GalleryPages page={more.page} shownBefore={shown} say={say} appended />
      ) : (
        <Pager page={page} shown={shown} lost={more.lost} {...next} />
      )}
    </div>
  );
}

/** The page after this one: loaded when it is asked for, and again when it begins elsewhere after a change. */
function useNextPage(page: GalleryData) {
  const { load, data: answer, state } = useFetcher<GalleryData | LostLine>();
  const href = page.next && galleryAddress({ ...page, before: page.next });
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (!asked.current || !href || asked.current === href) return;
    asked.current = href;
    void load(href);
  }, [href, load]);
  const ask = () => {
    asked.current = href;
    if (href) void load(href);
  };
  return { answer, href, ask, busy: state !== "idle" };
}

interface PagerProps {
  page: GalleryData;
  shown: number | null;
  lost: boolean;
  href: string | null;
  ask: () => void;
  busy: boolean;
}

function Pager({ page, shown, lost, href, ask, busy }: PagerProps) {
  if (!href && shown !== null) return null;
  const askHere = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!busy) ask();
  };
  return (
    <nav className="flex flex-wrap items-center justify-center gap-3 pt-8" aria-label="Pages">
      {shown === null ? (
        <Link className="btn btn-quiet" to={galleryAddress({ ...page, before: null })} defaultShouldRevalidate={false}>
          Back to newest
        </Link>
      ) : null}
      {href ? (
        <a className="btn btn-secondary" href={href} onClick={askHere} aria-busy={busy || undefined}>
          {busy ? <span className="spin" aria-hidden="true" /> : null}
          Load more
        </a>
      ) : null}
      {href && shown !== null ? (
        <p className="text-sm text-ink-2 tabular-nums">
          {shown} of {page.total}
        </p>
      ) : null}
      <p className="flex-[1_0_100%] text-center text-sm font-medium text-danger empty:hidden" role="alert">
        {lost && !busy ? "The connection was lost. Nothing more could be loaded: please try again." : null}
      </p>
    </nav>
  );
}
