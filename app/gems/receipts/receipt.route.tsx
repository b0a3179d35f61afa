import { Link, useRouteLoaderData } from "react-router";
import { brand } from "../../brand.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { memberContext, servicesContext } from "../../services.ts";
import { dateFormatter } from "../../ui/dates/date.ts";
import { timeZoneFromCookie } from "../../ui/dates/date-zone.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { moneyBackText, receiptOf, supportLink } from "./receipt.ts";
import { readPaidPurchase } from "./receipt.server.ts";
import type { Route } from "./+types/receipt.route";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const member = context.get(memberContext);
  const purchase = await readPaidPurchase(context.get(servicesContext).database, member.id, params.reference);
  if (!purchase) throw new Response("Not found", { status: 404 });
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  return receiptOf(purchase, { email: member.email, formatDate, now: new Date() });
}

export default function ReceiptPage({ loaderData: receipt }: Route.ComponentProps) {
  const supportEmail = useRouteLoaderData<typeof rootLoader>("root")?.supportEmail ?? "";
  const { title, text, linkLabel } = moneyBackText(receipt);
  const mail = supportLink(receipt, supportEmail);
  return (
    <main id="main" className="wrap wrap-s page stack stack-6 content-start">
      <PageTitle>{`Receipt ${receipt.reference}`}</PageTitle>
      <p className="unprinted">
        <Link className="link-back" to="/settings?tab=history">
          <Icon name="back" />
          Transaction History
        </Link>
      </p>
      <div className="receipt-head">
        <BrandMark className="receipt-mark" />
        <h1>Receipt</h1>
        <p className="muted">{brand.name}</p>
      </div>
      <dl className="receipt">
        {receipt.facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className="stack stack-2">
        <h2 className="h4">{title}</h2>
        <p className="muted">
          {text} <a href={mail}>{supportEmail}</a>
        </p>
      </section>
      <div className="row unprinted">
        <button type="button" className="btn btn-secondary script-only" onClick={() => window.print()}>
          Print
        </button>
        <a className="btn btn-secondary" href={mail}>
          {linkLabel}
        </a>
      </div>
    </main>
  );
}
