import { type ClientActionFunctionArgs, data, redirect } from "react-router";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { NamePage, type RefusedName } from "./name-page.tsx";
import { readPresetName, renamePreset } from "./own-presets.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/rename.route";

export const action = memberAction(
  { limit: "changeByMember", title: "Update failed", back: () => redirect("/presets", 303) },
  async ({ params, context }: Route.ActionArgs, { member, form, succeed }) => {
    const submitted = form.get("name");
    const name = typeof submitted === "string" ? submitted : "";
    const renamed = await renamePreset(context.get(databaseContext), member.id, params.presetId, name);
    if (renamed.ok) return succeed("Updated", "Name updated successfully.");
    if (renamed.problem === "missing") throw data(null, { status: 404 });
    return data({ name, problem: renamed.problem } satisfies RefusedName, { status: 422 });
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const name = await readPresetName(database, context.get(memberContext).id, params.presetId);
  if (name === null) throw data(null, { status: 404 });
  return { name };
}

export default function RenamePreset({ loaderData: { name }, actionData }: Route.ComponentProps) {
  const back = { to: "/presets", label: "Your presets" };
  return <NamePage title="Rename this preset" back={back} name={name} answer={actionData} />;
}
