import { redirect } from "react-router";
import { isRowId } from "../../photos/own-photo.server.ts";
import { cancelWaiting } from "../../transformations/ending/end-transformation.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/cancel.route";

/** `POST <tool>/cancel` with `job`: cancels a queued transformation and returns its gem. */
export const action = memberAction(
  {
    title: "Too late to cancel",
    // The tool's page redirects a cancelled job.
    back: (form, { request }: Route.ActionArgs) =>
      redirect(isRowId(jobOf(form)) ? `${toolPath(request)}?job=${jobOf(form)}` : toolPath(request)),
  },
  async ({ context }: Route.ActionArgs, { member, form, back, refuse }) => {
    const job = jobOf(form);
    const cancelled = isRowId(job) && (await cancelWaiting(context.get(databaseContext), member.id, job));
    return cancelled ? back : refuse("The work has begun already, and is finished in a moment.");
  },
);

const jobOf = (form: FormData) => String(form.get("job"));

export const loader = ({ request }: Route.LoaderArgs) => redirect(toolPath(request));

const toolPath = (request: Request) => new URL(request.url).pathname.replace(/\/cancel(\.data)?$/, "");
