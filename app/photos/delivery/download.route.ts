import { redirect } from "react-router";
import { memberOf } from "../../server/http/identity-session.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { logContext } from "../../server/observability/observation.ts";
import { siteContext } from "../../server/http/site.ts";
import { safePath } from "../../server/http/next-path.ts";
import type { Route } from "./+types/download.route";
import { contentDisposition } from "../file-name.ts";
import { readDuringRename } from "../storing/rename-picture.server.ts";
import { type CopySize, copySizes, photoInspectionContext } from "../inspection/photo-inspection.ts";
import { photoSightContext } from "../advice/photo-sight.ts";
import { rateLimiterContext, waitMessage } from "../../server/http/limits/limits.ts";
import { ownPhoto } from "../own-photo.server.ts";
import { photoHostContext, type StoredPicture } from "../photo-host.ts";

/**
 * `GET /api/download?url=<encoded>&filename=<encoded>` (docs/product/specification.md, "HTTP API"), for a smaller copy
 * with `&size=chat` or `profile` (picture-copy.server.ts). Reads only our own pictures, which prevents request forgery.
 * Page links are redirected back with an error; other callers get the status.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const photoHost = context.get(photoHostContext);
  const { appUrl } = context.get(siteContext);
  const log = context.get(logContext);
  const refuse = (status: number, error: string) => {
    if (request.headers.get("Sec-Fetch-Dest") !== "document") return Response.json({ error }, { status });
    const text = "Could not download the image. Please try again.";
    context.get(flashContext).leave({ kind: "error", title: "Download failed", text });
    return redirect(pageBefore(request, appUrl));
  };
  const member = await memberOf(context);
  if (!member) return refuse(401, "User authentication required");
  const query = new URL(request.url).searchParams;
  const photoId = photoIdIn(query.getAll("url"), appUrl);
  if (!photoId) {
    log.warn("refused to download a URL that is not one of our pictures");
    return refuse(400, "Only our own pictures can be downloaded");
  }
  const size = sizeIn(query.get("size"));
  if (size === undefined) return refuse(400, "This size is not offered");
  const photo = await ownPhoto(database, member.id, photoId);
  if (!photo) return refuse(404, "Not found");
  const wait = size && (await context.get(rateLimiterContext).take({ copyByMember: member.id }));
  if (wait) return refuse(429, waitMessage(wait));
  const read = () => readDuringRename(photo, () => ownPhoto(database, member.id, photoId), photoHost.read);
  let picture: StoredPicture | null;
  try {
    picture = await read();
    if (picture && size) {
      const { bytes } = picture;
      const seen = { id: photo.id, read: async () => bytes };
      const face =
        size === "profile" ? ((await context.get(photoSightContext)?.largestFace(seen, facePatienceMs)) ?? null) : null;
      picture = {
        bytes: await context.get(photoInspectionContext).copy({ bytes, size, face }),
        mimeType: "image/jpeg",
      };
    }
  } catch (error) {
    log.error({ err: error, photo: photo.id, size }, "a picture could not be read for a download");
    return refuse(502, "Could not download the image. Please try again.");
  }
  if (!picture) return refuse(404, "Not found");
  const name = query.get("filename") ?? photo.file_name;
  return new Response(picture.bytes, {
    headers: {
      "Content-Type": picture.mimeType,
      "Content-Length": String(picture.bytes.byteLength),
      "Content-Disposition": contentDisposition(
        size ? `${name.replace(/\.(jpe?g|png|webp)$/i, "")}-${size}` : name,
        picture.mimeType,
      ),
      "Cache-Control": "private, no-store",
    },
  });
}

/** Ms; later the square is cut from the upper middle. */
const facePatienceMs = 5_000;

/** Null for the whole picture; undefined for an unknown size. */
function sizeIn(name: string | null): CopySize | null | undefined {
  return name === null ? null : copySizes.find((size) => size === name);
}

function pageBefore(request: Request, appUrl: string): string {
  const from = request.headers.get("Referer") ?? "";
  return safePath(from.startsWith(`${appUrl}/`) ? from.slice(appUrl.length) : null, "/gallery");
}

function photoIdIn([url, ...more]: string[], appUrl: string): string | undefined {
  if (!url || more.length || !URL.canParse(url, appUrl)) return undefined;
  const { origin, pathname, username, password } = new URL(url, appUrl);
  if (username || password) return undefined;
  return origin === new URL(appUrl).origin ? /^\/images\/([0-9a-f-]{36})\/[a-z0-9.]+$/.exec(pathname)?.[1] : undefined;
}
