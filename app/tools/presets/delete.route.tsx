import { type ClientActionFunctionArgs, data, redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { DeletePresetPage } from "./delete-preset-page.tsx";
import { deletePreset, readPresetName } from "./own-presets.server.ts";
import type { Route } from "./+types/delete.route";

export async function action({ params, context }: Route.ActionArgs) {
  const { database, rateLimiter } = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const wait = await rateLimiter.take({ changeByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Delete failed", text: waitMessage(wait) });
    return redirect("/presets", 303);
  }
  if (!(await deletePreset(database, memberId, params.presetId))) throw data(null, { status: 404 });
  leave({ kind: "success", title: "Deleted", text: "The preset is gone. Your results are as they were." });
  return redirect("/presets", 303);
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { database } = context.get(servicesContext);
  const name = await readPresetName(database, context.get(memberContext).id, params.presetId);
  if (name === null) throw data(null, { status: 404 });
  return { name };
}

export default function DeletePreset({ loaderData, actionData }: Route.ComponentProps) {
  return <DeletePresetPage {...loaderData} connectionError={actionData?.lost} />;
}
