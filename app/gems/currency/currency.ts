/** What prices are shown in. Buyers are charged in naira either way. */
export const currencies = ["NGN", "USD"] as const;
export type Currency = (typeof currencies)[number];
