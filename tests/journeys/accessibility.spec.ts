import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { choosePhoto, confirm, expect, linkIn, newAccount, register, test } from "./product.ts";

const publicPages = [
  "/",
  "/mobile",
  "/login",
  "/register",
  "/social-login",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/auth/confirm?token_hash=none&type=email",
  "/terms",
  "/privacy",
  "/mailbox",
  "/nowhere",
];
const memberPages = [
  "/dashboard",
  "/gallery",
  "/gallery?view=list",
  "/surprise-me",
  "/transform",
  "/pixel-art",
  "/background-engine",
  "/buy-coins",
  "/settings",
  "/settings?tab=history",
  "/settings/delete-account",
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    for (const path of publicPages) {
      test(`axe finds nothing on ${path}`, async ({ page, product }) => {
        await page.goto(product.url + path);
        await expectAccessible(page);
      });
    }

    test("axe finds nothing on a failed registration and a failed login", async ({ page, product }) => {
      await page.goto(`${product.url}/register`);
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
      await page.goto(`${product.url}/login`);
      await page.getByRole("button", { name: "Login" }).click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
    });

    test("axe finds nothing on what a mail leads to: sent, asked for too soon, used, forgotten and reset", async ({
      page,
      product,
    }) => {
      const account = newAccount();
      await register(page, product, account);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Send the link again" }).click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
      const link = linkIn((await product.mailTo(account.email)).text);
      await page.goto(link);
      await expectAccessible(page);
      await confirm(page, product, account);
      await page.goto(link);
      await page.getByRole("button", { name: "Confirm my e-mail address" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link was used already");
      await expectAccessible(page);
      await page.goto(`${product.url}/reset-password`);
      await page.getByRole("button", { name: "Reset Password" }).click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
      await page.context().clearCookies();
      await page.goto(`${product.url}/forgot-password`);
      await page.getByLabel("Email").fill(account.email);
      await page.getByRole("button", { name: "Send Reset Link" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
      await expectAccessible(page);
      await page.goto(`${product.url}/login`);
      await page.getByRole("link", { name: "Google" }).click();
      await page.getByRole("dialog").evaluate(async (dialog) => {
        await Promise.all(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished));
      });
      await expectAccessible(page);
    });

    test("axe finds nothing on the signed-in pages, empty, at work and full", async ({ page, product, member }) => {
      expect(member.email).toContain("@");
      await expectAccessible(page);
      await page.locator("summary[aria-label='Menu']").click();
      await expectAccessible(page);
      for (const path of memberPages) {
        await page.goto(product.url + path);
        await expectAccessible(page);
      }
      await page.goto(`${product.url}/settings/delete-account`);
      await page.getByRole("button", { name: "Delete my account" }).click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
      const files = await photoFixtures();
      await page.goto(`${product.url}/surprise-me`);
      await choosePhoto(page, files.textNamedJpg);
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
      await choosePhoto(page, files.snapshot);
      await page.waitForURL("**?draft=*");
      await expectAccessible(page);
      await page.getByRole("button", { name: /Surprise Me/ }).click();
      await page.waitForURL("**?job=*");
      await expectAccessible(page);
      await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
      await expectAccessible(page);
      for (const path of ["/dashboard", "/gallery", "/gallery?view=list", "/settings?tab=history"]) {
        await page.goto(product.url + path);
        await expectAccessible(page);
      }
    });

    test("axe finds nothing on any step of any tool, on its errors, its result and its dialog", async ({
      page,
      product,
      member,
    }) => {
      expect(member.email).toContain("@");
      const { portrait } = await photoFixtures();
      const choose = (name: RegExp) => page.getByRole("radio", { name }).check();
      const goOn = () => page.getByRole("button", { name: "Continue" }).click();
      await page.goto(`${product.url}/transform`);
      await choosePhoto(page, portrait);
      await expectAccessible(page);
      await goOn();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
      await choose(/^Describe/);
      await page.locator("summary", { hasText: "Draw a box" }).click();
      await expectAccessible(page);
      await choose(/^Studio/);
      await goOn();
      await expectAccessible(page);
      await choose(/^Elegant Gray/);
      await goOn();
      await expectAccessible(page);
      await choose(/^Business/);
      await goOn();
      await choose(/^Female/);
      await expectAccessible(page);
      await choose(/^Describe/);
      await page.getByLabel("Describe the pose").fill("tall");
      await goOn();
      await choose(/^Close-up/);
      await expectAccessible(page);
      await page.getByRole("button", { name: /^Transform Photo/ }).click();
      await page.waitForURL("**?job=*");
      await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 60_000 });
      await page.getByRole("link", { name: /^Generate More Angles/ }).click();
      // Half faded in, nothing has its own colours yet.
      await page.getByRole("dialog").evaluate(async (dialog) => {
        await Promise.all(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished));
      });
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
      await expect(page.getByRole("alert")).toBeFocused();
      await expectAccessible(page);
    });
  });
}
