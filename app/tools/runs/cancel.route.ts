import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { cancelWaiting } from "../../transformations/ending/end-transformation.server.ts";
import type { Route } from "./+types/cancel.route";

/** `POST <tool>/cancel` with `job`: cancels a queued transformation and returns its gem. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readSmallForm(request);
  const job = String(form.get("job"));
  const { database } = context.get(servicesContext);
  const cancelled = isRowId(job) && (await cancelWaiting(database, context.get(memberContext).id, job));
  if (!cancelled) {
    const text = "The work has begun already, and is finished in a moment.";
    context.get(flashContext).leave({ kind: "error", title: "Too late to cancel", text });
  }
  // The tool's page redirects a cancelled job.
  return redirect(isRowId(job) ? `${toolPath(request)}?job=${job}` : toolPath(request));
}

export const loader = ({ request }: Route.LoaderArgs) => redirect(toolPath(request));

const toolPath = (request: Request) => new URL(request.url).pathname.replace(/\/cancel(\.data)?$/, "");
