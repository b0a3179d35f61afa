import { brand } from "../../brand.ts";
import type { PageHandle } from "../../document.ts";
import { type Database, databaseContext } from "../../server/database/database.ts";
import { siteContext } from "../../server/http/site.ts";
import { identitySessionContext } from "../../account/identity.ts";
import { dateFormatter, timeZoneFromCookie } from "../../ui/dates.ts";
import { PageDescription } from "../../ui/page-head.tsx";
import type { Route } from "./+types/support.route";
import { mailLink, type SupportLevel, supportLevels, type SupportTopic, supportTopics } from "./support-topics.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";

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

interface SupportPageProps {
  supportEmail: string;
  general: string;
  level: SupportLevel | null;
  topics: { payments: SupportTopic[]; transformations: SupportTopic[] } | null;
}

function SupportPage({ supportEmail, general, level, topics }: SupportPageProps) {
  return (
    <div className="prose">
      <h1>Support</h1>
      <p className="max-w-measure text-lg text-ink-2">
        A person reads every email. Write to <a href={general}>{supportEmail}</a>
        {level ? `: you get an answer within ${supportLevels[level].answerHours} hours.` : "."}
      </p>

      <h2>When you get an answer</h2>
      <ul>
        {Object.entries(supportLevels).map(([id, { name, answerHours, who }]) => (
          <li key={id}>
            <b>
              {name}, within {answerHours} hours
            </b>
            : {who}
            {id === level ? ". This is your plan." : "."}
          </li>
        ))}
      </ul>

      {topics ? <Topics {...topics} /> : <SignInHint />}

      <h2>Common questions</h2>
      <p>
        You get your gem back automatically when a transformation fails, is blocked or is cancelled; the history in your
        settings says why. A payment that succeeded is credited even if you closed the page: choose “Check again” on its
        page, or wait a few minutes. To get your money back, open the receipt and choose “Ask for my money back”.
      </p>
    </div>
  );
}

function Topics({ payments, transformations }: { payments: SupportTopic[]; transformations: SupportTopic[] }) {
  return (
    <>
      <h2>What is it about?</h2>
      <p>Tap one to start an email with the reference filled in.</p>
      <TopicList title="A payment" topics={payments} none="You have not bought gems yet." />
      <TopicList title="A transformation" topics={transformations} none="You have no transformations yet." />
    </>
  );
}

function TopicList({ title, topics, none }: { title: string; topics: SupportTopic[]; none: string }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3>{title}</h3>
      {topics.length === 0 ? (
        <p className="text-ink-2">{none}</p>
      ) : (
        <ul className="block max-w-full min-w-0 wrap-anywhere">
          {topics.map(({ title: name, detail, reference, href }) => (
            <li key={reference}>
              <a href={href}>{name}</a> <span className="text-sm text-ink-2">{detail}</span>
              <br />
              <span className="text-sm wrap-anywhere text-ink-2">{reference}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SignInHint() {
  return (
    <p>
      <a href="/login?next=/support">Sign in</a> and this page fills in the reference of the payment or the
      transformation you write about. Without an account, describe what happened and when.
    </p>
  );
}

const limit = 5;

function readRecentMatters(database: Database, memberId: string) {
  return database.asMember(memberId, async (sql) => {
    const payments = await sql
      .selectFrom("purchases")
      .select(["reference", "package_name", "status", "refunded_at", "created_at"])
      .where("user_id", "=", memberId)
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute();
    const transformations = await sql
      .selectFrom("transformations")
      .select(["id", "original_name", "status", "created_at"])
      .where("user_id", "=", memberId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .execute();
    return { payments, transformations, entitlements: await readEntitlements(sql, memberId) };
  });
}
