import { randomBytes } from "node:crypto";
import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { limitedStream } from "../../server/http/bodies/time-limits.server.ts";
import { createMemberSlots } from "../../server/http/bodies/slots.ts";
import { downloadFileName, fileNameSegment } from "../../photos/file-name.ts";
import { readDuringRename } from "../../photos/storing/read-during-rename.ts";
import { ownPhoto } from "../../photos/own-photo.server.ts";
import { zipOf } from "../../photos/delivery/photos-zip.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { logContext } from "../../server/observability/observation.ts";
import { photoHostContext } from "../../photos/photo-host.ts";
import { rateLimiterContext } from "../../server/http/limits/rate-limiter.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/batch-download.route";
import { batchPath } from "./batch-paths.ts";
import { readBatch } from "./read-batch.server.ts";
import { labelOf } from "./shown-batch.server.ts";

const slots = createMemberSlots({ perMember: 2, inAll: 12 });
/** Ten pictures of 5 MB on 400 kbit/s take this long; slower readers lose their slot. */
const limitMs = 20 * 60_000;

/** `GET /batches/<id>/download`: finished results as one zip of numbered files; 404 without any. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const photoHost = context.get(photoHostContext);
  const rateLimiter = context.get(rateLimiterContext);
  const log = context.get(logContext);
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
  // React Router drops a HEAD answer's body without cancelling it, which would leak the slot.
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
    // Numbers keep equal names apart.
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
