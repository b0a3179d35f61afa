import { redirect, redirectDocument } from "react-router";
import { readSmallForm } from "../server/http/bodies/read-form.server.ts";
import { flashContext } from "../server/http/flash.server.ts";
import { waitMessage } from "../server/http/limits/limits.ts";
import { memberContext, servicesContext } from "../services.ts";
import { chosenCurrency, rememberCurrency } from "./currency/currency-cookie.server.ts";
import { nextOf, withNext } from "../server/http/next-path.ts";
import { startPurchase } from "./start-purchase.server.ts";
import type { Route } from "./+types/pay.route";

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { appUrl } = services;
  const form = await readSmallForm(request);
  const next = nextOf(form.get("next"));
  const wait = await services.rateLimiter.take({ payByMember: context.get(memberContext).id });
  if (wait) {
    context.get(flashContext).leave({ kind: "error", title: "Payment not started", text: waitMessage(wait) });
    return redirectDocument(withNext("/buy-coins", next), 303);
  }
  const started = await startPurchase(services, {
    member: context.get(memberContext),
    packageId: String(form.get("package")),
    currency: (await chosenCurrency(request, form.get("currency"))) ?? "NGN",
    callbackUrl: `${appUrl}/buy-coins/return`,
    cancelUrl: `${appUrl}${withNext("/buy-coins/return?cancelled=1", next)}`,
  });
  const headers = await rememberCurrency(form.get("currency"), appUrl.startsWith("https:"));
  if (started.ok) return redirectDocument(started.authorizationUrl, { status: 303, headers });
  if (started.problem === "no-such-package") return new Response("There is no such package.", { status: 400 });
  context.get(flashContext).leave({
    kind: "error",
    title: "Payment not started",
    text: "The payment page could not be reached. Nothing was charged. Please try again.",
  });
  return redirectDocument(withNext("/buy-coins", next), { status: 303, headers });
}

export function loader() {
  return redirect("/buy-coins");
}
