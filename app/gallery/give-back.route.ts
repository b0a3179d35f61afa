import { type ClientActionFunctionArgs, data, redirect, replace } from "react-router";
import { safePath } from "../server/http/next-path.ts";
import { changeLostMessage, onlineAction } from "../pwa/offline-forms/online-action.ts";
import { creditBack, type CreditBackProblem } from "../transformations/ending/credit-back.server.ts";
import { creditBackLimit, isCreditBackReason } from "../transformations/ending/failures.ts";
import { databaseContext } from "../server/database/database.ts";
import { memberAction } from "../account/member-action.server.ts";
import type { Route } from "./+types/give-back.route";

const refusals: Record<Exclude<CreditBackProblem, "missing">, string> = {
  shared: "You shared this result by a link, so we can't return its gem.",
  "too-many": `Results can be given back ${creditBackLimit.times} times within ${creditBackLimit.days} days. Is something wrong? Write to support.`,
};

export const action = memberAction(
  {
    limit: "changeByMember",
    title: "Gem not returned",
    back: (form) => replace(safePath(form.get("next"), "/gallery"), 303),
  },
  async ({ params, context }: Route.ActionArgs, { member, form, refuse, succeed }) => {
    const submitted = form.get("reason");
    const reason = isCreditBackReason(submitted) ? submitted : null;
    const answer = await creditBack(context.get(databaseContext), member.id, params.transformationId, reason);
    if (answer.ok) return succeed("Your gem is back", "The result stays in your gallery.");
    if (answer.problem === "missing") throw data(null, { status: 404 });
    return refuse(refusals[answer.problem]);
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export function loader() {
  throw redirect("/gallery");
}
