/** What a member may say of a result that is not what they hoped for, as the form offers it and the history says it. */
export const creditBackReasons = {
  "not-me": { label: "It does not look like me", history: "Gem returned: it does not look like me" },
  "not-as-asked": { label: "It is not what I asked for", history: "Gem returned: not what you asked for" },
  quality: { label: "The quality is poor", history: "Gem returned: poor quality" },
} as const;

export type CreditBackReason = keyof typeof creditBackReasons;

export const isCreditBackReason = (value: unknown): value is CreditBackReason =>
  typeof value === "string" && Object.hasOwn(creditBackReasons, value);

/** How often within how many days (supabase/migrations/20261121000600_credit_backs.sql holds everybody to it). */
export const creditBackLimit = { times: 2, days: 30 } as const;
