import type { Currency } from "../gems/currency/currency.ts";
import { promises } from "./legal/promises.ts";
import { CurrencyToggle, PackageCards } from "../gems/package-cards.tsx";

export function Pricing({ signedIn, currency }: { signedIn: boolean; currency: Currency }) {
  return (
    <section className="mx-auto w-full max-w-page px-gutter py-section" id="pricing">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-3">
        <div className="grid grid-cols-1 gap-2">
          <h2>Pricing</h2>
          <p className="max-w-measure text-lg text-ink-2">
            {`One gem, one transformation. No tiers. Gems never expire. Money back for ${promises.moneyBackDays} days.`}
          </p>
        </div>
        <CurrencyToggle chosen={currency} />
      </div>
      <PackageCards
        heading="h3"
        action={({ name }, buttonClass) => (
          <a className={buttonClass} href={signedIn ? "/buy-coins" : "/register"}>
            Get {name}
          </a>
        )}
      />
    </section>
  );
}
