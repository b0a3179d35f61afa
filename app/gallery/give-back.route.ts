import { type ClientActionFunctionArgs, data, redirect, replace } from "react-router";
import { flashContext } from "../server/http/flash.server.ts";
import { waitMessage } from "../server/http/limits/limits.ts";
import { safePath } from "../server/http/next-path.ts";
import { readSmallForm } from "../server/http/bodies/read-form.server.ts";
import { changeLostMessage, onlineAction } from "../pwa/offline-forms/online-action.ts";
import { memberContext, servicesContext } from "../services.ts";
import { creditBack, type CreditBackProblem } from "../transformations/ending/credit-back.server.ts";
import { creditBackLimit, isCreditBackReason } from "../transformations/ending/credit-back-reasons.ts";
import type { Route } from "./+types/give-back.route";

const refusals: Record<Exclude<CreditBackProblem, "missing">, string> = {
  shared: "This result was shared by a link. Only results that were not are given back.",
  "too-many": `Results can be given back ${creditBackLimit.times} times within ${creditBackLimit.days} days. Is something wrong? Write to support.`,
};

/** Returns the gem for a disappointing result, then redirects to it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { database, rateLimiter } = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const form = await readSmallForm(request);
  const back = replace(safePath(form.get("next"), "/gallery"), 303);
  const wait = await rateLimiter.take({ changeByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Not given back", text: waitMessage(wait) });
    return back;
  }
  const reason = form.get("reason");
  const answer = await creditBack(
    database,
    memberId,
    params.transformationId,
    isCreditBackReason(reason) ? reason : null,
  );
  if (answer.ok) leave({ kind: "success", title: "Your gem is back", text: "The result stays in your gallery." });
  else if (answer.problem === "missing") throw data(null, { status: 404 });
  else leave({ kind: "error", title: "Not given back", text: refusals[answer.problem] });
  return back;
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export function loader() {
  throw redirect("/gallery");
}
