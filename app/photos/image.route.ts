import { memberOf } from "../account/member-of.server.ts";
import { servicesContext } from "../services.ts";
import type { Route } from "./+types/image.route";
import { ownPhoto } from "./own-photo.server.ts";
import { picturePreset } from "./picture-presets.ts";

/** `/images/<photo id>/<width>.<format>` or `/images/<photo id>/full`: to its owner only; anything else is 404. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { database, photoHost } = context.get(servicesContext);
  const member = await memberOf(context);
  if (!member) throw new Response("User authentication required", { status: 401 });
  const photo = await ownPhoto(database, member.id, params.photoId);
  const preset = params.preset === "full" ? "full" : picturePreset(params.preset);
  if (!photo || !preset) throw new Response("Not found", { status: 404 });
  const etag = `"${photo.id}-${params.preset}-${photo.bytes}"`;
  // Whoever may see it may keep it: the id is never used for another picture.
  const headers = { "Cache-Control": "private, max-age=31536000, immutable", ETag: etag };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const picture =
    preset === "full"
      ? await photoHost.read(photo.public_id)
      : await photoHost.derive(photo.public_id, preset.width, preset.format);
  if (!picture) throw new Response("Not found", { status: 404 });
  return new Response(picture.bytes, {
    headers: { ...headers, "Content-Type": picture.mimeType, "Content-Length": String(picture.bytes.byteLength) },
  });
}
