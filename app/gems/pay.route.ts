import { redirect, redirectDocument } from "react-router";
import { chosenCurrency, rememberCurrency } from "./currency/currency-cookie.server.ts";
import { nextOf, withNext } from "../server/http/next-path.ts";
import { startPurchase } from "./start-purchase.server.ts";
import { databaseContext } from "../server/database/database.ts";
import { logContext } from "../server/observability/observation.ts";
import { paymentsContext } from "./payment-provider.ts";
import { siteContext } from "../server/http/site.ts";
import { memberAction } from "../account/member-action.server.ts";
import type { Route } from "./+types/pay.route";

export const action = memberAction(
  {
    limit: "payByMember",
    title: "Payment not started",
    back: (form) => redirectDocument(withNext("/buy-coins", nextOf(form.get("next"))), 303),
  },
  async ({ request, context }: Route.ActionArgs, { member, form, back, refuse }) => {
    const { appUrl } = context.get(siteContext);
    const next = nextOf(form.get("next"));
    const parts = {
      database: context.get(databaseContext),
      payments: context.get(paymentsContext),
      log: context.get(logContext),
    };
    const started = await startPurchase(parts, {
      member,
      packageId: String(form.get("package")),
      currency: (await chosenCurrency(request, form.get("currency"))) ?? "NGN",
      callbackUrl: `${appUrl}${withNext("/buy-coins/return", next)}`,
      cancelUrl: `${appUrl}${withNext("/buy-coins/return?cancelled=1", next)}`,
    });
    const headers = await rememberCurrency(form.get("currency"), appUrl.startsWith("https:"));
    if (started.ok) return redirectDocument(started.authorizationUrl, { status: 303, headers });
    if (started.problem === "no-such-package") return new Response("This package does not exist.", { status: 400 });
    for (const [name, value] of new Headers(headers)) back.headers.append(name, value);
    return refuse("We couldn't reach the payment page. Nothing was charged. Please try again.");
  },
);

export function loader() {
  return redirect("/buy-coins");
}
