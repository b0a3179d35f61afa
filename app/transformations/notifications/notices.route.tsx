import { type ClientActionFunctionArgs, Form, redirect, useNavigation } from "react-router";
import { changeLostMessage, onlineAction } from "../../pwa/offline-forms/online-action.ts";
import { databaseContext } from "../../server/database/database.ts";
import { mailerContext } from "../../server/mail/mailer.ts";
import { memberContext } from "../../account/identity.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/notices.route";
import { readNoticesSetting, saveNoticesSetting } from "./done-notices.server.ts";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";

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

interface NoticesPageProps {
  enabled: boolean;
  sendsMail: boolean;
  connectionError: string | undefined;
}

function NoticesPage({ enabled, sendsMail, connectionError }: NoticesPageProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>Notices</PageTitle>
      <BackLink to="/settings">Settings</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Notices</h1>
        <p className="max-w-measure text-lg text-ink-2">
          If a photo takes over a minute and you leave, we email you when it's ready, or when it failed and your gem is
          back. A batch sends one email.
        </p>
      </div>
      {sendsMail ? null : <p className="mb-6 panel">We cannot send email at the moment.</p>}
      <Form className="grid grid-cols-1 gap-6" method="post">
        <label className="check-row">
          <input type="checkbox" name="mail" defaultChecked={enabled} />
          Email me when it's ready
        </label>
        {connectionError && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {connectionError}
          </p>
        ) : null}
        <div>
          <button type="submit" className="btn-primary" aria-busy={busy || undefined}>
            Save
          </button>
        </div>
      </Form>
    </main>
  );
}
