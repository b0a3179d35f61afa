import { createCookie } from "react-router";
import { currencies, type Currency } from "./currency.ts";

const oneYearSeconds = 365 * 24 * 60 * 60;

const cookie = createCookie("currency", { httpOnly: true, sameSite: "lax", path: "/", maxAge: oneYearSeconds });

/** The currency a person chose: just now, or earlier and remembered; null when they never did. */
export async function chosenCurrency(request: Request, chosen: FormDataEntryValue | null): Promise<Currency | null> {
  return currencyOf(chosen) ?? currencyOf(await cookie.parse(request.headers.get("Cookie")));
}

/** Headers that remember a choice made just now; none when there was none. */
export async function rememberCurrency(chosen: FormDataEntryValue | null, secure: boolean): Promise<HeadersInit> {
  const currency = currencyOf(chosen);
  return currency ? { "Set-Cookie": await cookie.serialize(currency, { secure }) } : {};
}

const currencyOf = (value: unknown): Currency | null => currencies.find((currency) => currency === value) ?? null;
