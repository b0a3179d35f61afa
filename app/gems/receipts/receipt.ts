import { inNaira } from "../packages.ts";

/** Days (docs/product/specification.md, "Buy Gems"). */
export const moneyBackDays = 30;

export interface PaidPurchase {
  reference: string;
  packageName: string;
  gems: number;
  amountKobo: number;
  /** US cents, where the price was shown in dollars. */
  shownUsdCents: number | null;
  paidAt: Date;
  refundedAt: Date | null;
}

export interface Receipt {
  reference: string;
  facts: { label: string; value: string }[];
  moneyBack: { state: "open" | "over" | "refunded"; on: string };
}

export function receiptOf(
  purchase: PaidPurchase,
  { email, formatDate, now }: { email: string; formatDate: (date: Date) => string; now: Date },
): Receipt {
  const { reference, packageName, gems, refundedAt } = purchase;
  return {
    reference,
    facts: [
      { label: "Reference", value: reference },
      { label: "Date", value: formatDate(purchase.paidAt) },
      { label: "Package", value: `${packageName}, ${gems} ${gems === 1 ? "gem" : "gems"}` },
      { label: "Amount charged", value: amount(purchase) },
      { label: "Email address", value: email },
      { label: "Status", value: refundedAt ? `Refunded on ${formatDate(refundedAt)}` : "Paid" },
    ],
    moneyBack: moneyBack(purchase, formatDate, now),
  };
}

export function moneyBackText({ moneyBack: { state, on } }: Receipt): {
  title: string;
  text: string;
  linkLabel: string;
} {
  switch (state) {
    case "open":
      return {
        title: "Not happy? Get your money back",
        text: `Email us by ${on} with the reference. We'll remove the gems of this purchase from your balance.`,
        linkLabel: "Ask for my money back",
      };
    case "over":
      return {
        title: "Questions about this payment?",
        text: `The ${moneyBackDays} days for getting your money back ended on ${on}. You can still ask us: email us with the reference.`,
        linkLabel: "Write to support",
      };
    case "refunded":
      return {
        title: "This purchase was refunded",
        text: `Your money was sent back on ${on}. Your bank may take some days to show it. Did it not arrive? Write to us.`,
        linkLabel: "Write to support",
      };
  }
}

export function supportLink({ reference, moneyBack: { state } }: Receipt, supportEmail: string): string {
  const [subject, body] =
    state === "open"
      ? [`Money back: ${reference}`, `Please give me my money back for the purchase with the reference ${reference}.`]
      : [`Payment ${reference}`, `My question is about the purchase with the reference ${reference}.`];
  // Mail programs read + as a plus.
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

export const receiptPath = (reference: string) => `/settings/receipts/${encodeURIComponent(reference)}`;

function amount({ amountKobo, shownUsdCents }: PaidPurchase): string {
  const charged = inNaira(amountKobo / 100);
  return shownUsdCents === null ? charged : `${charged} (shown as $${(shownUsdCents / 100).toFixed(2)})`;
}

function moneyBack(
  { paidAt, refundedAt }: PaidPurchase,
  formatDate: (date: Date) => string,
  now: Date,
): Receipt["moneyBack"] {
  if (refundedAt) return { state: "refunded", on: formatDate(refundedAt) };
  const end = new Date(paidAt.getTime() + moneyBackDays * 86_400_000);
  return { state: now < end ? "open" : "over", on: formatDate(end) };
}
