import { type ClientActionFunctionArgs, redirect } from "react-router";
import { parseForm, refused, rejected } from "../forms/form-responses.server.ts";
import { limited } from "../member-action.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { mailOwner, mailParts } from "../mails/account-mails.ts";
import { passwordSchema } from "../forms/form-schemas.server.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { readProfile } from "./save-profile.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { identitySessionContext, memberContext } from "../identity.ts";
import type { Route } from "./+types/password.route";

export async function action({ request, context }: Route.ActionArgs) {
  const { submission, rejection } = await parseForm(request, passwordSchema);
  if (rejection) return rejection;
  const member = context.get(memberContext);
  const tooMany = await limited(context, { passwordByMember: member.id });
  if (tooMany) return refused(submission, tooMany);
  const { currentPassword: current, password } = submission.value;
  const answer = await context.get(identitySessionContext).changePassword({ current, password });
  if (!answer.ok) {
    return answer.problem === "invalid-credentials"
      ? rejected(submission, { currentPassword: ["This is not your current password."] })
      : refused(submission, answer);
  }
  mailOwner(mailParts(context), { kind: "password-changed", to: member.email });
  context.get(flashContext).leave({
    kind: "success",
    title: "Password updated",
    text: "Your password has been updated successfully.",
  });
  return redirect("/settings", 303);
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ context }: Route.LoaderArgs) {
  return readProfile(context.get(databaseContext), context.get(memberContext));
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsFrame tab="profile">
      <ProfileTab {...loaderData} passwordAnswer={actionData} />
    </SettingsFrame>
  );
}
