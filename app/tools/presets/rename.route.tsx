import { type ClientActionFunctionArgs, data, redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { NamePage, type RefusedName } from "./name-page.tsx";
import { readPresetName, renamePreset } from "./own-presets.server.ts";
import type { Route } from "./+types/rename.route";

export async function action({ request, params, context }: Route.ActionArgs) {
  const { database, rateLimiter } = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const submitted = (await readSmallForm(request)).get("name");
  const name = typeof submitted === "string" ? submitted : "";
  const wait = await rateLimiter.take({ changeByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Update failed", text: waitMessage(wait) });
    return redirect("/presets", 303);
  }
  const renamed = await renamePreset(database, memberId, params.presetId, name);
  if (renamed.ok) {
    leave({ kind: "success", title: "Updated", text: "Name updated successfully." });
    return redirect("/presets", 303);
  }
  if (renamed.problem === "missing") throw data(null, { status: 404 });
  return data({ name, problem: renamed.problem } satisfies RefusedName, { status: 422 });
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext);
  const name = await readPresetName(database, context.get(memberContext).id, params.presetId);
  if (name === null) throw data(null, { status: 404 });
  return { name };
}

export default function RenamePreset({ loaderData: { name }, actionData }: Route.ComponentProps) {
  const back = { to: "/presets", label: "Your presets" };
  return <NamePage title="Rename this preset" back={back} name={name} answer={actionData} />;
}
