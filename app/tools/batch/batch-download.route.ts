import { randomBytes } from "node:crypto";
import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { limitedStream } from "../../server/http/bodies/limited-stream.ts";
import { createMemberSlots } from "../../server/http/bodies/member-slots.ts";
import { downloadFileName, fileNameSegment } from "../../photos/file-name.ts";
import { readDuringRename } from "../../photos/storing/read-during-rename.ts";
import { ownPhoto } from "../../photos/own-photo.server.ts";
import { zipOf } from "../../photos/delivery/photos-zip.server.ts";
import { memberContext, servicesContext } from "../../services.ts";
import type { Route } from "./+types/batch-download.route";
import { batchPath } from "./batch-paths.ts";
import { readBatch } from "./read-batch.server.ts";
import { labelOf } from "./shown-batch.server.ts";

/** Each holds a picture while it is sent. */
const slots = createMemberSlots({ perMember: 2, inAll: 12 });
/** Long enough for ten pictures of 5 MB on 400 kbit/s; somebody who reads no more keeps no place for ever. */
const limitMs = 20 * 60_000;

/** `GET /batches/<id>/download`: the finished results as one zip, numbered, each named as its own download is; 404 for none. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { database, photoHost, rateLimiter, log } = context.get(servicesContext);
  const memberId = context.get(memberContext).id;
  const batch = await readBatch(database, memberId, params.batchId);
  const results = batch?.photos.flatMap((photo) => (photo.result ? [{ photo, result: photo.result }] : [])) ?? [];
  if (!batch || !results.length) throw new Response("Not found", { status: 404 });
  const fileName = fileNameSegment(`photogem ${batch.tool} ${batch.createdAt.toISOString().slice(0, 10)}`);
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="${fileName}.zip"`,
    "Cache-Control": "private, no-store",
  };
  // React Router drops the body of an answer to HEAD without cancelling it: its place would never be given back.
  if (request.method === "HEAD") return new Response(null, { headers });
  const refuse = (text: string) => {
    context.get(flashContext).leave({ kind: "error", title: "Download failed", text });
    return redirect(batchPath(batch.id));
  };
  const wait = await rateLimiter.take({ batchDownloadByMember: memberId });
  if (wait) return refuse(waitMessage(wait));
  const slot = slots.take(memberId);
  if (!slot) return refuse("Other downloads are being packed already. Please try again in a minute.");
  const now = Date.now();
  const files = results.map(({ photo, result }, index) => ({
    id: result.id,
    // Photos may be called the same; their places differ.
    name: `${String(index + 1).padStart(2, "0")}-${downloadFileName(photo.name, labelOf(batch.tool, photo), result.mimeType, now, randomBytes(2).toString("hex"))}`,
    bytes: result.bytes,
    lastModified: result.createdAt,
    read: async () =>
      (await readDuringRename(result, () => ownPhoto(database, memberId, result.id), photoHost.read))?.bytes ?? null,
  }));
  const { stream, length } = zipOf([], files, log);
  return new Response(limitedStream(stream, { limitMs, onEnd: slot.free }), {
    headers: { ...headers, "Content-Length": String(length) },
  });
}
