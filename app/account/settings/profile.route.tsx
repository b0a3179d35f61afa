import { type ClientActionFunctionArgs, redirect } from "react-router";
import { parseForm, refused } from "../forms/form-responses.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { profileSchema } from "../forms/form-schemas.server.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { readProfile, saveDisplayName } from "./save-profile.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../identity.ts";
import type { Route } from "./+types/profile.route";

export async function action({ request, context }: Route.ActionArgs) {
  const { submission, rejection } = await parseForm(request, profileSchema);
  if (rejection) return rejection;
  const database = context.get(databaseContext);
  const saved = await saveDisplayName(database, context.get(memberContext), submission.value.displayName);
  if (!saved.ok)
    return refused(submission, { ok: false, problem: "refused", message: "This account no longer exists." });
  context.get(flashContext).leave({
    kind: "success",
    title: "Profile updated",
    text: "Your profile information has been updated successfully.",
  });
  return redirect("/settings", 303);
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ context }: Route.LoaderArgs) {
  return readProfile(context.get(databaseContext), context.get(memberContext));
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function SaveProfile({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame tab="profile">
      <ProfileTab {...loaderData} profileAnswer={actionData} />
    </SettingsFrame>
  );
}
