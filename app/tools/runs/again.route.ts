import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { repeatRun } from "./start-transformation.server.ts";
import { stepUrl } from "../wizard/steps.ts";
import { offeredTool } from "../wizard/tool-requests.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/again.route";

/** `POST <tool>/again` with `job`: a new draft with the same choices and photo; costs nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const path = toolPath(request);
  const tool = offeredTool(context, path);
  const form = await readSmallForm(request);
  const database = context.get(databaseContext);
  const run = await repeatRun(database, context.get(memberContext).id, tool, String(form.get("job")));
  if (!run) return redirect(path);
  if (run.hasPhoto) return redirect(stepUrl(tool, run.draftId, tool.steps[0]?.id));
  const text = "We no longer have the original. Your choices are saved.";
  context.get(flashContext).leave({ kind: "success", title: "Choose the photo again", text });
  return redirect(stepUrl(tool, run.draftId));
}

export const loader = ({ request }: Route.LoaderArgs) => redirect(toolPath(request));

const toolPath = (request: Request) => new URL(request.url).pathname.replace(/\/again(\.data)?$/, "");
