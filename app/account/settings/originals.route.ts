import { type ClientActionFunctionArgs, data, redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { saveOriginalsSetting } from "../../photos/retention/originals-setting.server.ts";
import { originalDays } from "../../photos/retention/limits.ts";
import { memberContext, servicesContext } from "../../services.ts";
import type { Route } from "./+types/originals.route";

export async function action({ request, context }: Route.ActionArgs) {
  const { database, rateLimiter } = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const choice = (await readSmallForm(request)).get("keep");
  const back = redirect("/settings", 303);
  const wait = await rateLimiter.take({ changeByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Not saved", text: waitMessage(wait) });
    return back;
  }
  if (choice !== "yes" && choice !== "no") {
    leave({ kind: "error", title: "Not saved", text: "Please choose whether your originals are kept." });
    return back;
  }
  if (!(await saveOriginalsSetting(database, memberId, choice === "yes"))) throw data(null, { status: 404 });
  const text =
    choice === "yes"
      ? "From now on your originals stay until you delete them."
      : `We delete each original ${originalDays} days after you last used it, and those you have now in ${originalDays} days at the earliest.`;
  leave({ kind: "success", title: "Saved", text });
  return back;
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export function loader() {
  throw redirect("/settings#originals");
}
