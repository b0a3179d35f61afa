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

/** What may go wrong with the webhook of a payment, chosen on the page; the first of each is what Paystack does. */
export const sandboxFaults = {
  webhook: ["once", "late", "twice", "never"],
  amount: ["right", "wrong"],
  signature: ["good", "bad"],
} as const;
export type SandboxFaults = { [Fault in keyof typeof sandboxFaults]: (typeof sandboxFaults)[Fault][number] };

export interface SandboxPress {
  button: SandboxButton;
  faults: SandboxFaults;
}
