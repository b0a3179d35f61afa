import { redirect } from "react-router";
import { recordSeen } from "../../transformations/notifications/done-notices.server.ts";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { refusalText } from "../../transformations/requesting/limits.ts";
import { calendarOf, timeZoneFromCookie } from "../../ui/dates.ts";
import { showToast } from "../../ui/toasts/toast.tsx";
import { buyGemsFor } from "../wizard/gem-balance.tsx";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { requestingContext } from "../../transformations/requesting/requesting.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/batch.route";
import { batchPath } from "./batch.ts";
import { batchNeedsPackage, failedChanged, gemsToTryAgain } from "./batch-messages.ts";
import { BatchPage } from "./batch-page.tsx";
import { readBatch } from "./read-batches.server.ts";
import { retryBatch } from "./request-batch.server.ts";
import { shownBatch } from "./shown-batch.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const memberId = context.get(memberContext).id;
  const batch = await readBatch(database, memberId, params.batchId);
  if (!batch) throw new Response("Not found", { status: 404 });
  await recordSeen(database, memberId, batch.photos);
  return shownBatch(batch, calendarOf(timeZoneFromCookie(request.headers.get("Cookie")), new Date()));
}

/** Retries the failures that the page listed (`failed`); repeatable. */
export const action = memberAction(
  {
    limit: "startByMember",
    title: "Not tried again",
    back: (_, { params }: Route.ActionArgs) => redirect(batchPath(params.batchId), 303),
  },
  async ({ params, context }: Route.ActionArgs, { member, form, back, leave, refuse }) => {
    const parts = { database: context.get(databaseContext), ...context.get(requestingContext) };
    const shown = form.getAll("failed").map(String);
    const answer = await retryBatch(parts, member.id, { batchId: params.batchId, shown });
    if (answer.ok) return back;
    switch (answer.problem) {
      case "not-found":
        throw new Response("Not found", { status: 404 });
      case "insufficient-gems":
        leave({ kind: "error", title: "Insufficient gems", text: gemsToTryAgain });
        return redirect(buyGemsFor(batchPath(params.batchId)), 303);
      case "limited":
        return refuse(refusalText(answer.refusal, "every photo is saved"));
      case "not-entitled":
        return refuse(batchNeedsPackage);
      case "photo-missing":
      case "failed-changed":
        return refuse(failedChanged);
    }
  },
);

export async function clientAction(args: Route.ClientActionArgs) {
  const connectionError = "Please check your connection and try again: nothing is charged twice.";
  const answer = await onlineAction<typeof action>(args, connectionError);
  if (answer && "data" in answer) showToast({ kind: "error", title: "The connection was lost", text: connectionError });
  return answer;
}

export default function BatchRoute({ loaderData }: Route.ComponentProps) {
  return <BatchPage batch={loaderData} />;
}
