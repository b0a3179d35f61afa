import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import type { Currency } from "./currency/currency.ts";
import { type GemPackage, inDollars, inNaira, packages, pricePerGem } from "./packages.ts";

interface PackageCardsProps {
  heading: "h2" | "h3";
  action: (gemPackage: GemPackage, buttonClass: string) => ReactNode;
}

export function PackageCards({ heading: Heading, action }: PackageCardsProps) {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
      {packages.map((gemPackage) => {
        const main = gemPackage.id === "popular";
        return (
          <li key={gemPackage.id} className={main ? "price-card price-main" : "price-card"}>
            <div className="flex flex-wrap items-start justify-between gap-3">
              <Heading className="price-gems">
                <b>{gemPackage.gems}</b> <span>gems</span>
              </Heading>
              {gemPackage.badge ? <span className="tag bg-gem-soft text-gem">{gemPackage.badge}</span> : null}
            </div>
            <div>
              <p className="price-amount">
                <Amount naira={gemPackage.price} />
              </p>
              <p className="text-sm text-ink-2">
                <Amount naira={pricePerGem(gemPackage)} /> per transformation
              </p>
            </div>
            <ul className="ticks text-sm">
              {gemPackage.features.map((feature) => (
                <li key={feature}>
                  <Icon name="check" />
                  {feature}
                </li>
              ))}
            </ul>
            {action(gemPackage, `btn ${main ? "btn-primary" : "btn-secondary"}`)}
          </li>
        );
      })}
    </ul>
  );
}

/** The stylesheet shows the chosen currency, so switching needs no script. */
export function Amount({ naira }: { naira: number }) {
  return (
    <>
      <span className="ngn">{inNaira(naira)}</span>
      <span className="usd">{inDollars(naira)}</span>
    </>
  );
}

interface CurrencyToggleProps {
  chosen?: Currency;
  onChoose?: (currency: Currency) => void;
}

/** Once per page: the stylesheet refers to its ids. */
export function CurrencyToggle({ chosen = "NGN", onChoose }: CurrencyToggleProps) {
  return (
    <fieldset>
      <legend className="sr-only">Currency</legend>
      <div className="seg">
        <label>
          <input
            type="radio"
            name="currency"
            id="ngn"
            value="NGN"
            defaultChecked={chosen === "NGN"}
            onChange={() => onChoose?.("NGN")}
          />
          NGN (Naira)
        </label>
        <label>
          <input
            type="radio"
            name="currency"
            id="usd"
            value="USD"
            defaultChecked={chosen === "USD"}
            onChange={() => onChoose?.("USD")}
          />
          USD (Dollar)
        </label>
      </div>
    </fieldset>
  );
}
