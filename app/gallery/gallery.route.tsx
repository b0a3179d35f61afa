import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { decodeCursor, encodeCursor } from "../server/database/page-cursor.ts";
import { recordSeen } from "../transformations/notifications/done-notices.server.ts";
import { isConnectionLost } from "../server/http/connection/connection-errors.ts";
import { useStoredOffline } from "../pwa/use-stored-offline.ts";
import { type ConnectionFailure, filterOf, galleryAddress, type GalleryData, isFiltered } from "./gallery-address.ts";
import { calendarOf, timeZoneFromCookie } from "../ui/dates.ts";
import { galleryItem } from "./gallery-item.server.ts";
import { galleryView, readGalleryPage } from "./gallery-page.server.ts";
import { GalleryScreen } from "./gallery-screen.tsx";
import { databaseContext } from "../server/database/database.ts";
import { siteContext } from "../server/http/site.ts";
import { memberContext } from "../account/identity.ts";
import { GalleryOffline } from "./empty-gallery.tsx";
import { useLastLoadedPage } from "./gallery-pages.tsx";
import type { Route } from "./+types/gallery.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const { appUrl } = context.get(siteContext);
  const { pathname, searchParams } = new URL(request.url);
  const cursor = decodeCursor(searchParams.get("before"), "uuid");
  const filter = filterOf(searchParams);
  const memberId = context.get(memberContext).id;
  const { entries, ...page } = await readGalleryPage(database, memberId, cursor, filter);
  await recordSeen(database, memberId, entries);
  const { view, headers } = await galleryView(request, { secure: appUrl.startsWith("https:") });
  // All transformations of this page were deleted; appended parts report that themselves.
  if (cursor && entries.length === 0 && !pathname.endsWith(".data")) {
    throw redirect(galleryAddress({ ...filter, view, before: null }));
  }
  const calendar = calendarOf(timeZoneFromCookie(request.headers.get("Cookie")), new Date());
  const items = entries.map((entry) => galleryItem(entry, calendar));
  const selecting = searchParams.has("select");
  const galleryPage: GalleryData = {
    ...page,
    ...filter,
    items,
    view,
    selecting,
    before: cursor && encodeCursor(cursor),
  };
  return data(galleryPage, { headers });
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<GalleryData | ConnectionFailure> {
  try {
    return await serverLoader();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return { lost: true };
  }
}

/** Skips revalidation after a refused rename, which changes nothing; links inside the gallery revalidate only it. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === undefined;

export default function Gallery({ loaderData }: Route.ComponentProps) {
  const { page, lost } = useLastLoadedPage(loaderData);
  useStoredOffline(page && !page.before && !isFiltered(page) ? page.items : null, true);
  return page ? <GalleryScreen page={page} lost={lost} /> : <GalleryOffline />;
}
