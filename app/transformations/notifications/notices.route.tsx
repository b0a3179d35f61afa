import { type ClientActionFunctionArgs, redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { memberContext, servicesContext } from "../../services.ts";
import type { Route } from "./+types/notices.route";
import { noticesPath } from "./notices-path.ts";
import { NoticesPage } from "./notices-page.tsx";
import { readNoticesSetting, saveNoticesSetting } from "./notices-setting.server.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const { database, rateLimiter } = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const enabled = (await readSmallForm(request)).has("mail");
  const wait = await rateLimiter.take({ changeByMember: memberId });
  if (wait) {
    leave({ kind: "error", title: "Not saved", text: waitMessage(wait) });
    return redirect(noticesPath, 303);
  }
  await saveNoticesSetting(database, memberId, enabled);
  const text = enabled ? "We mail you when something is done that took long." : "No more mails when something is done.";
  leave({ kind: "success", title: "Saved", text });
  return redirect(noticesPath, 303);
}

export const clientAction = (args: ClientActionFunctionArgs) => onlineAction<typeof action>(args, changeLostMessage);

export async function loader({ context }: Route.LoaderArgs) {
  const { database, mailer } = context.get(servicesContext);
  return { enabled: await readNoticesSetting(database, context.get(memberContext).id), sendsMail: mailer !== null };
}

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  return <NoticesPage {...loaderData} connectionError={actionData?.lost} />;
}
