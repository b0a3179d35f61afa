import { createHash } from "node:crypto";
import { readDuringRename } from "../photos/storing/rename-picture.server.ts";
import { picturePreset, type PicturePreset } from "../photos/picture.ts";
import { databaseContext } from "../server/database/database.ts";
import { photoHostContext } from "../photos/photo-host.ts";
import type { Route } from "./+types/shared-file.route";
import { openShare, type OpenShare, type SharedPhoto } from "./open-share.server.ts";

/**
 * `/s/<token>/<width>.<format>`, `/s/<token>/og.jpg`, `/s/<token>/original/<width>.<format>`.
 * Checks the link on each request, so that caches show nothing after a revocation.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const photoHost = context.get(photoHostContext);
  const share = await openShare(database, params.token);
  const requested = share && requestedPicture(share, params);
  if (!requested) return missing();
  const { photo, preset } = requested;
  const etag = `"${preset.width}-${preset.format}-${versionOf(photo)}"`;
  const headers = { "Cache-Control": "no-cache", ETag: etag, "X-Robots-Tag": "noindex" };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const reload = async () => {
    const now = await openShare(database, params.token);
    return now && requestedPicture(now, params)?.photo;
  };
  const picture = await readDuringRename(photo, reload, (id) => photoHost.derive(id, preset.width, preset.format));
  if (!picture) return missing();
  return new Response(picture.bytes, {
    headers: { ...headers, "Content-Type": picture.mimeType, "Content-Length": String(picture.bytes.byteLength) },
  });
}

/** Changes when the member chooses another look; hides the photo's id. */
const versionOf = ({ id }: SharedPhoto) => createHash("sha256").update(id).digest("base64url").slice(0, 16);

const missing = () => new Response("Not found", { status: 404, headers: { "X-Robots-Tag": "noindex" } });

interface Address {
  /** `original`, or undefined for the result. */
  side?: string;
  preset: string;
}

function requestedPicture(
  share: OpenShare,
  { side, preset: name }: Address,
): { photo: SharedPhoto; preset: PicturePreset } | null {
  const photo = side === undefined ? share.result : side === "original" ? share.original : null;
  const preset = side === undefined && name === "og.jpg" ? previewPreset(share) : picturePreset(name);
  return photo && preset ? { photo, preset } : null;
}

const previewPreset = ({ previewWidth }: OpenShare) =>
  previewWidth === null ? undefined : picturePreset(`${previewWidth}.jpeg`);
