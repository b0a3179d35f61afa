import { brand } from "../../brand.ts";
import type { PageHandle } from "../../document.ts";
import { dateFormatter } from "../../ui/dates/date.ts";
import { timeZoneFromCookie } from "../../ui/dates/date-zone.ts";
import { PageDescription } from "../../ui/page-description.tsx";
import { databaseContext } from "../../server/database/database.ts";
import { siteContext } from "../../server/http/site.ts";
import { identitySessionContext } from "../../account/identity.ts";
import type { Route } from "./+types/support.route";
import { mailLink } from "./mail-link.ts";
import { readRecentMatters } from "./read-recent-matters.server.ts";
import type { SupportLevel } from "./support-levels.ts";
import { SupportPage } from "./support-page.tsx";
import { supportTopics } from "./support-topics.ts";

export const handle: PageHandle = { sameForVisitors: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { appUrl, supportEmail } = context.get(siteContext);
  const database = context.get(databaseContext);
  const member = await context.get(identitySessionContext).member();
  const general = mailLink(supportEmail, "Question", member ? [`My account: ${member.email}`, "", ""] : []);
  if (!member) return { appUrl, supportEmail, general, level: null, topics: null };
  const { payments, transformations, entitlements } = await readRecentMatters(database, member.id);
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  const topics = supportTopics(supportEmail, {
    email: member.email,
    payments: payments.map((payment) => ({
      reference: payment.reference,
      packageName: payment.package_name,
      date: formatDate(payment.created_at),
      status: payment.refunded_at ? "refunded" : payment.status,
    })),
    transformations: transformations.map(({ id, original_name, status, created_at }) => ({
      id,
      name: original_name,
      date: formatDate(created_at),
      status,
    })),
  });
  const level: SupportLevel = entitlements.prioritySupport ? "priority" : "email";
  return { appUrl, supportEmail, general, level, topics };
}

const title = `Support · ${brand.name}`;
const description = `How to reach ${brand.name}, and when you get an answer.`;

export default function Support({ loaderData: { appUrl, ...shown } }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <title>{title}</title>
      <PageDescription appUrl={appUrl} path="/support" title={title} description={description} />
      <SupportPage {...shown} />
    </main>
  );
}
