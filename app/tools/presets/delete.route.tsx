import { type ClientActionFunctionArgs, data, redirect } from "react-router";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { DeletePresetPage } from "./delete-preset-page.tsx";
import { deletePreset, readPresetName } from "./own-presets.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/delete.route";

export const action = memberAction(
  { limit: "changeByMember", title: "Delete failed", back: () => redirect("/presets", 303) },
  async ({ params, context }: Route.ActionArgs, { member, succeed }) => {
    const deleted = await deletePreset(context.get(databaseContext), member.id, params.presetId);
    if (!deleted) throw data(null, { status: 404 });
    return succeed("Deleted", "The preset is gone. Your results are as they were.");
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ params, context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const name = await readPresetName(database, context.get(memberContext).id, params.presetId);
  if (name === null) throw data(null, { status: 404 });
  return { name };
}

export default function DeletePreset({ loaderData, actionData }: Route.ComponentProps) {
  return <DeletePresetPage {...loaderData} connectionError={actionData?.lost} />;
}
