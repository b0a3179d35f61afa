import { readEntitlements } from "../../gems/entitlements.server.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { toolOf } from "../catalogue.ts";
import { databaseContext } from "../../server/database/database.ts";
import { refuse, apiAction, methodNotAllowed } from "../../account/member-action.server.ts";
import type { Route } from "./+types/draft-photos.route";
import { addPhoto, readPhotos, removePhoto } from "./batch-draft.server.ts";
import { addingMessage, batchNeedsPackage } from "./batch-messages.ts";

/**
 * `POST /api/drafts/<id>/photos` with `tool`, `photo` (id) and `name`, or `remove`. 200 with all `photos` of the
 * draft; 401; 403 without the package; 404; 409 when full, started or a duplicate. Repeatable.
 */
export const action = apiAction(
  { method: "POST", limit: "saveByMember", unverified: true },
  async ({ request, params: { draftId }, context }: Route.ActionArgs, member) => {
    const database = context.get(databaseContext);
    const form = await readSmallForm(request);
    const remove = form.get("remove");
    if (remove !== null) {
      if (!isRowId(draftId)) return refuse(404, "This draft does not exist.");
      await removePhoto(database, member.id, draftId, String(remove));
      return Response.json({ photos: await readPhotos(database, member.id, draftId) });
    }
    const tool = toolOf(String(form.get("tool")));
    if (!tool) return refuse(422, "This tool does not exist.");
    const { batch } = await database.asMember(member.id, (sql) => readEntitlements(sql, member.id));
    if (!batch) return refuse(403, batchNeedsPackage);
    const name = String(form.get("name") ?? "").slice(0, 120) || "This photo";
    const added = await addPhoto(database, member.id, tool, { draftId, photoId: String(form.get("photo")) });
    if (added.ok) return Response.json({ photos: await readPhotos(database, member.id, draftId) });
    return refuse(added.problem === "not-found" ? 404 : 409, addingMessage(name, added));
  },
);

export const loader = () => methodNotAllowed("POST");
