import { type ClientActionFunctionArgs, redirect } from "react-router";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { databaseContext } from "../../server/database/database.ts";
import { mailerContext } from "../../server/mail/mailer.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/notices.route";
import { NoticesPage } from "./notices-page.tsx";
import { readNoticesSetting, saveNoticesSetting } from "./notices-setting.server.ts";

const noticesPath = "/settings/notices";

export const action = memberAction(
  { limit: "changeByMember", title: "Not saved", back: () => redirect(noticesPath, 303) },
  async ({ context }: Route.ActionArgs, { member, form, succeed }) => {
    const enabled = form.has("mail");
    await saveNoticesSetting(context.get(databaseContext), member.id, enabled);
    return succeed(
      "Saved",
      enabled ? "We email you when a photo that took long is ready." : "No more emails when a photo is ready.",
    );
  },
);

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ context }: Route.LoaderArgs) {
  const database = context.get(databaseContext);
  const mailer = context.get(mailerContext);
  return { enabled: await readNoticesSetting(database, context.get(memberContext).id), sendsMail: mailer !== null };
}

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  return <NoticesPage {...loaderData} connectionError={actionData?.lost} />;
}
