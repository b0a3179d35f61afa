import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expect, gems, linkIn, newAccount, test } from "./product.ts";

test("the whole way from registering to the download works with the keyboard alone", async ({ page, product }) => {
  const account = newAccount();
  await page.goto(`${product.url}/register`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await tabTo(page, "Full Name");
  for (const text of [account.fullName, account.email]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type(account.password);
  await tabTo(page, "Confirm Password");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/verify-email");

  await page.goto(linkIn((await product.mailTo(account.email)).text));
  await tabTo(page, "Confirm my e-mail address");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await tabTo(page, /Surprise Me/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/surprise-me");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  // Listened for well before the press: the browser begins to hand choosers over some time after it was asked to.
  const chooser = page.waitForEvent("filechooser");
  await tabTo(page, /Choose a photo/);
  await page.keyboard.press("Enter");
  await (await chooser).setFiles((await photoFixtures()).snapshot);
  await page.waitForURL("**?draft=*");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await tabTo(page, /^Surprise Me/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**?job=*");
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
  await expect(gems(page)).toHaveText("1");
  await tabTo(page, "Download");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toContain("snapshot-enhanced-");
});

/** Presses Tab until the control with this name has focus, as a person would; fails after once round the page. */
async function tabTo(page: Page, name: string | RegExp) {
  const matches = (text: string) => (typeof name === "string" ? text === name : name.test(text));
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    if (!(await focused.count())) continue;
    const text = await focused.evaluate((element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      return (element.getAttribute("aria-label") ?? label ?? element.textContent ?? "").trim();
    });
    if (matches(text)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}
