import { createCookie } from "react-router";
import { currencies, type Currency } from "./currency.ts";

const oneYearSeconds = 365 * 24 * 60 * 60;

const cookie = createCookie("currency", { httpOnly: true, sameSite: "lax", path: "/", maxAge: oneYearSeconds });

/** Returns the chosen or stored currency; null if there is neither. */
export async function chosenCurrency(request: Request, chosen: FormDataEntryValue | null): Promise<Currency | null> {
  return currencyOf(chosen) ?? currencyOf(await cookie.parse(request.headers.get("Cookie")));
}

export async function rememberCurrency(chosen: FormDataEntryValue | null, secure: boolean): Promise<HeadersInit> {
  const currency = currencyOf(chosen);
  return currency ? { "Set-Cookie": await cookie.serialize(currency, { secure }) } : {};
}

const currencyOf = (value: unknown): Currency | null => currencies.find((currency) => currency === value) ?? null;
