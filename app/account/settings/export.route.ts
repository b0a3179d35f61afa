import { redirect, redirectDocument } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { createMemberSlots } from "../../server/http/bodies/slots.ts";
import { rateLimiterContext, waitMessage } from "../../server/http/limits/limits.ts";
import { readDuringRename } from "../../photos/storing/rename-picture.server.ts";
import { ownPhoto } from "../../photos/own-photo.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { logContext } from "../../server/observability/observation.ts";
import { photoHostContext } from "../../photos/photo-host.ts";
import { memberContext } from "../identity.ts";
import { dataArchive, readOwnData } from "./own-data.server.ts";
import { limitedStream } from "../../server/http/bodies/time-limits.server.ts";
import type { Route } from "./+types/export.route";

/** Each export holds the member's lists in memory, a few MB. */
const slots = createMemberSlots({ perMember: 1, inAll: 6 });
/** 1 GB at 10 Mbit/s; frees the slot of a client that stops reading. */
const limitMs = 20 * 60_000;

/** `POST /settings/export`: sends the member's data as one zip. */
export async function action({ context }: Route.ActionArgs) {
  const database = context.get(databaseContext);
  const photoHost = context.get(photoHostContext);
  const rateLimiter = context.get(rateLimiterContext);
  const log = context.get(logContext);
  const member = context.get(memberContext);
  const { id } = member;
  const wait = await rateLimiter.take({ exportByMember: id });
  if (wait) {
    context.get(flashContext).leave({ kind: "error", title: "Download failed", text: waitMessage(wait) });
    return redirectDocument("/settings", 303);
  }
  const slot = slots.take(id);
  if (!slot) {
    const text = "A download is already being prepared. Please try again in a minute.";
    context.get(flashContext).leave({ kind: "error", title: "Download failed", text });
    return redirectDocument("/settings", 303);
  }
  const { lists, photos } = await readOwnData(database, id).catch((error: unknown) => {
    slot.free();
    throw error;
  });
  const archive = dataArchive(
    { lists: { account: [{ id, email: member.email }], ...lists }, photos },
    async (photo) =>
      (await readDuringRename(photo, () => ownPhoto(database, id, photo.id), photoHost.read))?.bytes ?? null,
    log,
  );
  return new Response(limitedStream(archive.stream, { limitMs, onEnd: slot.free }), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(archive.length),
      "Content-Disposition": `attachment; filename="photogem-${new Date().toISOString().slice(0, 10)}.zip"`,
      "Cache-Control": "private, no-store",
    },
  });
}

export function loader() {
  return redirect("/settings");
}
