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
export const sandboxFaults = {
  /** Relative to the buyer's return. */
  webhook: ["once", "before", "after", "late", "twice", "never"],
  amount: ["right", "wrong"],
  currency: ["right", "wrong"],
  signature: ["good", "bad"],
  reference: ["right", "unknown"],
  answers: ["right", "error", "slow", "rubbish"],
  /** Outcome of the first refund; a later one is processed. */
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

/** ms of wrong API answers after the payment. */
export const sandboxFaultMs = 15_000;

export interface SandboxAction {
  button: SandboxButton;
  faults: SandboxFaults;
}
