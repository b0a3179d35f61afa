import type { Page } from "@playwright/test";
import { expect, type Product } from "./product.ts";

/** Buys the Starter package and returns its reference, from the receipt the history leads to. */
export async function buyStarter(page: Page, product: Product): Promise<string> {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await page.waitForURL("**/sandbox/paystack/**");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/dashboard");
  await page.goto(`${product.url}/settings?tab=history`);
  await page.getByRole("link", { name: /^Receipt \d{13}-starter-(NGN|USD)$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
