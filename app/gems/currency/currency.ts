import { createContext } from "react-router";

export const currencies = ["NGN", "USD"] as const;
export type Currency = (typeof currencies)[number];

/** The currency of the visitor's country, by IP address. */
export const localCurrencyContext = createContext<Currency>("NGN");

/** The port to IP geolocation: ISO 3166-1 alpha-2 codes, null when unknown. */
export interface CountryLookup {
  /** Waits for no service: looks up an unknown address for the next call. A promise only while a database loads. */
  known(address: string): string | null | Promise<string | null>;
  /** Never rejects. */
  countryOf(address: string): Promise<string | null>;
}

/** Naira in Nigeria and for unknown countries (docs/product/specification.md, "States"). */
export const currencyIn = (country: string | null): Currency => (country === null || country === "NG" ? "NGN" : "USD");

export const countriesContext = createContext<CountryLookup>();
