import { expect, gems, test } from "./product.ts";

test("gems bought in the sandbox arrive once, with their reference in the history", async ({
  page,
  product,
  member,
}) => {
  expect(member.email).toContain("@");
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await page.waitForURL("**/sandbox/paystack/**");
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

test("a cancelled payment changes nothing and says so", async ({ page, product, member }) => {
  expect(member.email).toContain("@");
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦3,000/ }).click();
  await page.waitForURL("**/sandbox/paystack/**");
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
