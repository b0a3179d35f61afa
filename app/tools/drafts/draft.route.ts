import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { toolOf } from "../catalogue.ts";
import { saveDraft } from "./draft.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { refuse, apiAction, methodNotAllowed } from "../../account/member-action.server.ts";
import type { Route } from "./+types/draft.route";

/** A few texts of 4000 characters, at most nine bytes each when encoded. */
const limitBytes = 256 * 1024;

/**
 * `POST /api/drafts/<id>`: saves answers (`tool` and its questions) and `photo` (id); creates the draft. Repeatable.
 * 204; 401; 404 for another member's id; 422 without a tool.
 */
export const action = apiAction(
  { method: "POST", limit: "saveByMember", unverified: true },
  async ({ request, params: { draftId }, context }: Route.ActionArgs, member) => {
    const form = await readSmallForm(request, limitBytes);
    const tool = toolOf(String(form.get("tool")));
    if (!tool) return refuse(422, "This tool does not exist.");
    const answers = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    const photoId = answers.photo ?? null;
    const saved =
      isRowId(draftId) &&
      (await saveDraft(context.get(databaseContext), member.id, tool, { draftId, answers, photoId }));
    return saved ? new Response(null, { status: 204 }) : refuse(404, "Not found");
  },
);

export const loader = () => methodNotAllowed("POST");
