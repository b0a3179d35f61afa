import { readEntitlements } from "../../gems/entitlements.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { identitySessionContext, servicesContext } from "../../services.ts";
import { toolOf } from "../catalogue.ts";
import type { Route } from "./+types/draft-photos.route";
import { addPhoto, readPhotos, removePhoto } from "./batch-draft.server.ts";
import { addingMessage, batchNeedsPackage } from "./batch-messages.ts";

/**
 * `POST /api/drafts/<id>/photos` with `tool`, `photo` (id) and `name`, or `remove`. 200 with all `photos` of the
 * draft; 401; 403 without the package; 404; 409 when full, started or a duplicate. Repeatable.
 */
export async function action({ request, params: { draftId }, context }: Route.ActionArgs) {
  const { database, rateLimiter } = context.get(servicesContext);
  const member = await context.get(identitySessionContext).member();
  if (!member) return refuse(401, "User authentication required");
  const wait = await rateLimiter.take({ saveByMember: member.id });
  if (wait) return refuse(429, waitMessage(wait), { "Retry-After": String(wait) });
  const form = await readSmallForm(request);
  const remove = form.get("remove");
  if (remove !== null) {
    if (!isRowId(draftId)) return refuse(404, "There is no such run.");
    await removePhoto(database, member.id, draftId, String(remove));
    return Response.json({ photos: await readPhotos(database, member.id, draftId) });
  }
  const tool = toolOf(String(form.get("tool")));
  if (!tool) return refuse(422, "There is no such tool.");
  const { batch } = await database.asMember(member.id, (sql) => readEntitlements(sql, member.id));
  if (!batch) return refuse(403, batchNeedsPackage);
  const name = String(form.get("name") ?? "").slice(0, 120) || "This photo";
  const added = await addPhoto(database, member.id, tool, { draftId, photoId: String(form.get("photo")) });
  if (added.ok) return Response.json({ photos: await readPhotos(database, member.id, draftId) });
  return refuse(added.problem === "not-found" ? 404 : 409, addingMessage(name, added));
}

export function loader() {
  return refuse(405, "Method not allowed", { Allow: "POST" });
}

const refuse = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });
