import type { Currency } from "./currency.ts";

/**
 * The port to whoever knows the country of a network address. Countries are two letters (ISO 3166-1 alpha-2), null
 * where it is not known: addresses of private networks have none, and whoever is asked may not answer.
 */
export interface CountryLookup {
  /** What is known at this moment; where nothing is yet, it is found out for the next time. Never waits. */
  known(address: string): string | null;
  /** What can be found out in time. Never rejects. */
  countryOf(address: string): Promise<string | null>;
}

/**
 * The currency of prices there (docs/product/specification.md, "States"): naira in Nigeria, and wherever the country is
 * not known.
 */
export const currencyIn = (country: string | null): Currency => (country === null || country === "NG" ? "NGN" : "USD");
