import { redirect } from "react-router";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { saveDraft } from "../drafts/draft.server.ts";
import { flashRemovedChoices, requirePreset } from "./preset-choice.server.ts";
import { readDraft } from "../drafts/read-draft.server.ts";
import { stepUrl } from "../wizard/steps.ts";
import { offeredTool } from "../wizard/tool-requests.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/preset.route";

/** `POST <tool>/preset` with `preset` and `draft`: applies a preset to a draft, without scripts. Costs nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const path = toolPath(request);
  const tool = offeredTool(context, path);
  const form = await readSmallForm(request);
  const query = new URLSearchParams({ preset: String(form.get("preset")) });
  const database = context.get(databaseContext);
  const memberId = context.get(memberContext).id;
  const draft = await readDraft(database, memberId, tool, String(form.get("draft")));
  const preset = await requirePreset(context, tool, query, draft);
  if (!draft || !preset) return redirect(`${path}?${query}`);
  await saveDraft(database, memberId, tool, { draftId: draft.id, answers: preset.answers });
  flashRemovedChoices(context, preset);
  return redirect(stepUrl(tool, draft.id, preset.step));
}

export const loader = ({ request }: Route.LoaderArgs) => redirect(toolPath(request));

const toolPath = (request: Request) => new URL(request.url).pathname.replace(/\/preset(\.data)?$/, "");
