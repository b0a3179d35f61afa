import { inNaira } from "../packages.ts";
import type { RefundStatus } from "../payment-provider.ts";

/** Days (docs/product/specification.md, "Buy Gems"). */
export const moneyBackDays = 30;

export interface PaidPurchase {
  reference: string;
  packageName: string;
  gems: number;
  amountKobo: number;
  /** US cents if the price was shown in dollars. */
  shownUsdCents: number | null;
  paidAt: Date;
  /** The latest refund's state; `returned`: the buyer's bank returned the money after a dispute. */
  refund: { status: RefundStatus | "returned"; changedAt: Date } | null;
  /** Sum of refunds begun or done, including partial ones. */
  returnedKobo: number;
  /** Start of the dispute with the buyer's bank while it is undecided. */
  disputedAt: Date | null;
}

export interface Receipt {
  reference: string;
  facts: { label: string; value: string }[];
  moneyBack: { state: "open" | "over" | "disputed" | "returned" | RefundStatus; on: string };
}

export function receiptOf(
  purchase: PaidPurchase,
  { email, formatDate, now }: { email: string; formatDate: (date: Date) => string; now: Date },
): Receipt {
  const { reference, packageName, gems } = purchase;
  return {
    reference,
    facts: [
      { label: "Reference", value: reference },
      { label: "Date", value: formatDate(purchase.paidAt) },
      { label: "Package", value: `${packageName}, ${gems} ${gems === 1 ? "gem" : "gems"}` },
      { label: "Amount charged", value: amount(purchase) },
      { label: "Email address", value: email },
      { label: "Status", value: statusText(purchase, formatDate) },
      ...(purchase.returnedKobo > 0 && purchase.returnedKobo < purchase.amountKobo
        ? [{ label: "Refunded so far", value: inNaira(purchase.returnedKobo / 100) }]
        : []),
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
    case "disputed":
      return {
        title: "Your bank is looking into this payment",
        text: `It was disputed on ${on}. We answer your bank, and your gems stay until it decides. Was it a mistake? Email us.`,
        linkLabel: "Write to support",
      };
    case "returned":
      return {
        title: "Your bank returned this payment",
        text: `It decided the dispute for you on ${on} and returns your money. The gems of this purchase were removed from your balance.`,
        linkLabel: "Write to support",
      };
    case "begun":
      return {
        title: "Your refund is on its way",
        text: `It started on ${on}, and your bank may take up to 10 working days. The gems of this purchase were removed from your balance.`,
        linkLabel: "Write to support",
      };
    case "needs-attention":
      return {
        title: "Your refund needs your help",
        text: "The money could not be sent back to the card or account you paid with. Email us, and we'll find another way together.",
        linkLabel: "Write to support",
      };
    case "failed":
      return {
        title: "Your refund didn't go through",
        text: `It failed on ${on}. The gems are back on your balance, and your money stays refundable: email us, and we'll try again.`,
        linkLabel: "Write to support",
      };
    case "done":
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
  // Mail programs read + as a plus sign.
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

export const receiptPath = (reference: string) => `/settings/receipts/${encodeURIComponent(reference)}`;

function statusText({ refund, disputedAt }: PaidPurchase, formatDate: (date: Date) => string): string {
  if (refund) return refundText(refund.status, formatDate(refund.changedAt));
  return disputedAt ? `Paid; disputed since ${formatDate(disputedAt)}` : "Paid";
}

/** The state of a refund in a few words. `on`: a formatted date. */
function refundText(status: RefundStatus | "returned", on: string): string {
  return {
    begun: `Refund on its way since ${on}`,
    "needs-attention": "Refund needs your bank details",
    failed: `Paid; a refund failed on ${on}`,
    done: `Refunded on ${on}`,
    returned: `Returned by your bank on ${on}`,
  }[status];
}

function amount({ amountKobo, shownUsdCents }: PaidPurchase): string {
  const charged = inNaira(amountKobo / 100);
  return shownUsdCents === null ? charged : `${charged} (shown as $${(shownUsdCents / 100).toFixed(2)})`;
}

function moneyBack(
  { paidAt, refund, disputedAt }: PaidPurchase,
  formatDate: (date: Date) => string,
  now: Date,
): Receipt["moneyBack"] {
  if (refund) return { state: refund.status, on: formatDate(refund.changedAt) };
  // A refund beside a dispute would return the money twice.
  if (disputedAt) return { state: "disputed", on: formatDate(disputedAt) };
  const end = new Date(paidAt.getTime() + moneyBackDays * 86_400_000);
  return { state: now < end ? "open" : "over", on: formatDate(end) };
}
