import { redirect } from "react-router";
import { flashContext } from "../http/flash.server.ts";
import { waitMessage } from "../http/rate-limits.ts";
import { readSmallForm } from "../http/small-form.server.ts";
import { memberContext, servicesContext } from "../services.ts";
import { requestTransformation } from "../transformations/request-transformation.server.ts";
import { toolRules } from "./catalogue.server.ts";
import { isToolId, toolAt } from "./catalogue.ts";
import { readDraft } from "./draft.server.ts";
import type { Route } from "./+types/start.route";

/** Spends the gem: `POST <tool>/start` with `draft` and `key`. Pressing twice starts one transformation. */
export async function action({ request, context }: Route.ActionArgs) {
  const { database, queue, rateLimiter } = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const member = context.get(memberContext);
  const tool = toolAt(new URL(request.url).pathname.replace(/\/start(\.data)?$/, ""));
  if (!tool || !isToolId(tool.id)) throw new Response("Not found", { status: 404 });
  const wait = await rateLimiter.take({ startByMember: member.id });
  const form = await readSmallForm(request);
  const draft = await readDraft(database, member.id, tool, String(form.get("draft")));
  if (draft && wait) {
    leave({ kind: "error", title: tool.failureTitle, text: waitMessage(wait) });
    return redirect(`${tool.path}?draft=${draft.id}`);
  }
  const recipe = toolRules[tool.id].recipe.safeParse({ tool: tool.id });
  if (!draft || !recipe.success) {
    leave({ kind: "error", title: "No image selected", text: "Please upload a photo first." });
    return redirect(tool.path);
  }
  const key = String(form.get("key"));
  const answer = await requestTransformation(
    { database, queue },
    {
      memberId: member.id,
      recipe: recipe.data,
      name: draft.photoName,
      photoId: draft.photoId,
      draftId: draft.id,
      // A key of another draft could name someone's old request of another photo: only this draft's keys count.
      idempotencyKey:
        key.startsWith(`${draft.id}.`) && /^[0-9a-f-]{36}\.\d{1,6}$/.test(key) ? key : draft.idempotencyKey,
    },
  );
  if (answer.ok) return redirect(`${tool.path}?job=${answer.transformationId}`);
  if (answer.problem === "photo-missing") {
    leave({ kind: "error", title: "No image selected", text: "Please upload a photo first." });
    return redirect(tool.path);
  }
  leave({ kind: "error", title: "Insufficient gems", text: "You need at least 1 gem to transform a photo." });
  return redirect(`/buy-coins?draft=${draft.id}`);
}

/** A reload or a shared link of this address lands on the tool. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(new URL(request.url).pathname.replace(/\/start(\.data)?$/, ""));
}
