import { expect, gems, test } from "./product.ts";

test("gems bought in the sandbox are credited once with their reference in the history", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await product.reachedCheckout(page);
  await expect(page.getByText(/no money/i).first()).toBeVisible();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByText("Purchase successful!")).toBeVisible();
  await expect(page.getByText("8 gems have been added to your account.")).toBeVisible();
  await expect(gems(page)).toHaveText("10");
  await page.goto(`${product.url}/settings?tab=history`);
  const purchases = page.getByRole("table").getByRole("row").filter({ hasText: "Purchase" });
  await expect(purchases).toHaveCount(1);
  await expect(purchases).toContainText(/Starter purchase - 8 gems \(Paystack Ref: \d{13}-starter-NGN\)/);
});

test("a cancelled payment changes nothing and shows a message @plain", async ({ page, product, member: _member }) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦3,000/ }).click();
  await product.reachedCheckout(page);
  await page
    .getByRole("button", { name: "Cancel" })
    .or(page.getByRole("link", { name: "Cancel" }))
    .first()
    .click();
  await page.waitForURL("**/buy-coins**");
  await expect(page.getByText("Payment cancelled")).toBeVisible();
  await expect(page.getByText("You cancelled the payment.")).toBeVisible();
  await expect(gems(page)).toHaveText("2");
});

test("a slow payment waits on a page that rechecks, and is credited when it is done @plain", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦3,000/ }).click();
  await product.reachedCheckout(page);
  const paymentPage = page.url();
  await page.getByRole("button", { name: "Leave pending" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Waiting for your payment" })).toBeVisible();
  const waitingPage = page.url();
  await page.goto(paymentPage);
  await page.getByText("Let something go wrong").click();
  await page.getByLabel("Webhook", { exact: true }).selectOption("never");
  await page.getByLabel(/^Answers about the payment/).selectOption("error");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("We couldn't reach Paystack just now.")).toBeVisible();
  await expect(async () => {
    await page.goto(waitingPage);
    if (!page.url().endsWith("/dashboard")) await page.getByRole("button", { name: "Check again" }).click();
    await page.waitForURL("**/dashboard", { timeout: 1_500 });
  }).toPass({ timeout: 45_000 });
  await expect(page.getByText("Purchase successful!")).toBeVisible();
});

test("half the price credits nothing and leads to support with the payment's reference @plain", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await product.reachedCheckout(page);
  await page.getByText("Let something go wrong").click();
  await page.getByLabel("Amount paid").selectOption("wrong");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Coin credit failed" })).toBeVisible();
  await expect(page.getByText(/\d{13}-starter-NGN/)).toBeVisible();
  await page.goto(`${product.url}/dashboard`);
  await expect(gems(page)).toHaveText("2");
});
