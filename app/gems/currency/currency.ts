import { createContext } from "react-router";

export const currencies = ["NGN", "USD"] as const;
export type Currency = (typeof currencies)[number];

/** By the visitor's address. */
export const localCurrencyContext = createContext<Currency>("NGN");
