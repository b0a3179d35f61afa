import { redirect, redirectDocument } from "react-router";
import { flashContext } from "../http/flash.server.ts";
import { waitMessage } from "../http/rate-limits.ts";
import { fromHost } from "../photos/from-host.ts";
import { ownPhoto } from "../photos/own-photo.server.ts";
import { memberContext, servicesContext } from "../services.ts";
import { dataArchive } from "./data-archive.server.ts";
import { readOwnData } from "./read-own-data.server.ts";
import type { Route } from "./+types/export.route";

/** `POST /settings/export`: everything the product keeps of the member, as one zip. */
export async function action({ context }: Route.ActionArgs) {
  const { database, photoHost, rateLimiter, log } = context.get(servicesContext);
  const { id } = context.get(memberContext);
  const wait = await rateLimiter.take({ exportByMember: id });
  if (wait) {
    context.get(flashContext).leave({ kind: "error", title: "Download failed", text: waitMessage(wait) });
    return redirectDocument("/settings", 303);
  }
  const archive = dataArchive(
    await readOwnData(database, id),
    async (photo) => (await fromHost(photo, () => ownPhoto(database, id, photo.id), photoHost.read))?.bytes ?? null,
    log,
  );
  return new Response(archive.stream, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Length": String(archive.length),
      "Content-Disposition": `attachment; filename="photogem-${new Date().toISOString().slice(0, 10)}.zip"`,
      "Cache-Control": "private, no-store",
    },
  });
}

/** A reload of this address. */
export function loader() {
  return redirect("/settings");
}
