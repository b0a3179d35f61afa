import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expectAccessible, expectValidHtml, settled } from "./expect-accessible.ts";
import { choosePhoto, confirm, expect, linkIn, message, newAccount, register, test, tapOption } from "./product.ts";
import { buyPackage } from "./buy-package.ts";

const publicPages = [
  "/",
  "/mobile",
  "/try",
  "/login",
  "/register",
  "/social-login",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/auth/confirm?token_hash=none&type=email",
  "/auth/confirm?token_hash=none&type=recovery",
  "/auth/confirm",
  "/terms",
  "/privacy",
  "/support",
  "/mailbox",
  "/offline",
  "/nowhere",
];
const memberPages = [
  "/dashboard",
  "/gallery",
  "/gallery?view=list",
  "/surprise-me",
  "/surprise-me/batch",
  "/batches",
  "/transform",
  "/pixel-art",
  "/background-engine",
  "/id-photo",
  "/buy-coins",
  "/settings",
  "/settings?tab=history",
  "/settings/notices",
  "/settings/delete-account",
  "/presets",
];

test("axe finds no violations on any page of visitors", async ({ page, product }) => {
  test.slow();
  for (const path of publicPages) {
    await expectValidHtml(await page.goto(product.url + path));
    await expectAccessible(page);
  }
});

test("axe finds no violations on a failed registration and a failed login", async ({ page, product }) => {
  await page.goto(`${product.url}/register`);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
  await page.goto(`${product.url}/login`);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
});

test("axe finds no violations on pages of mailed links: sent, repeated, used, forgotten and reset", async ({
  page,
  product,
}) => {
  const account = newAccount();
  await register(page, product, account);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send the link again" }).click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
  const link = linkIn((await product.mailTo(account.email)).text);
  await page.goto(link);
  await expectAccessible(page);
  await confirm(page, product, account);
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link was already used");
  await expectAccessible(page);
  await page.goto(`${product.url}/reset-password`);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto(`${product.url}/forgot-password`);
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
  await expectAccessible(page);
  await page.goto(`${product.url}/login`);
  await page.getByRole("link", { name: "Google" }).click();
  await settled(page, "dialog[open]");
  await expectAccessible(page);
});

test("axe finds no violations on payment pages: paying, declined, waiting, not credited", async ({
  page,
  product,
  member: _member,
}) => {
  const buy = async () => {
    await page.goto(`${product.url}/buy-coins`);
    await page.getByRole("button", { name: /₦1,000/ }).click();
    await product.reachedCheckout(page);
  };
  await buy();
  await page.getByText("Let something go wrong").click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.locator(":focus")).toContainText("The payment was declined.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Leave pending" }).click();
  await page.waitForURL("**/buy-coins/return?**");
  await expectAccessible(page);
  await buy();
  await page.getByText("Let something go wrong").click();
  await page.getByLabel("Amount paid").selectOption("wrong");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coin credit failed");
  await expectAccessible(page);
});

test("axe finds no violations on member pages: empty, processing and full", async ({
  page,
  product,
  member: _member,
}) => {
  test.slow();
  await settled(page, ".toast-region");
  await expectAccessible(page);
  await page.locator("summary[aria-label='Menu']").click();
  await expectAccessible(page);
  for (const path of memberPages) {
    await expectValidHtml(await page.goto(product.url + path));
    await expectAccessible(page);
  }
  await page.goto(`${product.url}/settings`);
  await page.getByLabel("Current Password").fill("not this one");
  await page.getByLabel("New Password").fill("longer than six");
  await page.getByLabel("Confirm Password").fill("and another one");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByRole("button", { name: "Close: Profile updated" })).toBeVisible();
  await settled(page, "[data-toast]");
  await expectAccessible(page);
  await page.goto(`${product.url}/settings/delete-account`);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
  const files = await photoFixtures();
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, files.textNamedJpg);
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
  await choosePhoto(page, files.snapshot);
  await page.waitForURL("**?draft=*");
  await expectAccessible(page);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await page.waitForURL("**?job=*");
  await expectAccessible(page);
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page);
  for (const path of ["/dashboard", "/gallery", "/gallery?view=list", "/settings?tab=history"]) {
    await expectValidHtml(await page.goto(product.url + path));
    await expectAccessible(page);
  }
});

test("axe finds no violations on any tool's steps, errors, result and dialog", async ({
  page,
  product,
  member: _member,
}) => {
  test.slow();
  const { portrait } = await photoFixtures();
  const choose = (name: RegExp) => page.getByRole("radio", { name }).check();
  const goOn = () => page.getByRole("button", { name: "Continue" }).click();
  await page.goto(`${product.url}/transform`);
  await choosePhoto(page, portrait);
  await expectAccessible(page);
  await goOn();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
  await choose(/^Describe/);
  await page.locator("summary", { hasText: "Draw a box" }).click();
  await expectAccessible(page);
  await tapOption(page, /^Studio/);
  await expectAccessible(page);
  await tapOption(page, /^Elegant Gray/);
  await expectAccessible(page);
  if (product.hosted) {
    await choose(/^Business/);
    await goOn();
    await choose(/^Female/);
    await expectAccessible(page);
    await choose(/^Describe/);
    await page.getByLabel("Describe the pose").fill("tall");
    await goOn();
  }
  await choose(/^Close-up/);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Transform Photo/ }).click();
  await page.waitForURL("**?job=*");
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  const result = page.url();
  await page.getByRole("link", { name: /^Generate More Angles/ }).click();
  await settled(page, "dialog[open]");
  await expectAccessible(page);

  await page.goto(`${product.url}/pixel-art`);
  await choosePhoto(page, portrait);
  await expect(page.getByText("Choose a style")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${product.url}/background-engine`);
  await choosePhoto(page, portrait);
  await choose(/^Replace/);
  await choose(/^Studio Backdrop/);
  await choose(/^Custom/);
  await page.getByLabel("Backdrop colour", { exact: true }).fill("none");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);

  await page.goto(`${product.url}/id-photo`);
  await choosePhoto(page, portrait);
  await choose(/^United States/);
  await expectAccessible(page);
  await tapOption(page, /^Only crop/);
  await expect(page.getByRole("heading", { name: "Your photo, checked" })).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page);

  await page.getByRole("link", { name: "Crop or rotate" }).click();
  await page.getByRole("radio", { name: "Free" }).check();
  await page.getByLabel("Width").fill("40");
  await page.getByRole("button", { name: "Use this photo" }).last().click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);

  await expectValidHtml(await page.goto(result));
  await page.getByRole("link", { name: /^Generate More Angles/ }).click();
  await page.getByRole("button", { name: "Low", exact: true }).click();
  await expect(page.getByRole("button", { name: "Generating Low..." })).toBeVisible();
  await expectAccessible(page);
});

test("axe finds no violations on a receipt, on phones and wide screens", async ({ page, product, member: _member }) => {
  await buyPackage(page, product, "starter");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expectAccessible(page);
  }
});
