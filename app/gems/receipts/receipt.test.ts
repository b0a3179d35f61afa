import { describe, expect, test } from "vitest";
import { moneyBackText, type PaidPurchase, receiptOf, receiptPath, supportLink } from "./receipt.ts";
import { receiptMail } from "./receipt-mails.server.ts";

const purchase: PaidPurchase = {
  reference: "1763668800000-starter-NGN",
  packageName: "Starter",
  gems: 8,
  amountKobo: 100_000,
  shownUsdCents: null,
  paidAt: new Date("2026-11-20T19:14:00Z"),
  refund: null,
  returnedKobo: 0,
  disputedAt: null,
};
const receipt = (change: Partial<PaidPurchase> = {}, now = "2026-11-21T00:00:00Z") =>
  receiptOf(
    { ...purchase, ...change },
    { email: "ada@example.com", formatDate: (date) => date.toISOString().slice(0, 10), now: new Date(now) },
  );
const fact = (label: string, change: Partial<PaidPurchase> = {}) =>
  receipt(change).facts.find((candidate) => candidate.label === label)?.value;

describe("a receipt", () => {
  test("states item, date, buyer, amount and reference on a receipt", () => {
    expect(receipt().facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Reference: 1763668800000-starter-NGN",
      "Date: 2026-11-20",
      "Package: Starter, 8 gems",
      "Amount charged: ₦1,000",
      "Email address: ada@example.com",
      "Status: Paid",
    ]);
  });

  test.each([
    [100_000, null, "₦1,000"],
    [300_000, 214, "₦3,000 (shown as $2.14)"],
    [500_000, 357, "₦5,000 (shown as $3.57)"],
  ])("charges a purchase of %i kobo, shown in cents as %j, as %s", (amountKobo, shownUsdCents, words) => {
    expect(fact("Amount charged", { amountKobo, shownUsdCents })).toBe(words);
  });

  test.each([
    ["begun", "Refund on its way since 2026-12-01"],
    ["needs-attention", "Refund needs your bank details"],
    ["failed", "Paid; a refund failed on 2026-12-01"],
    ["done", "Refunded on 2026-12-01"],
    ["returned", "Returned by your bank on 2026-12-01"],
  ] as const)("states a refund that is %s", (status, words) => {
    expect(fact("Status", { refund: { status, changedAt: new Date("2026-12-01T10:00:00Z") } })).toBe(words);
  });

  test("states an open dispute and offers no refund beside it", () => {
    const disputed = { disputedAt: new Date("2026-11-20T21:00:00Z") };
    expect(fact("Status", disputed)).toBe("Paid; disputed since 2026-11-20");
    expect(receipt(disputed).moneyBack).toEqual({ state: "disputed", on: "2026-11-20" });
    expect(moneyBackText(receipt(disputed)).linkLabel).toBe("Write to support");
  });

  test("states the part of the price that was refunded so far", () => {
    expect(fact("Refunded so far", { returnedKobo: 50_000 })).toBe("₦500");
    expect(fact("Refunded so far", { returnedKobo: 100_000 })).toBeUndefined();
  });
});

describe("the money-back period", () => {
  const refund = { status: "done", changedAt: new Date("2026-12-01T10:00:00Z") } as const;
  test.each([
    ["within 30 days", {}, "2026-12-20T19:13:59Z", "open", "2026-12-20"],
    ["after 30 days", {}, "2026-12-20T19:14:00Z", "over", "2026-12-20"],
    ["once refunded", { refund }, "2026-12-02T00:00:00Z", "done", "2026-12-01"],
  ] as const)("states: %s", (_when, change, now, state, on) => {
    const made = receipt(change, now);
    expect(made.moneyBack).toEqual({ state, on });
    expect(moneyBackText(made).text).toContain(on);
  });

  test.each([
    ["2026-11-21T00:00:00Z", "Money back: 1763668800000-starter-NGN"],
    ["2027-11-21T00:00:00Z", "Payment 1763668800000-starter-NGN"],
  ])("links, at %s, a support mail that names the payment in its subject and text", (now, subject) => {
    const link = new URL(supportLink(receipt({}, now), "support@photogem.example"));
    expect(link.pathname).toBe("support@photogem.example");
    expect(link.searchParams.get("subject")).toBe(subject);
    expect(link.searchParams.get("body")).toContain(purchase.reference);
    // Mail programs show a + unchanged.
    expect(link.search).not.toContain("+");
  });
});

test("escapes any reference in a receipt's address", () => {
  expect(receiptPath("1.2=3")).toBe("/settings/receipts/1.2%3D3");
});

const sender = { appUrl: "https://photogem.example", brandName: "Photogem", supportEmail: "support@photogem.example" };
const mailOf = (packageName: string, refund: PaidPurchase["refund"] = null) =>
  receiptMail(
    receiptOf(
      {
        reference: "1-starter-NGN",
        packageName,
        gems: 8,
        amountKobo: 100_000,
        shownUsdCents: null,
        paidAt: new Date("2026-11-20T19:14:00Z"),
        refund,
        returnedKobo: 0,
        disputedAt: null,
      },
      { email: "ada@example.com", formatDate: (date) => date.toISOString(), now: new Date("2026-11-21T00:00:00Z") },
    ),
    "ada@example.com",
    sender,
  );

test("gives the receipt mail the same content in text and in HTML", () => {
  const { to, subject, text, html } = mailOf("Starter");
  expect([to, subject]).toEqual(["ada@example.com", "Your Photogem receipt"]);
  for (const words of [
    "1-starter-NGN",
    "₦1,000",
    "Starter, 8 gems",
    "2026-11-20T19:14:00.000Z",
    "ada@example.com",
    "Paid",
    "Your gems are on your balance.",
    "https://photogem.example/settings/receipts/1-starter-NGN",
    "Get your money back",
    "2026-12-20T19:14:00.000Z",
    "support@photogem.example",
  ]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(html).toContain('href="mailto:support@photogem.example?subject=Money%20back%3A%201-starter-NGN&amp;body=');
});

test("escapes markup in the receipt mail's HTML", () => {
  expect(mailOf('<b>"Gems" & more').html).toContain("&lt;b&gt;&quot;Gems&quot; &amp; more, 8 gems");
});

test.each([
  ["begun", "Its refund has begun since."],
  ["needs-attention", "Its refund has begun since."],
  ["failed", "Your gems are on your balance."],
  ["done", "It was refunded since."],
  ["returned", "It was refunded since."],
] as const)("says after a refund that is %s where the gems are", (status, words) => {
  expect(mailOf("Starter", { status, changedAt: new Date("2026-11-20T20:00:00Z") }).text).toContain(words);
});
