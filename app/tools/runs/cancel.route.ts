import { redirect, replace } from "react-router";
import { isRowId } from "../../photos/own-photo.server.ts";
import { cancelTransformation } from "../../transformations/ending/end-transformation.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/cancel.route";

/** `POST <tool>/cancel` with `job`: cancels a transformation and returns its gem; a second request changes nothing. */
export const action = memberAction(
  {
    title: "Too late to cancel",
    // The tool's page redirects a cancelled job.
    back: (form, { request }: Route.ActionArgs) =>
      replace(isRowId(jobOf(form)) ? `${toolPath(request)}?job=${jobOf(form)}` : toolPath(request), 303),
  },
  async ({ context }: Route.ActionArgs, { member, form, back, refuse }) => {
    const job = jobOf(form);
    const cancelled = isRowId(job) && (await cancelTransformation(context.get(databaseContext), member.id, job));
    return cancelled ? back : refuse("It finished before you cancelled.");
  },
);

const jobOf = (form: FormData) => String(form.get("job"));

export const loader = ({ request }: Route.LoaderArgs) => redirect(toolPath(request));

const toolPath = (request: Request) => new URL(request.url).pathname.replace(/\/cancel(\.data)?$/, "");
