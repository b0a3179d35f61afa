import { Form, Link, redirect, useNavigation, useRouteLoaderData } from "react-router";
import { MessagePage } from "../account/frame/message-page.tsx";
import { flashContext } from "../server/http/flash.server.ts";
import type { loader as rootLoader } from "../root.tsx";
import { nextOf, withNext } from "../server/http/next-path.ts";
import { settlePurchase } from "./settle-purchase.server.ts";
import { memberContext } from "../account/identity.ts";
import { databaseContext } from "../server/database/database.ts";
import { logContext, observationContext } from "../server/observability/observation.ts";
import { paymentsContext } from "./payment-provider.ts";
import { timeZoneFromCookie } from "../ui/dates.ts";
import type { Route } from "./+types/purchase-return.route";

/** The provider's answer decides, and only the member's own purchase counts. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const parts = {
    database: context.get(databaseContext),
    payments: context.get(paymentsContext),
    observation: context.get(observationContext),
    log: context.get(logContext),
  };
  const { leave } = context.get(flashContext);
  const { searchParams } = new URL(request.url);
  const next = nextOf(searchParams.get("next"));
  if (searchParams.get("cancelled") === "1") {
    leave({ kind: "error", title: "Payment cancelled", text: "You cancelled the payment." });
    return redirect(withNext("/buy-coins", next));
  }
  const reference = searchParams.get("reference") ?? "";
  const settlement = await settlePurchase(parts, reference, { memberId: context.get(memberContext).id });
  if (settlement.ok) {
    leave({
      kind: "success",
      title: "Purchase successful!",
      text: `${settlement.gems} gems have been added to your account.`,
      gems: settlement.gems,
    });
    return redirect(next ?? "/dashboard");
  }
  switch (settlement.problem) {
    case "not-found":
      throw new Response("Not found", { status: 404 });
    case "failed":
      leave({
        kind: "error",
        title: "Payment failed",
        text: "The payment did not go through, so no gems were added. You can try again.",
      });
      return redirect(withNext("/buy-coins", next));
    case "returned":
      leave({
        kind: "error",
        title: "Payment refunded",
        text: "This payment was refunded, so its gems are not in your account.",
      });
      return redirect("/buy-coins");
    case "refused":
    case "uncredited":
      return { screen: "uncredited" as const, reference };
    case "pending":
    case "unavailable":
      return {
        screen: "pending" as const,
        reference,
        next,
        answered: settlement.problem === "pending",
        checkedAt: clockTime(new Date(), timeZoneFromCookie(request.headers.get("Cookie"))),
      };
  }
}

export default function PurchaseReturn({ loaderData }: Route.ComponentProps) {
  return loaderData.screen === "pending" ? <Pending {...loaderData} /> : <Uncredited {...loaderData} />;
}

interface PendingProps {
  reference: string;
  next: string | null;
  answered: boolean;
  checkedAt: string;
}

function Pending({ reference, next, answered, checkedAt }: PendingProps) {
  const busy = useNavigation().state !== "idle";
  const found = answered ? "We're waiting for Paystack to confirm." : "We couldn't reach Paystack just now.";
  return (
    <MessagePage title="Waiting for your payment" lede={<output>{`${found} Checked at ${checkedAt}.`}</output>}>
      <p className="text-ink-2">
        A bank transfer can take a few minutes. Your gems arrive automatically once the payment is confirmed, even if
        you close this page.
      </p>
      <Form className="flex flex-wrap items-center gap-3" action="/buy-coins/return" replace>
        <input type="hidden" name="reference" value={reference} />
        {next ? <input type="hidden" name="next" value={next} /> : null}
        <button type="submit" className="btn-lg btn-primary" aria-busy={busy}>
          {busy ? <span className="spin" aria-hidden="true" /> : null}
          {busy ? "Checking…" : "Check again"}
        </button>
        <Link className="btn-lg btn-secondary" to={withNext("/buy-coins", next)}>
          Back to Buy Gems
        </Link>
      </Form>
      <Reference reference={reference} />
    </MessagePage>
  );
}

function Uncredited({ reference }: { reference: string }) {
  const supportEmail = useRouteLoaderData<typeof rootLoader>("root")?.supportEmail ?? "";
  const subject = encodeURIComponent(`Gems not credited: ${reference}`);
  return (
    <MessagePage
      title="Coin credit failed"
      lede={<span role="alert">Payment succeeded but we couldn't credit your gems. Please contact support.</span>}
      failed
    >
      <div className="flex flex-wrap items-center gap-3">
        <a className="btn-lg btn-primary" href={`mailto:${supportEmail}?subject=${subject}`}>
          Contact support
        </a>{" "}
        <Link className="btn-lg btn-secondary" to="/dashboard">
          Dashboard
        </Link>
      </div>
      <p className="text-sm text-ink-2">
        Write to <a href={`mailto:${supportEmail}?subject=${subject}`}>{supportEmail}</a> and include the payment
        reference.
      </p>
      <Reference reference={reference} />
    </MessagePage>
  );
}

function Reference({ reference }: { reference: string }) {
  return (
    <p className="text-sm text-ink-2">
      Payment reference: <span className="tabular-nums">{reference}</span>
    </p>
  );
}

const clockTime = (time: Date, timeZone: string) => time.toLocaleTimeString("en-GB", { timeZone });
