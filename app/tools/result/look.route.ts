import { type ClientActionFunctionArgs, data, redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { rateLimiterContext, waitMessage } from "../../server/http/limits/limits.ts";
import { safePath } from "../../server/http/next-path.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { changeLostMessage, type ConnectionLost, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { chooseLook } from "../../transformations/stored-looks.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/look.route";

/**
 * `POST /gallery/<id>/look` with `look`: makes it the result. 404; 400 for an unknown look. Without scripts `next` is
 * the return page.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const database = context.get(databaseContext);
  const rateLimiter = context.get(rateLimiterContext);
  const memberId = context.get(memberContext).id;
  const form = await readSmallForm(request);
  const next = form.get("next");
  const wait = await rateLimiter.take({ changeByMember: memberId });
  if (wait) {
    const waitText = waitMessage(wait);
    if (next === null)
      return data<ConnectionLost>({ lost: waitText }, { status: 429, headers: { "Retry-After": String(wait) } });
    context.get(flashContext).leave({ kind: "error", title: "Not changed", text: waitText });
    return back(next);
  }
  const chosen = await chooseLook(database, memberId, params.transformationId, String(form.get("look") ?? ""));
  if (!chosen.ok) throw data(null, { status: chosen.problem === "missing" ? 404 : 400 });
  return next === null ? null : back(next);
}

const back = (next: FormDataEntryValue) => redirect(safePath(next, "/gallery"), 303);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export const loader = () => redirect("/gallery");
