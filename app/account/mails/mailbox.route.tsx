import { mailboxContext } from "../../server/mail/mailer.ts";
import { siteContext } from "../../server/http/site.ts";
import { refuseProxied } from "../../server/http/refused-requests.server.ts";
import { dateFormatter, timeZoneFromCookie } from "../../ui/dates.ts";
import { PageTitle } from "../../ui/page-head.tsx";
import { CapturedMailCard } from "./captured-mail.tsx";
import type { Route } from "./+types/mailbox.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const mailbox = context.get(mailboxContext);
  const { allowsEmbedded } = context.get(siteContext);
  if (!mailbox) throw new Response(null, { status: 404, statusText: "Not Found" });
  refuseProxied(request, allowsEmbedded);
  const format = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  const mails = await mailbox.list();
  // Returns text only, because a mail's HTML would run on this origin.
  return {
    mails: mails.map(({ id, to, subject, text, sentAt }) => ({
      id,
      to,
      subject,
      text,
      sentAt,
      sentAtShown: format(new Date(sentAt)),
    })),
  };
}

export default function MailboxPage({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-narrow px-gutter pt-6 pb-16">
      <PageTitle>Mailbox</PageTitle>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Mailbox</h1>
        <p className="max-w-measure text-lg text-ink-2">
          This machine does not deliver email. Every email that Photogem would send appears here instead, newest first,
          for anyone who can open this page.
        </p>
      </div>
      {mails.length ? (
        <ol className="grid grid-cols-1 gap-4">
          {mails.map((mail) => (
            <CapturedMailCard key={mail.id} mail={mail} />
          ))}
        </ol>
      ) : (
        <div className="grid min-w-0 grid-cols-1 gap-2 rounded-xl border bg-surface p-5">
          <h2 className="text-lg leading-[1.3] tracking-[-0.012em]">No emails yet</h2>
          <p>
            Emails will appear here. <a href="/register">Create an account</a> to get the first.
          </p>
        </div>
      )}
    </main>
  );
}
