import type { Page } from "@playwright/test";
import type { SandboxButton, SandboxFaults } from "../../app/gems/sandbox/payment-sandbox.ts";
import { expect, gems, type Product, test } from "./product.ts";

const table: {
  what: string;
  faults?: Partial<SandboxFaults>;
  sees: "success" | "wait" | "support";
  balance: number;
  long?: true;
}[] = [
  { what: "a webhook before the buyer is back", faults: { webhook: "before" }, sees: "success", balance: 10 },
  { what: "a webhook after the buyer is back", long: true, faults: { webhook: "after" }, sees: "success", balance: 10 },
  { what: "a webhook that comes twice", long: true, faults: { webhook: "twice" }, sees: "success", balance: 10 },
  { what: "no webhook", faults: { webhook: "never" }, sees: "success", balance: 10 },
  { what: "a forged webhook", long: true, faults: { signature: "bad" }, sees: "success", balance: 10 },
  {
    what: "a webhook about an unknown payment",
    long: true,
    faults: { reference: "unknown" },
    sees: "success",
    balance: 10,
  },
  { what: "half the price", long: true, faults: { amount: "wrong" }, sees: "support", balance: 2 },
  { what: "another currency", faults: { currency: "wrong" }, sees: "support", balance: 2 },
  { what: "errors from Paystack", faults: { answers: "error", webhook: "never" }, sees: "wait", balance: 10 },
  {
    what: "nonsense from Paystack",
    long: true,
    faults: { answers: "nonsense", webhook: "never" },
    sees: "wait",
    balance: 10,
  },
  {
    what: "a Paystack too slow to wait for",
    long: true,
    faults: { answers: "slow", webhook: "never" },
    sees: "wait",
    balance: 10,
  },
];

for (const { what, faults, sees, balance, long } of table) {
  test(`${what}: ${{ success: "the gems are credited", wait: "the page waits, then the gems are credited", support: "the page leads to support" }[sees]}${long ? " @long" : ""}`, async ({
    page,
    product,
    member: _member,
  }) => {
    await openPaymentPage(page, product);
    await click(page, "pay", faults);
    if (sees === "support") {
      await expect(page.getByRole("heading", { level: 1, name: "Coin credit failed" })).toBeVisible();
      await expect(page.getByText("Payment succeeded but we couldn't credit your gems.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute(
        "href",
        /^mailto:.+starter-NGN$/,
      );
    } else {
      if (sees === "wait") {
        await expect(page.getByRole("heading", { level: 1, name: "Waiting for your payment" })).toBeVisible();
        await expect(page.getByRole("status").getByText("We couldn't reach Paystack just now.")).toBeVisible();
        await clickUntilPaid(page);
      }
      await page.waitForURL("**/dashboard");
      await expect(page.getByText("Purchase successful!")).toBeVisible();
    }
    await expectGems(page, product, balance);
  });
}

test("a declined payment shows a message, can be retried and is credited then", async ({
  page,
  product,
  member: _member,
}) => {
  await openPaymentPage(page, product);
  await click(page, "decline");
  await expect(page.getByText("The payment was declined. Try again, or cancel.")).toBeVisible();
  await expect(page).toHaveTitle(/^Error: Test payment/);
  await click(page, "pay");
  await expect(page.getByText("Purchase successful!")).toBeVisible();
  await expectGems(page, product, 10);
});

test("a pending payment credits nothing until it is completed", async ({ page, product, member: _member }) => {
  await openPaymentPage(page, product);
  const paymentPage = page.url();
  await click(page, "leave-pending");
  await expect(page.getByText("We're waiting for Paystack to confirm.")).toBeVisible();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("We're waiting for Paystack to confirm.")).toBeVisible();
  await expectGems(page, product, 2);
  await page.goto(paymentPage);
  await click(page, "pay", { webhook: "never" });
  await expect(page.getByText("Purchase successful!")).toBeVisible();
  await expectGems(page, product, 10);
});

test("a buyer who never returns from the payment page still gets the gems", async ({
  page,
  product,
  member: _member,
}) => {
  await openPaymentPage(page, product);
  // The browser closes during the payment, so Paystack's redirect does not arrive.
  await page.route("**/buy-coins/return**", (route) => route.abort());
  await click(page, "pay").catch(() => {});
  await expect(async () => {
    await page.goto(`${product.url}/dashboard`);
    await expect(gems(page)).toHaveText("10", { timeout: 500 });
  }).toPass();
});

test("a finished payment cannot be repeated, and its link still shows success", async ({
  page,
  product,
  member: _member,
}) => {
  await openPaymentPage(page, product);
  const paymentPage = page.url();
  await click(page, "pay");
  await page.waitForURL("**/dashboard");
  await page.goto(paymentPage);
  await expect(page.getByText("This payment is already made.")).toBeVisible();
  await page.getByRole("link", { name: /^Back to/ }).click();
  await expect(page.getByText("Purchase successful!")).toBeVisible();
  await expectGems(page, product, 10);
});

test("forged payments are refused, credit nothing and log one line each", async ({
  page,
  product,
  member: _member,
}) => {
  const origin = { Origin: product.url };
  const post = (path: string, options: Parameters<typeof page.request.post>[1]) =>
    page.request.post(product.url + path, { maxRedirects: 0, ...options });
  const webhook = "/api/paystack/webhook";
  const forged = { "x-paystack-signature": "0".repeat(128) };
  const json = { "Content-Type": "application/json" };
  const paid = '{"event":"charge.success","data":{"reference":"1-pro-NGN"}}';
  const sent: [what: string, expected: number, reason: string, send: () => Promise<{ status(): number }>][] = [
    [
      "a package that does not exist",
      400,
      "no-such-package",
      () => post("/buy-coins/pay", { form: { package: "platinum" }, headers: origin }),
    ],
    [
      "an unknown reference",
      404,
      "not-own",
      () => page.request.get(`${product.url}/buy-coins/return?reference=1-pro-NGN`),
    ],
    ["a webhook without a signature", 401, "forged", () => post(webhook, { data: paid, headers: json })],
    [
      "a webhook with a made-up one",
      401,
      "forged",
      () => post(webhook, { data: paid, headers: { ...json, ...forged } }),
    ],
    ["a webhook that is not JSON", 401, "forged", () => post(webhook, { data: "{", headers: { ...json, ...forged } })],
    ["a webhook that is a form", 401, "forged", () => post(webhook, { form: { event: "charge.success" } })],
    [
      "a webhook of 10 MB",
      413,
      "too-large",
      () => post(webhook, { data: Buffer.alloc(10 * 1024 * 1024), headers: { ...json, ...forged } }),
    ],
  ];
  for (const [what, expected, reason, send] of sent) {
    const before = product.output.length;
    expect((await send()).status(), what).toBe(expected);
    const lines = () =>
      product.output
        .slice(before)
        .split("\n")
        .filter((line) => line.startsWith("{"));
    await expect.poll(lines, what).toHaveLength(1);
    expect(lines()[0], what).toContain(`"reason":"${reason}"`);
  }
  await expectGems(page, product, 2);
});

async function openPaymentPage(page: Page, product: Product) {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await product.reachedCheckout(page);
  await expect(page.getByText("No money moves.")).toBeVisible();
}

const labels: { [Name in keyof SandboxFaults]: string | RegExp } = {
  webhook: "Webhook",
  amount: "Amount paid",
  currency: "Currency paid in",
  signature: "Webhook signature",
  reference: "Reference in the webhook",
  answers: /^Answers about the payment/,
  refund: "A refund of it",
  dispute: "The buyer's bank",
};

async function click(page: Page, button: SandboxButton, faults: Partial<SandboxFaults> = {}) {
  const chosen = Object.entries(faults) as [keyof SandboxFaults, string][];
  if (chosen.length) await page.getByText("Let something go wrong").click();
  for (const [name, value] of chosen) await page.getByLabel(labels[name], { exact: true }).selectOption(value);
  await page.locator(`button[value=${button}]`).click();
}

/** Repeats "Check again" as a waiting buyer would: the fault ends by itself. */
async function clickUntilPaid(page: Page) {
  await expect(async () => {
    if (!page.url().endsWith("/dashboard"))
      await page.getByRole("button", { name: "Check again" }).click({ timeout: 1_000 });
    await page.waitForURL("**/dashboard", { timeout: 1_500 });
  }).toPass({ timeout: 45_000 });
}

/** Expects the final balance, and one entry for every purchase behind it. */
async function expectGems(page: Page, product: Product, balance: number) {
  await page.goto(`${product.url}/settings?tab=history`);
  await expect(gems(page)).toHaveText(String(balance));
  const purchases = page.getByRole("table").getByRole("row").filter({ hasText: "Paystack Ref" });
  await expect(purchases).toHaveCount(balance === 2 ? 0 : 1);
}
