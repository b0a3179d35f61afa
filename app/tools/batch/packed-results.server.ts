import { randomBytes } from "node:crypto";
import { redirect, type RouterContextProvider } from "react-router";
import { databaseContext } from "../../server/database/database.ts";
import { limitedStream } from "../../server/http/bodies/time-limits.server.ts";
import { createMemberSlots } from "../../server/http/bodies/slots.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { rateLimiterContext, waitMessage } from "../../server/http/limits/limits.ts";
import { logContext } from "../../server/observability/observation.ts";
import { downloadFileName, type DownloadLabel, fileNameSegment } from "../../photos/file-name.ts";
import { ownPhoto } from "../../photos/own-photo.server.ts";
import { photoHostContext } from "../../photos/photo-host.ts";
import { type HostedPhoto, readDuringRename } from "../../photos/storing/rename-picture.server.ts";
import { zipOf } from "../../photos/delivery/photos-zip.server.ts";

const slots = createMemberSlots({ perMember: 2, inAll: 12 });
/** Ten pictures of 5 MB on 400 kbit/s take this long; slower readers lose their slot. */
const limitMs = 20 * 60_000;

interface Packed {
  /** Without the file extension. */
  name: string;
  results: (HostedPhoto & {
    id: string;
    name: string;
    label: DownloadLabel;
    bytes: number;
    mimeType: string;
    createdAt: Date;
  })[];
}

/** Sends a member's own results as one zip of numbered files; a refusal redirects to `back` with its reason. */
export async function answerPacked(
  request: Request,
  context: Readonly<RouterContextProvider>,
  memberId: string,
  { name, results }: Packed,
  back: string,
): Promise<Response> {
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="${fileNameSegment(name)}.zip"`,
    "Cache-Control": "private, no-store",
  };
  // React Router drops the body of a HEAD response without cancelling it, which would leak the slot.
  if (request.method === "HEAD") return new Response(null, { headers });
  const refuse = (text: string) => {
    context.get(flashContext).leave({ kind: "error", title: "Download failed", text });
    return redirect(back);
  };
  const wait = await context.get(rateLimiterContext).take({ batchDownloadByMember: memberId });
  if (wait) return refuse(waitMessage(wait));
  const slot = slots.take(memberId);
  if (!slot) return refuse("Other downloads are being prepared. Please try again in a minute.");
  const database = context.get(databaseContext);
  const photoHost = context.get(photoHostContext);
  const now = Date.now();
  const files = results.map(({ id, label, bytes, mimeType, createdAt, ...result }, index) => ({
    id,
    // Numbers keep equal names apart.
    name: `${String(index + 1).padStart(2, "0")}-${downloadFileName(result.name, label, mimeType, now, randomBytes(2).toString("hex"))}`,
    bytes,
    lastModified: createdAt,
    read: async () =>
      (await readDuringRename(result, () => ownPhoto(database, memberId, id), photoHost.read))?.bytes ?? null,
  }));
  const { stream, length } = zipOf([], files, context.get(logContext));
  return new Response(limitedStream(stream, { limitMs, onEnd: slot.free }), {
    headers: { ...headers, "Content-Length": String(length) },
  });
}
