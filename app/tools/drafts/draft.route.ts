import { identitySessionContext, servicesContext } from "../../services.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { toolOf } from "../catalogue.ts";
import { saveDraft } from "./draft.server.ts";
import type { Route } from "./+types/draft.route";

/** A few texts of 4000 characters, at most nine bytes each when encoded. */
const limitBytes = 256 * 1024;

/**
 * `POST /api/drafts/<id>`: saves answers (`tool` and its questions) and `photo` (id); creates the draft. Repeatable.
 * 204; 401; 404 for another member's id; 422 without a tool.
 */
export async function action({ request, params: { draftId }, context }: Route.ActionArgs) {
  const { database, rateLimiter } = context.get(servicesContext);
  const member = await context.get(identitySessionContext).member();
  if (!member) return refuse(401, "User authentication required");
  const wait = await rateLimiter.take({ saveByMember: member.id });
  if (wait) return refuse(429, waitMessage(wait), { "Retry-After": String(wait) });
  const form = await readSmallForm(request, limitBytes);
  const tool = toolOf(String(form.get("tool")));
  if (!tool) return refuse(422, "There is no such tool.");
  const answers = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const photoId = answers.photo ?? null;
  const saved = isRowId(draftId) && (await saveDraft(database, member.id, tool, { draftId, answers, photoId }));
  return saved ? new Response(null, { status: 204 }) : refuse(404, "Not found");
}

export function loader() {
  return refuse(405, "Method not allowed", { Allow: "POST" });
}

const refuse = (status: number, error: string, headers: Record<string, string> = {}) =>
  Response.json({ error }, { status, headers });
