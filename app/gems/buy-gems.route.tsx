import { data, Link, useFetcher, useRouteLoaderData } from "react-router";
import { BackLink, PageTitle } from "../ui/page-head.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { Icon } from "../ui/icon.tsx";
import { countriesContext, currencyIn } from "./currency/currency.ts";
import { chosenCurrency, rememberCurrency } from "./currency/currency-cookie.server.ts";
import { nextOf } from "../server/http/next-path.ts";
import { Amount, CurrencyToggle, PackageCards } from "./package-cards.tsx";
import { PaymentFaq } from "./payment-faq.tsx";
import { clientAddressContext, siteContext } from "../server/http/site.ts";
import type { Route } from "./+types/buy-gems.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const chosen = searchParams.get("currency");
  const { appUrl } = context.get(siteContext);
  const countries = context.get(countriesContext);
  const currency =
    (await chosenCurrency(request, chosen)) ?? currencyIn(await countries.countryOf(context.get(clientAddressContext)));
  return data(
    { currency, next: nextOf(searchParams.get("next")) },
    { headers: await rememberCurrency(chosen, appUrl.startsWith("https:")) },
  );
}

/** Package buttons post; without scripts, "Set currency" sends the same form as a GET. */
export default function BuyGems({ loaderData: { currency, next } }: Route.ComponentProps) {
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const memory = useFetcher();
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>Buy Gems</PageTitle>
      <form className="grid grid-cols-1 gap-6" method="post" action="/buy-coins/pay">
        {next ? <input type="hidden" name="next" value={next} /> : null}
        <div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <BackLink to="/dashboard">Back to dashboard</BackLink>
            {next ? (
              <Link className="inline-flex min-h-tap min-w-tap items-center font-medium" to={next}>
                Back to your photo
              </Link>
            ) : null}
          </div>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1>Buy Gems</h1>
            <div className="flex flex-wrap items-center gap-3">
              <CurrencyToggle
                chosen={currency}
                onChoose={(choice) => void memory.submit({ currency: choice }, { method: "get", action: "/buy-coins" })}
              />
              <button type="submit" className="btn-sm btn-secondary js:hidden" formMethod="get" formAction="/buy-coins">
                Set currency
              </button>
            </div>
          </div>
        </div>
        <div
          className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg px-4 py-3 forced-colors:[border:1px_solid_ButtonBorder] ${gems < 1 ? "bg-warn-soft" : "bg-gem-soft"}`}
        >
          <p className="flex min-h-tap items-center gap-2">
            <Icon name="gem" className="size-7" />
            <span>
              Current balance
              <br />
              <strong className="text-xl leading-[1.2] font-bold tracking-[-0.02em] tabular-nums">
                {gems} {gems === 1 ? "gem" : "gems"}
              </strong>
            </span>
          </p>
          <p className="text-ink-2">
            <span className="tabular-nums">{gems}</span> {gems === 1 ? "transformation" : "transformations"} remaining
          </p>
        </div>
        <p className="hidden text-sm text-ink-2 usd:[display:revert]">Payment will be processed in Naira</p>
        <PackageCards
          heading="h2"
          action={({ id, gems: bought, price }, buttonClass) => (
            <button type="submit" className={buttonClass} name="package" value={id}>
              <span>
                Pay <Amount naira={price} />
                <span className="sr-only"> for {bought} gems</span>
              </span>
            </button>
          )}
        />
      </form>
      <PaymentFaq />
    </main>
  );
}
