import { databaseContext } from "../../server/database/database.ts";
import { logContext } from "../../server/observability/observation.ts";
import { photoHostContext } from "../photo-host.ts";
import { memberOf } from "../../server/http/identity-session.server.ts";
import type { Route } from "./+types/image.route";
import { readDuringRename } from "../storing/rename-picture.server.ts";
import { ownPhoto } from "../own-photo.server.ts";
import { picturePreset } from "../picture.ts";

/** `/images/<photo id>/<width>.<format>` or `/images/<photo id>/full`: for its owner; 404 for anyone else. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const photoHost = context.get(photoHostContext);
  const log = context.get(logContext);
  const member = await memberOf(context);
  if (!member) throw new Response("User authentication required", { status: 401 });
  const photo = await ownPhoto(database, member.id, params.photoId);
  const preset = params.preset === "full" ? "full" : picturePreset(params.preset);
  if (!photo || !preset) throw new Response("Not found", { status: 404 });
  const etag = `"${photo.id}-${params.preset}-${photo.bytes}"`;
  // Cacheable for good: an id never gets another picture.
  const headers = { "Cache-Control": "private, max-age=31536000, immutable", ETag: etag };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const reload = () => ownPhoto(database, member.id, photo.id);
  const load = (id: string) =>
    preset === "full" ? photoHost.read(id) : photoHost.derive(id, preset.width, preset.format);
  const picture = await readDuringRename(photo, reload, load).catch((error: unknown) => {
    log.error({ err: error, photo: photo.id }, "photo host did not answer");
    throw new Response("The picture could not be read just now", { status: 502 });
  });
  if (!picture) throw new Response("Not found", { status: 404 });
  return new Response(picture.bytes, {
    headers: { ...headers, "Content-Type": picture.mimeType, "Content-Length": String(picture.bytes.byteLength) },
  });
}
