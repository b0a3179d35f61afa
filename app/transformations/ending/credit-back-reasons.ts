/** Reasons for returning a result, for the form and for the gem history. */
export const creditBackReasons = {
  "not-me": { label: "It does not look like me", history: "Gem returned: it does not look like me" },
  "not-as-asked": { label: "It is not what I asked for", history: "Gem returned: not what you asked for" },
  quality: { label: "The quality is poor", history: "Gem returned: poor quality" },
} as const;

export type CreditBackReason = keyof typeof creditBackReasons;

export const isCreditBackReason = (value: unknown): value is CreditBackReason =>
  typeof value === "string" && Object.hasOwn(creditBackReasons, value);

/** Enforced by supabase/migrations/20261121000600_credit_backs.sql. */
export const creditBackLimit = { times: 2, days: 30 } as const;
