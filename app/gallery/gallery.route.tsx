import { data, Link, redirect } from "react-router";
import { decodeCursor, encodeCursor } from "../database/page-cursor.ts";
import { memberContext, servicesContext } from "../services.ts";
import { dateFormatter } from "../ui/date.ts";
import { timeZoneFromCookie } from "../ui/date-zone.ts";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { EmptyGallery } from "./empty-gallery.tsx";
import { GalleryGrid } from "./gallery-grid.tsx";
import { galleryItem } from "./gallery-item.server.ts";
import { GalleryList } from "./gallery-list.tsx";
import { readGalleryPage } from "./gallery-page.server.ts";
import { galleryView } from "./gallery-view.server.ts";
import { PlainRefresh } from "./plain-refresh.tsx";
import { useLiveProgress } from "../transformations/use-live-progress.ts";
import type { Route } from "./+types/gallery.route";

/** The member's transformations, 24 to a page (`?before=`), as grid or list (`?view=`). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, appUrl } = context.get(servicesContext);
  const cursor = decodeCursor(new URL(request.url).searchParams.get("before"), "uuid");
  const page = await readGalleryPage(database, context.get(memberContext).id, cursor);
  // A page of which nothing is left any more.
  if (page.total > 0 && page.entries.length === 0) throw redirect("/gallery");
  const { view, headers } = await galleryView(request, { secure: appUrl.startsWith("https:") });
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  const items = page.entries.map((entry) => galleryItem(entry, formatDate));
  return data({ items, view, before: cursor && encodeCursor(cursor), total: page.total, next: page.next }, { headers });
}

export default function Gallery({ loaderData }: Route.ComponentProps) {
  const { items, view, before, total, next } = loaderData;
  useLiveProgress(items);
  const processing = items.some((item) => item.status === "processing");
  return (
    <main id="main" className="wrap page">
      <PageTitle>Gallery</PageTitle>
      <div className="row row-split mb-6">
        <div className="stack stack-2">
          <h1>Gallery</h1>
          {total ? (
            <p className="muted num">
              {total} {total === 1 ? "transformation" : "transformations"}
            </p>
          ) : null}
        </div>
        {total ? <ViewLinks view={view} before={before} /> : null}
      </div>
      {processing ? <PlainRefresh href={address({ view, before })} /> : null}
      {total === 0 ? <EmptyGallery /> : view === "list" ? <GalleryList items={items} /> : <GalleryGrid items={items} />}
      {next || before ? (
        <nav className="pager" aria-label="Pages">
          {before ? (
            <Link className="btn btn-quiet" to={address({ view, before: null })} reloadDocument>
              Back to newest
            </Link>
          ) : null}
          {next ? (
            <Link className="btn btn-secondary" to={address({ view, before: next })} reloadDocument>
              Load more
            </Link>
          ) : null}
          {next && !before ? (
            <p className="muted small num">
              {items.length} of {total}
            </p>
          ) : null}
        </nav>
      ) : null}
    </main>
  );
}

function ViewLinks({ view, before }: { view: "grid" | "list"; before: string | null }) {
  return (
    <nav className="seg" aria-label="View">
      {views.map(({ name, icon, label }) => (
        <Link
          key={name}
          to={address({ view: name, before })}
          aria-current={view === name ? "true" : undefined}
          preventScrollReset
          replace
        >
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

const views = [
  { name: "grid", icon: "dashboard", label: "Grid" },
  { name: "list", icon: "list", label: "List" },
] as const;

function address({ view, before }: { view: string; before: string | null }): string {
  return `/gallery?${new URLSearchParams(before ? { view, before } : { view })}`;
}
