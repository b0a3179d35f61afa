import { sandboxFaults, type SandboxFaults, sandboxFaultMs } from "./payment-sandbox.ts";

/** Missing and unknown choices become Paystack's behaviour. */
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
  amount: { label: "Amount paid", options: { right: "The price", wrong: "Half the price" } },
  currency: { label: "Currency paid in", options: { right: "Naira", wrong: "Another one" } },
  signature: { label: "Webhook signature", options: { good: "Right", bad: "Forged" } },
  reference: { label: "Reference in the webhook", options: { right: "This payment's", unknown: "An unknown one" } },
  answers: {
    label: `Answers about the payment, for ${sandboxFaultMs / 1000} seconds`,
    options: { right: "Right", error: "An error (500)", slow: "None in time", rubbish: "Rubbish" },
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
