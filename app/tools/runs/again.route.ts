import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { stepUrl } from "../wizard/steps.ts";
import { offeredTool } from "../wizard/tool-requests.server.ts";
import { type Database, databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/again.route";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import { startDraft } from "../drafts/draft.server.ts";
import { answersOf } from "../history-name.ts";
import type { Tool } from "../tool.ts";

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

export async function repeatRun(
  database: Database,
  memberId: string,
  tool: Tool,
  transformationId: string,
): Promise<{ draftId: string; hasPhoto: boolean } | null> {
  const earlier = await readTransformation(database, memberId, transformationId);
  if (earlier?.tool !== tool.id) return null;
  const photoId = earlier.originalPhotoId;
  const draftId = await startDraft(database, memberId, tool, { photoId, answers: answersOf(earlier.recipe) });
  return { draftId, hasPhoto: photoId !== null };
}
