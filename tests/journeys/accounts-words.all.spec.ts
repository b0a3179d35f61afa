import type { Page } from "@playwright/test";
import { expect, newAccount, register, signIn, test } from "./product.ts";

// Checks the exact specified titles and texts (docs/product/specification.md, "Messages" and "Validation").

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** Expects a toast's or a box's title and text. */
const said = async (page: Page, title: string, text: string) => {
  const place = page.locator("[data-toast], [data-focus-first]").filter({ hasText: title });
  await expect(place).toContainText(text);
};

test("registering leads to the message about the mail @scripted", async ({ page, product }) => {
  const account = newAccount();
  await register(page, product, account);
  await said(page, "Check your email", "We've sent you a confirmation link to complete your registration.");
  await expect(heading(page)).toHaveText("Check Your Email");
  for (const words of [
    `We sent a verification link to ${account.email} to complete your registration.`,
    "Click the link to activate your account and claim 2 free gems.",
    "Check your spam folder, or sign up again.",
  ])
    await expect(main(page)).toContainText(words);
  await expect(page.getByRole("link", { name: "Back to Login" })).toHaveAttribute("href", "/login");
});

test("a failed sign-in shows the specified title @scripted", async ({ page, product }) => {
  await signIn(page, product, { email: newAccount().email, password: "nobody's" });
  await said(page, "Sign in failed", "Invalid login credentials");
});

test("Google and Apple show Coming soon as a dialog or a page and lead back", async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  for (const provider of ["Google", "Apple"]) {
    await page.goto(`${product.url}/login?next=/gallery`);
    await page.getByRole("link", { name: provider }).click();
    const place = javaScriptEnabled === false ? main(page) : page.getByRole("dialog", { name: "Coming Soon" });
    await expect(place.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    await expect(place).toContainText("Social login will be available soon.");
    await expect(place).toContainText("Please use email and password for now.");
    if (javaScriptEnabled !== false) {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("link", { name: provider })).toBeFocused();
    } else {
      await page.getByRole("link", { name: "Back to Login" }).click();
      await expect(page).toHaveURL(/\/login\?next=%2Fgallery$/);
    }
  }
});

test("the password can be revealed while typing, with scripts @scripted", async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await page.goto(`${product.url}/register`);
  const show = page.getByRole("button", { name: "Show password" });
  if (javaScriptEnabled === false) {
    await expect(show).toHaveCount(0);
    return;
  }
  await page.locator("#password").fill("a secret");
  await show.click();
  await expect(page.locator("#password")).toHaveAttribute("type", "text");
  await expect(page.locator("#confirmPassword")).toHaveAttribute("type", "password");
  await show.click();
  await expect(page.locator("#password")).toHaveAttribute("type", "password");
});

test("the forgotten-password pages show the specified words @plain", async ({ page, product }) => {
  const { email } = newAccount();
  await page.goto(`${product.url}/forgot-password`);
  for (const [name, path] of [
    ["Back to Login", "/login"],
    ["Back to Home", "/"],
  ] as const)
    await expect(main(page).getByRole("link", { name })).toHaveAttribute("href", path);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await said(page, "Check your email", "We've sent you a password reset link.");
  await expect(heading(page)).toHaveText("Check Your Email");
  await expect(main(page)).toContainText(email);
  await page.getByRole("link", { name: "Try Another Email" }).click();
  await expect(page.getByRole("button", { name: "Send Reset Link" })).toBeVisible();
});

test("the reset page without a session explains that the link is invalid @plain", async ({ page, product }) => {
  await page.goto(`${product.url}/reset-password`);
  await expect(heading(page)).toHaveText("Invalid Reset Link");
  await expect(main(page)).toContainText("Invalid or expired link. Please request a new password reset link.");
  await expect(page.getByRole("link", { name: "Request New Link" })).toHaveAttribute("href", "/forgot-password");
  await expect(main(page).getByRole("link", { name: "Back to Login" })).toHaveAttribute("href", "/login");
});

test("invalid new passwords show the specified titles on the reset page and in the settings", async ({
  page,
  product,
  member,
}) => {
  const choose = async (one: string, two: string, second: string, button: string) => {
    await page.getByLabel("New Password", { exact: true }).fill(one);
    await page.getByLabel(second, { exact: true }).fill(two);
    await page.getByRole("button", { name: button }).click();
  };
  await page.goto(`${product.url}/reset-password`);
  await choose("long enough", "but another", "Confirm New Password", "Reset Password");
  await said(page, "Passwords don't match", "Please make sure both passwords are the same.");
  await expect(page.locator("#confirmPassword-error")).toContainText("Please make sure both passwords are the same.");
  await choose("five5", "five5", "Confirm New Password", "Reset Password");
  await said(page, "Password too short", "Password must be at least 6 characters long.");

  await page.goto(`${product.url}/settings`);
  await page.getByLabel("Current Password", { exact: true }).fill(member.password);
  await choose("long enough", "but another", "Confirm Password", "Update Password");
  await expect(page.locator("#confirmPassword-error")).toHaveText("Passwords do not match.");
  await page.getByLabel("Current Password", { exact: true }).fill(member.password);
  await choose("five5", "five5", "Confirm Password", "Update Password");
  await expect(page.locator("#password-error")).toHaveText("Password must be at least 6 characters long.");
  await page.goto(`${product.url}/settings`);
  await choose("long enough", "", "Confirm Password", "Update Password");
  await expect(page.locator("#confirmPassword-error")).toHaveText("Please fill in both password fields.");
});

test("the settings confirm each save, and an empty name saves the email address @plain", async ({
  page,
  product,
  member,
}) => {
  await page.goto(`${product.url}/settings`);
  await expect(page.getByText("Email cannot be changed")).toBeVisible();
  await page.getByLabel("Display Name").fill("");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await said(page, "Profile updated", "Your profile information has been updated successfully.");
  await expect(page.getByLabel("Display Name")).toHaveValue(member.email);
  await page
    .getByRole("tab", { name: "Transaction History" })
    .or(page.getByRole("link", { name: "Transaction History" }))
    .first()
    .click();
  await page.waitForURL("**/settings?tab=history");
  const row = page.getByRole("row").nth(1);
  for (const cell of ["Bonus", "+2 gems", "Completed"]) await expect(row).toContainText(cell);
  await expect(page.getByRole("columnheader")).toHaveText(["Type", "Amount", "Description", "Date", "Status"]);
});
