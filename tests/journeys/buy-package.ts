import type { Page } from "@playwright/test";
import { expect, type Product } from "./product.ts";

const prices = { starter: /₦1,000/, popular: /₦3,000/, pro: /₦5,000/ };

/** Buys a package and returns the payment's reference, from the receipt linked in the history. */
export async function buyPackage(
  page: Page,
  product: Product,
  id: keyof typeof prices,
  { refund }: { refund?: "Fails" } = {},
): Promise<string> {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: prices[id] }).click();
  await product.reachedCheckout(page);
  if (refund) {
    await page.getByText("Let something go wrong").click();
    await page.getByLabel("A refund of it").selectOption(refund);
  }
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/dashboard");
  await page.goto(`${product.url}/settings?tab=history`);
  await page.getByRole("link", { name: new RegExp(`^Receipt \\d{13}-${id}-(NGN|USD)$`) }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
