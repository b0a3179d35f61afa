import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { decodeCursor, encodeCursor } from "../server/database/page-cursor.ts";
import { recordSeen } from "../transformations/notifications/note-seen.server.ts";
import { isConnectionLost } from "../server/http/connection/connection-lost.ts";
import { useStoredOffline } from "../pwa/use-stored-offline.ts";
import { memberContext, servicesContext } from "../services.ts";
import { dateFormatter } from "../ui/dates/date.ts";
import { timeZoneFromCookie } from "../ui/dates/date-zone.ts";
import { galleryAddress } from "./gallery-address.ts";
import type { GalleryData, LostLine } from "./gallery-data.ts";
import { filterOf, isFiltered } from "./gallery-filter.ts";
import { galleryItem } from "./gallery-item.server.ts";
import { readGalleryPage } from "./gallery-page.server.ts";
import { GalleryScreen } from "./gallery-screen.tsx";
import { galleryView } from "./gallery-view.server.ts";
import { GalleryOffline } from "./gallery-offline.tsx";
import { useLastLoadedPage } from "./use-last-loaded-page.ts";
import type { Route } from "./+types/gallery.route";

/** The member's transformations, 24 to a page (`?before=`), found by `?q=` and `?tool=`, as grid or list (`?view=`). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, appUrl } = context.get(servicesContext);
  const { pathname, searchParams } = new URL(request.url);
  const cursor = decodeCursor(searchParams.get("before"), "uuid");
  const filter = filterOf(searchParams);
  const memberId = context.get(memberContext).id;
  const { entries, ...page } = await readGalleryPage(database, memberId, cursor, filter);
  await recordSeen(database, memberId, entries);
  const { view, headers } = await galleryView(request, { secure: appUrl.startsWith("https:") });
  // A page of which nothing is left any more. Asked for by a script it is a part of a page, which says so itself.
  if (cursor && entries.length === 0 && !pathname.endsWith(".data")) {
    throw redirect(galleryAddress({ ...filter, view, before: null }));
  }
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  const items = entries.map((entry) => galleryItem(entry, formatDate));
  const shown: GalleryData = { ...page, ...filter, items, view, before: cursor && encodeCursor(cursor) };
  return data(shown, { headers });
}

/** A line that broke does not take away what is shown. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<GalleryData | LostLine> {
  try {
    return await serverLoader();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return { lost: true };
  }
}

/** Links inside the gallery ask for it alone (`defaultShouldRevalidate={false}`); a refused rename asks for nothing. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === undefined;

export default function Gallery({ loaderData }: Route.ComponentProps) {
  const { page, lost } = useLastLoadedPage(loaderData);
  useStoredOffline(page && !page.before && !isFiltered(page) ? page.items : null, true);
  return page ? <GalleryScreen page={page} lost={lost} /> : <GalleryOffline />;
}
