import type { Browser } from "@playwright/test";
import { type Account, expect, gems, linkIn, newAccount, type Product, register, signIn, test } from "./product.ts";

/** Signs an address up on a device of its own, by the request alone. */
async function signUpElsewhere(browser: Browser, product: Product, account: Account) {
  const device = await browser.newContext();
  const answer = await device.request.post(`${product.url}/register`, {
    form: { ...account, confirmPassword: account.password },
    headers: { Origin: product.url },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  await device.close();
}

/** Signs in on a device of its own and gives the page that answers. */
async function signInElsewhere(browser: Browser, product: Product, account: Account) {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, product, account);
  return page;
}

test("a stranger who signed up a foreign address first gains nothing when its owner confirms @plain", async ({
  page,
  product,
  browser,
}) => {
  const owner = newAccount();
  const stranger = { ...owner, fullName: "Mallory", password: "the stranger's own" };
  await signUpElsewhere(browser, product, stranger);
  await register(page, product, owner);
  await page.goto(linkIn((await product.mailTo(owner.email)).text));

  await page.getByRole("button", { name: /^Confirm my/ }).click();
  await expect(page.locator("#password-error")).toHaveText("Enter a password.");
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: /^Confirm my/ }).click();
  await page.waitForURL("**/dashboard");
  await expect(gems(page)).toHaveText("2");
  await page.goto(`${product.url}/settings`);
  await expect(page.getByText("Mallory")).toHaveCount(0);

  const refused = await signInElsewhere(browser, product, stranger);
  await expect(refused.getByRole("alert")).toContainText("Invalid login credentials");
  await refused.context().close();
  const back = await signInElsewhere(browser, product, owner);
  await back.waitForURL("**/dashboard");
  await back.context().close();
});

test("a stranger who signs up a foreign address second changes nothing for its owner @plain", async ({
  page,
  product,
  browser,
}) => {
  const owner = newAccount();
  await register(page, product, owner);
  await signUpElsewhere(browser, product, { ...owner, fullName: "Mallory", password: "the stranger's own" });
  await page.goto(linkIn((await product.mailTo(owner.email)).text));
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: /^Confirm my/ }).click();
  await page.waitForURL("**/dashboard");
  const back = await signInElsewhere(browser, product, owner);
  await back.waitForURL("**/dashboard");
  await back.context().close();
});

test("another device asks for the chosen password once and preserves the name @plain", async ({
  page,
  product,
  browser,
}) => {
  const owner = newAccount("Ngozi Eze");
  await signUpElsewhere(browser, product, owner);
  await page.goto(linkIn((await product.mailTo(owner.email)).text));
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: /^Confirm my/ }).click();
  await page.waitForURL("**/dashboard");
  await page.goto(`${product.url}/settings`);
  await expect(page.getByLabel(/name/i).first()).toHaveValue("Ngozi Eze");
});

test("a reset link that confirms an address replaces a stranger's password @plain", async ({
  page,
  product,
  browser,
}) => {
  const stranger = { ...newAccount("Mallory"), password: "the stranger's own" };
  await signUpElsewhere(browser, product, stranger);
  await product.mailTo(stranger.email);
  await page.goto(`${product.url}/forgot-password`);
  await page.getByLabel("Email").fill(stranger.email);
  await page.getByRole("button", { name: /send/i }).click();
  await expect(async () => {
    expect((await product.mailTo(stranger.email)).text).toContain("type=recovery");
  }).toPass();
  await page.goto(linkIn((await product.mailTo(stranger.email)).text));
  await page.getByRole("button", { name: "Choose a new password" }).click();
  await page.waitForURL("**/reset-password");
  const refused = await signInElsewhere(browser, product, stranger);
  await expect(refused.getByRole("alert")).toContainText("Invalid login credentials");
  await refused.context().close();
});
