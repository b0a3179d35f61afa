/** What the sandbox's payment page shows and does. Exists only where the embedded sandbox takes the payments. */
export interface PaymentSandbox {
  /** Null for an access code it never gave out. */
  checkout(accessCode: string): Promise<SandboxCheckout | null>;
  /** Does what a button of the page says. Returns where the person goes next; null for an unknown access code. */
  press(accessCode: string, press: SandboxPress): Promise<string | null>;
}

export interface SandboxCheckout {
  reference: string;
  amountKobo: number;
  status: "abandoned" | "pending" | "failed" | "success" | "reversed";
  /** Where the buyer came from, for someone who returns to a finished payment. */
  callbackUrl: string;
}

export const sandboxButtons = ["pay", "decline", "leave-pending", "cancel"] as const;
export type SandboxButton = (typeof sandboxButtons)[number];

/** What may go wrong with a payment, chosen on the page; the first of each is what Paystack does. */
export const sandboxFaults = {
  /** When it is sent, seen from the buyer's return: at the same time, before it, after it, much later. */
  webhook: ["once", "before", "after", "late", "twice", "never"],
  amount: ["right", "wrong"],
  currency: ["right", "wrong"],
  signature: ["good", "bad"],
  /** The payment the webhook names. */
  reference: ["right", "unknown"],
  /** What the API answers to whoever verifies the payment, for a while. */
  answers: ["right", "error", "slow", "rubbish"],
} as const;
export type SandboxFaults = { [Fault in keyof typeof sandboxFaults]: (typeof sandboxFaults)[Fault][number] };

/** A payment in which nothing goes wrong. */
export const noSandboxFaults: SandboxFaults = {
  webhook: "once",
  amount: "right",
  currency: "right",
  signature: "good",
  reference: "right",
  answers: "right",
};

/** For how long the API does not give the right answer about a payment, from the moment it is paid. */
export const sandboxTroubleMs = 15_000;

export interface SandboxPress {
  button: SandboxButton;
  faults: SandboxFaults;
}
