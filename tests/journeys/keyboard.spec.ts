import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expect, gems, linkIn, newAccount, test } from "./product.ts";
import { enter, pickPhoto, tabTo } from "./tab-to.ts";

test("registering, transforming, downloading and signing out work with the keyboard alone", async ({
  page,
  product,
}) => {
  const account = newAccount();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await page.goto(`${product.url}/register`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  for (const [name, text] of [
    ["Full Name", account.fullName],
    ["Email", account.email],
    ["Password", account.password],
    ["Confirm Password", account.password],
  ] as const) {
    await tabTo(page, field(name));
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/verify-email");

  await page.goto(linkIn((await product.mailTo(account.email)).text));
  await enter(page, page.getByRole("button", { name: "Confirm my email address" }));
  await page.waitForURL("**/dashboard");
  await enter(page, page.getByRole("main").getByRole("link", { name: /Surprise Me/ }));
  await page.waitForURL("**/surprise-me");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeFocused();
  await pickPhoto(page, (await photoFixtures()).snapshot);
  await page.waitForURL("**?draft=*");
  await expect(heading).toBeFocused();
  await enter(page, page.getByRole("button", { name: /^Surprise Me/ }));
  await page.waitForURL("**?job=*");
  await expect(heading, "the button is gone with its page").toBeFocused();
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
  await expect(heading).toHaveText("snapshot");
  await expect(heading, "the result comes by itself").toBeFocused();
  await expect(gems(page)).toHaveText("1");
  await tabTo(page, page.getByRole("link", { name: "Download" }));
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toContain("snapshot-enhanced-");

  const menu = page.locator("summary[aria-label=Menu]");
  const logout = page.getByRole("button", { name: "Logout" });
  await enter(page, menu);
  await expect(logout).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(logout).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, logout);
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(gems(page)).toHaveCount(0);
});

test("buying gems works with the keyboard alone", async ({ page, product, member: _member }) => {
  await enter(page, page.getByRole("link", { name: "2 gems. Buy Gems" }));
  await page.waitForURL("**/buy-coins");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const pay = page.getByRole("button", { name: "Pay ₦1,000 for 8 gems" });
  await tabTo(page, page.getByRole("radio", { name: "NGN (Naira)" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "USD (Dollar)" })).toBeChecked();
  await expect(page.getByText("Payment will be processed in Naira")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await enter(page, pay);
  await product.reachedCheckout(page);
  await enter(page, page.getByRole("button", { name: "Decline" }));
  await expect(page.getByRole("alert"), "a page that was loaded with an error begins at it").toBeFocused();
  await enter(page, page.getByRole("button", { name: "Pay ₦1,000" }));
  await page.waitForURL("**/dashboard");
  await expect(gems(page)).toHaveText("10");
  const close = page.getByRole("button", { name: "Close: Purchase successful!" });
  await enter(page, close);
  await expect(close).toBeHidden();
});

test("Back and Forward restore the focus of the page", async ({ page, member: _member }) => {
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  const history = main.getByRole("link", { name: "View History" });
  await enter(page, history);
  await expect(heading).toHaveText("Gallery");
  await expect(heading).toBeFocused();
  const start = main.getByRole("link", { name: "Start Transforming" });
  await enter(page, start);
  await expect(heading).toHaveText(/^Hello/);
  await page.goBack();
  await expect(start).toBeFocused();
  await page.goBack();
  await expect(history).toBeFocused();
  await page.goForward();
  await expect(start).toBeFocused();
});
