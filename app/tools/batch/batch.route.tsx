import { redirect } from "react-router";
import { recordSeen } from "../../transformations/notifications/note-seen.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { refusalText } from "../../transformations/requesting/limits.ts";
import { dateFormatter, timeZoneFromCookie } from "../../ui/dates.ts";
import { showToast } from "../../ui/toasts/toast.tsx";
import { buyGemsFor } from "../wizard/gem-balance.tsx";
import type { Route } from "./+types/batch.route";
import { batchPath } from "./batch-paths.ts";
import { batchNeedsPackage, failedChanged, gemsToTryAgain } from "./batch-messages.ts";
import { BatchPage } from "./batch-page.tsx";
import { readBatch } from "./read-batch.server.ts";
import { retryBatch } from "./request-batch.server.ts";
import { shownBatch } from "./shown-batch.server.ts";

/** GET changes nothing. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext);
  const memberId = context.get(memberContext).id;
  const batch = await readBatch(database, memberId, params.batchId);
  if (!batch) throw new Response("Not found", { status: 404 });
  await recordSeen(database, memberId, batch.photos);
  return shownBatch(batch, dateFormatter(timeZoneFromCookie(request.headers.get("Cookie"))));
}

/** Retries the failures that the page listed (`failed`); repeatable. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const here = batchPath(params.batchId);
  const title = "Not tried again";
  const wait = await services.rateLimiter.take({ startByMember: memberId });
  if (wait) {
    leave({ kind: "error", title, text: waitMessage(wait) });
    return redirect(here, 303);
  }
  const listedFailures = (await readSmallForm(request)).getAll("failed").map(String);
  const answer = await retryBatch(services, memberId, { batchId: params.batchId, shown: listedFailures });
  if (answer.ok) return redirect(here, 303);
  switch (answer.problem) {
    case "not-found":
      throw new Response("Not found", { status: 404 });
    case "insufficient-gems":
      leave({ kind: "error", title: "Insufficient gems", text: gemsToTryAgain });
      return redirect(buyGemsFor(here), 303);
    case "limited":
      leave({ kind: "error", title, text: refusalText(answer.refusal, "every photo is kept") });
      return redirect(here, 303);
    case "not-entitled":
      leave({ kind: "error", title, text: batchNeedsPackage });
      return redirect(here, 303);
    case "photo-missing":
    case "failed-changed":
      leave({ kind: "error", title, text: failedChanged });
      return redirect(here, 303);
  }
}

export async function clientAction(args: Route.ClientActionArgs) {
  const connectionError = "Please check your connection and press again: nothing is charged twice.";
  const answer = await onlineAction<typeof action>(args, connectionError);
  if (answer && "data" in answer) showToast({ kind: "error", title: "The connection was lost", text: connectionError });
  return answer;
}

export default function BatchRoute({ loaderData }: Route.ComponentProps) {
  return <BatchPage batch={loaderData} />;
}
