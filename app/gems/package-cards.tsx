import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import type { Currency } from "./currency/currency.ts";
import { type GemPackage, inDollars, inNaira, packages, pricePerGem, savedPercent } from "./packages.ts";

interface PackageCardsProps {
  heading: "h2" | "h3";
  action: (gemPackage: GemPackage, buttonClass: string) => ReactNode;
}

export function PackageCards({ heading: Heading, action }: PackageCardsProps) {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-3 md:[reading-flow:grid-rows]">
      {popularFirst.map((gemPackage) => {
        const main = isPopular(gemPackage);
        const saved = savedPercent(gemPackage);
        return (
          <li key={gemPackage.id} className={main ? "price-card price-main md:col-start-2" : "price-card"}>
            <div className="flex flex-wrap items-start justify-between gap-3">
              <Heading className="text-lg leading-relaxed">{gemPackage.name}</Heading>
              {gemPackage.badge ? <span className="tag bg-gem-soft text-gem">{gemPackage.badge}</span> : null}
              <p className="price-gems">
                <b>{gemPackage.gems}</b> gems
              </p>
            </div>
            <div>
              <p className="text-xl leading-[1.2] font-bold tracking-[-0.02em] [font-variant-numeric:tabular-nums]">
                <Amount naira={gemPackage.price} />
              </p>
              <p className="text-sm text-ink-2">
                {gemPackage.gems} pictures, <Amount naira={pricePerGem(gemPackage)} /> per transformation
              </p>
              {saved ? (
                <p className="text-sm font-strong text-gem">
                  {[`Save ${saved}% against ${packages[0]?.name}`, gemPackage.extra].filter(Boolean).join(", ")}
                </p>
              ) : null}
            </div>
            <ul className="ticks text-sm">
              {gemPackage.features.map((feature) => (
                <li key={feature}>
                  <Icon name="check" />
                  {feature}
                </li>
              ))}
            </ul>
            {action(gemPackage, main ? "btn-primary" : "btn-secondary")}
          </li>
        );
      })}
    </ul>
  );
}

const isPopular = ({ id }: GemPackage) => id === "popular";

/** The order on phones. It is the order of the HTML too, so that no card moves while the page arrives. */
const popularFirst = [...packages.filter(isPopular), ...packages.filter((gemPackage) => !isPopular(gemPackage))];

/** The stylesheet shows the chosen currency, so switching needs no script. */
export function Amount({ naira }: { naira: number }) {
  return (
    <>
      <span className="usd:hidden">{inNaira(naira)}</span>
      <span className="hidden usd:[display:revert]">{inDollars(naira)}</span>
    </>
  );
}

interface CurrencyToggleProps {
  chosen?: Currency;
  onChoose?: (currency: Currency) => void;
}

/** Use it once per page: the stylesheet refers to its ids. */
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
