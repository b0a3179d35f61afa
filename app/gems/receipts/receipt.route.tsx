import { useRouteLoaderData } from "react-router";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { brand } from "../../brand.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { dateFormatter, timeZoneFromCookie } from "../../ui/dates.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { moneyBackText, receiptOf, supportLink } from "./receipt.ts";
import { readPaidPurchase } from "./receipt.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/receipt.route";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const member = context.get(memberContext);
  const purchase = await readPaidPurchase(context.get(databaseContext), member.id, params.reference);
  if (!purchase) throw new Response("Not found", { status: 404 });
  const formatDate = dateFormatter(timeZoneFromCookie(request.headers.get("Cookie")));
  return receiptOf(purchase, { email: member.email, formatDate, now: new Date() });
}

export default function ReceiptPage({ loaderData: receipt }: Route.ComponentProps) {
  const supportEmail = useRouteLoaderData<typeof rootLoader>("root")?.supportEmail ?? "";
  const { title, text, linkLabel } = moneyBackText(receipt);
  const mail = supportLink(receipt, supportEmail);
  return (
    <main id="main" className="mx-auto grid w-full max-w-narrow grid-cols-1 content-start gap-6 px-gutter pt-6 pb-16">
      <PageTitle>{`Receipt ${receipt.reference}`}</PageTitle>
      <p className="print:hidden">
        <BackLink to="/settings?tab=history">Transaction History</BackLink>
      </p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4">
        <BrandMark className="row-span-2 w-[3.25rem]" />
        <h1>Receipt</h1>
        <p className="text-ink-2">{brand.name}</p>
      </div>
      <dl className="border-t">
        {receipt.facts.map(({ label, value }) => (
          <div
            key={label}
            className="grid gap-x-6 border-b py-3 min-[36rem]:grid-cols-[11rem_minmax(0,1fr)] min-[36rem]:items-baseline print:break-inside-avoid print:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="min-w-0 font-strong wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <section className="grid grid-cols-1 gap-2">
        <h2 className="text-lg leading-[1.3] tracking-[-0.012em]">{title}</h2>
        <p className="text-ink-2">
          {text} {supportEmail}
        </p>
        <p className="text-sm print:hidden">
          <a className="inline-flex min-h-tap min-w-tap items-center" href={mail}>
            {linkLabel}
          </a>
        </p>
      </section>
      <p className="print:hidden">
        <button type="button" className="btn-secondary no-js:hidden" onClick={() => window.print()}>
          Print
        </button>
      </p>
    </main>
  );
}
