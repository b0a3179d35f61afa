import { createCookie } from "react-router";
import { currencies, type Currency } from "./currency.ts";

const oneYearSeconds = 365 * 24 * 60 * 60;

const cookie = createCookie("currency", { httpOnly: true, sameSite: "lax", path: "/", maxAge: oneYearSeconds });

/** The currency to show: `chosen` just now, else the one remembered from an earlier choice, else naira. */
export async function readCurrency(request: Request, chosen: FormDataEntryValue | null): Promise<Currency> {
  return currencyOf(chosen) ?? currencyOf(await cookie.parse(request.headers.get("Cookie"))) ?? "NGN";
}

/** Headers that remember a choice made just now; none when there was none. */
export async function rememberCurrency(chosen: FormDataEntryValue | null, secure: boolean): Promise<HeadersInit> {
  const currency = currencyOf(chosen);
  return currency ? { "Set-Cookie": await cookie.serialize(currency, { secure }) } : {};
}

const currencyOf = (value: unknown): Currency | null => currencies.find((currency) => currency === value) ?? null;
