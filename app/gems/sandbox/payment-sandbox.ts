/** The sandbox's payment page; both calls return null for an unknown access code. */
export interface PaymentSandbox {
  checkout(accessCode: string): Promise<SandboxCheckout | null>;
  act(accessCode: string, choice: SandboxAction): Promise<string | null>;
}

export interface SandboxCheckout {
  reference: string;
  amountKobo: number;
  status: "abandoned" | "pending" | "failed" | "success" | "reversal-pending" | "reversed";
  callbackUrl: string;
}

export const sandboxButtons = ["pay", "decline", "leave-pending", "cancel"] as const;
export type SandboxButton = (typeof sandboxButtons)[number];

/** Faults of a test payment; the first value of each is Paystack's behaviour. */
const sandboxFaults = {
  /** Time of the webhook relative to the buyer's return. */
  webhook: ["once", "before", "after", "late", "twice", "never"],
  /** `fees`: the price plus Paystack's fee, which the buyer bears. */
  amount: ["right", "wrong", "fees"],
  currency: ["right", "wrong"],
  signature: ["good", "bad"],
  reference: ["right", "unknown"],
  answers: ["right", "error", "slow", "nonsense"],
  /** Outcome of the first refund; a later one succeeds. */
  refund: ["processed", "failed", "needs-attention", "pending"],
  dispute: ["none", "open", "lost", "won"],
} as const;
export type SandboxFaults = { [Fault in keyof typeof sandboxFaults]: (typeof sandboxFaults)[Fault][number] };

export const noSandboxFaults: SandboxFaults = {
  webhook: "once",
  amount: "right",
  currency: "right",
  signature: "good",
  reference: "right",
  answers: "right",
  refund: "processed",
  dispute: "none",
};

/** Duration in ms of wrong API answers after the payment. */
export const sandboxFaultMs = 15_000;

interface SandboxAction {
  button: SandboxButton;
  faults: SandboxFaults;
}

/** Replaces missing and unknown choices with Paystack's behaviour. */
export function chosenFaults(form: Pick<FormData | URLSearchParams, "get">): SandboxFaults {
  const chosen = <T extends string>(name: string, values: readonly [T, ...T[]]): T =>
    values.find((value) => value === form.get(name)) ?? values[0];
  return {
    webhook: chosen("webhook", sandboxFaults.webhook),
    amount: chosen("amount", sandboxFaults.amount),
    currency: chosen("currency", sandboxFaults.currency),
    signature: chosen("signature", sandboxFaults.signature),
    reference: chosen("reference", sandboxFaults.reference),
    answers: chosen("answers", sandboxFaults.answers),
    refund: chosen("refund", sandboxFaults.refund),
    dispute: chosen("dispute", sandboxFaults.dispute),
  };
}

export const sandboxFaultFields: {
  [Name in keyof SandboxFaults]: { label: string; options: Record<SandboxFaults[Name], string> };
} = {
  webhook: {
    label: "Webhook",
    options: {
      once: "Arrives at once",
      before: "Arrives before you are back",
      after: "Arrives after you are back",
      late: "Arrives 20 seconds late",
      twice: "Arrives twice",
      never: "Never arrives",
    },
  },
  amount: {
    label: "Amount paid",
    options: { right: "The price", wrong: "Half the price", fees: "The price and the fee" },
  },
  currency: { label: "Currency paid in", options: { right: "Naira", wrong: "Another one" } },
  signature: { label: "Webhook signature", options: { good: "Right", bad: "Forged" } },
  reference: { label: "Reference in the webhook", options: { right: "This payment's", unknown: "An unknown one" } },
  answers: {
    label: `Answers about the payment, for ${sandboxFaultMs / 1000} seconds`,
    options: { right: "Right", error: "An error (500)", slow: "None in time", nonsense: "Nonsense" },
  },
  refund: {
    label: "A refund of it",
    options: {
      processed: "Arrives",
      failed: "Fails",
      "needs-attention": "Needs the buyer's bank details",
      pending: "Stays pending",
    },
  },
  dispute: {
    label: "The buyer's bank",
    options: { none: "Accepts it", open: "Disputes it", lost: "Disputes it and wins", won: "Disputes it and loses" },
  },
};
