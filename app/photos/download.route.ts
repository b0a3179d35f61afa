import { contentDisposition } from "./content-disposition.ts";
import { memberOf } from "../account/member-of.server.ts";
import { servicesContext } from "../services.ts";
import type { Route } from "./+types/download.route";
import { ownPhoto } from "./own-photo.server.ts";

/**
 * `GET /api/download?url=<encoded>&filename=<encoded>` (spec.md, point 7). The url can only be one of our own
 * pictures, which is read from the photo host directly: nothing is ever fetched on a caller's behalf.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { database, photoHost, appUrl } = context.get(servicesContext);
  const member = await memberOf(context);
  if (!member) return refuse(401, "User authentication required");
  const query = new URL(request.url).searchParams;
  const photoId = photoIdIn(query.get("url"), appUrl);
  if (!photoId) return refuse(400, "Only our own pictures can be downloaded");
  const photo = await ownPhoto(database, member.id, photoId);
  const picture = photo && (await photoHost.read(photo.public_id));
  if (!picture) return refuse(404, "Not found");
  return new Response(picture.bytes, {
    headers: {
      "Content-Type": picture.mimeType,
      "Content-Length": String(picture.bytes.byteLength),
      "Content-Disposition": contentDisposition(query.get("filename") ?? photo.file_name, picture.mimeType),
      "Cache-Control": "private, no-store",
    },
  });
}

const refuse = (status: number, error: string) => Response.json({ error }, { status });

function photoIdIn(url: string | null, appUrl: string): string | undefined {
  if (!url || !URL.canParse(url, appUrl)) return undefined;
  const { origin, pathname } = new URL(url, appUrl);
  return origin === new URL(appUrl).origin ? /^\/images\/([0-9a-f-]{36})\/[a-z0-9.]+$/.exec(pathname)?.[1] : undefined;
}
