import { data, Link, useFetcher, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";
import { clientAddressContext, servicesContext } from "../services.ts";
import { Icon } from "../ui/icon.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { currencyIn } from "./currency/country-lookup.ts";
import { chosenCurrency, rememberCurrency } from "./currency/currency-cookie.server.ts";
import { nextOf } from "./next-link.ts";
import { Amount, CurrencyToggle, PackageCards } from "./package-cards.tsx";
import { PaymentFaq } from "./payment-faq.tsx";
import type { Route } from "./+types/buy-gems.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const chosen = searchParams.get("currency");
  const { appUrl, countries } = context.get(servicesContext);
  const currency =
    (await chosenCurrency(request, chosen)) ?? currencyIn(await countries.countryOf(context.get(clientAddressContext)));
  return data(
    { currency, next: nextOf(searchParams.get("next")) },
    { headers: await rememberCurrency(chosen, appUrl.startsWith("https:")) },
  );
}

/** A package button posts; without scripts "Set currency" sends the same form as a GET. */
export default function BuyGems({ loaderData: { currency, next } }: Route.ComponentProps) {
  const gems = useRouteLoaderData<typeof rootLoader>("root")?.member?.gems ?? 0;
  const memory = useFetcher();
  return (
    <main id="main" className="wrap page">
      <PageTitle>Buy Gems</PageTitle>
      <form className="stack stack-6" method="post" action="/buy-coins/pay">
        {next ? <input type="hidden" name="next" value={next} /> : null}
        <div>
          <div className="row row-split">
            <Link className="link-back" to="/dashboard">
              <Icon name="back" />
              Back to dashboard
            </Link>
            {next ? (
              <Link className="link-tap" to={next}>
                Back to your photo
              </Link>
            ) : null}
          </div>
          <div className="row row-split">
            <h1>Buy Gems</h1>
            <div className="row">
              <CurrencyToggle
                chosen={currency}
                onChoose={(choice) => void memory.submit({ currency: choice }, { method: "get", action: "/buy-coins" })}
              />
              <button className="btn btn-secondary btn-sm plain-only" formMethod="get" formAction="/buy-coins">
                Set currency
              </button>
            </div>
          </div>
        </div>
        <div className={gems < 1 ? "balance balance-big balance-low" : "balance balance-big"}>
          <p className="balance-n">
            <Icon name="gem" size="i-l" />
            <span>
              Current balance
              <br />
              <strong className="num">
                {gems} {gems === 1 ? "gem" : "gems"}
              </strong>
            </span>
          </p>
          <p className="muted">
            <span className="num">{gems}</span> {gems === 1 ? "transformation" : "transformations"} remaining
          </p>
        </div>
        <p className="usd muted small">Payment will be processed in Naira</p>
        <PackageCards
          heading="h2"
          action={({ id, gems: bought, price }, buttonClass) => (
            <button className={buttonClass} name="package" value={id}>
              <span>
                Pay <Amount naira={price} />
                <span className="vh"> for {bought} gems</span>
              </span>
            </button>
          )}
        />
      </form>
      <PaymentFaq />
    </main>
  );
}
