import { type ClientActionFunctionArgs, data, redirect } from "react-router";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { saveOriginalsSetting } from "./save-profile.server.ts";
import { originalDays } from "../../photos/retention/limits.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberAction } from "../member-action.server.ts";
import type { Route } from "./+types/originals.route";

export const action = memberAction(
  { limit: "changeByMember", title: "Not saved", back: () => redirect("/settings", 303) },
  async ({ context }: Route.ActionArgs, { member, form, refuse, succeed }) => {
    const choice = form.get("keep");
    if (choice !== "yes" && choice !== "no") return refuse("Please choose whether we keep your originals.");
    const saved = await saveOriginalsSetting(context.get(databaseContext), member.id, choice === "yes");
    if (!saved) throw data(null, { status: 404 });
    return succeed(
      "Saved",
      choice === "yes"
        ? "From now on your originals stay until you delete them."
        : `We delete each original ${originalDays} days after you last used it, and those you have now in ${originalDays} days at the earliest.`,
    );
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export function loader() {
  throw redirect("/settings#originals");
}
