import { expect, test } from "vitest";
import { receiptMail } from "./receipt-mails.server.ts";
import { type PaidPurchase, receiptOf } from "./receipt.ts";

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
