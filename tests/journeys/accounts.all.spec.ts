import type { Browser } from "@playwright/test";
import {
  type Account,
  confirm,
  expect,
  gems,
  linkIn,
  message,
  newAccount,
  type Product,
  register,
  signIn,
  test,
} from "./product.ts";

test("registering a known address looks the same and sends another mail @plain", async ({
  page,
  product,
  member,
  browser,
}) => {
  const first = await page.context().cookies();
  expect(first.length).toBeGreaterThan(0);
  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await register(stranger, product, { ...member, fullName: "Somebody Else" });
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
  await expect(async () => {
    const mail = await product.mailTo(member.email);
    expect(mail.text).toMatch(/already (has|have) an account/i);
  }).toPass();
  await stranger.context().close();
});

test("a wrong password shows an error and preserves the address @plain", async ({ browser, page, product, member }) => {
  expect(await page.title()).toContain("Dashboard");
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, product, { email: member.email, password: "wrong password" });
  await expect(message(elsewhere)).toContainText("Invalid login credentials");
  await expect(elsewhere).toHaveTitle(/^Error: /);
  await expect(elsewhere.getByLabel("Email")).toHaveValue(member.email);
  await expect(elsewhere.getByLabel("Password", { exact: true })).toHaveValue("");
  await elsewhere.context().close();
});

test("an unconfirmed address cannot sign in yet and can request the mail again @plain", async ({ page, product }) => {
  const account = newAccount();
  await register(page, product, account);
  await signIn(page, product, account);
  await expect(message(page)).toContainText(/not confirmed/i);
  await page
    .getByRole("main")
    .getByRole("button", { name: /send|again/i })
    .click();
  await page.waitForURL("**/verify-email**");
  await confirm(page, product, account);
  await expect(gems(page)).toHaveText("2");
});

test("mismatched passwords show an error beside the field and preserve other values @scripted", async ({
  page,
  product,
}) => {
  const account = newAccount();
  await page.goto(`${product.url}/register`);
  await page.getByLabel("Full Name").fill(account.fullName);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill("something else");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.locator("#confirmPassword-error")).toHaveText("Passwords do not match.");
  await expect(message(page).getByRole("link", { name: "Passwords do not match." })).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Full Name")).toHaveValue(account.fullName);
  await expect(page.getByLabel("Email")).toHaveValue(account.email);
});

test("an empty registration names every field @plain", async ({ page, product }) => {
  await page.goto(`${product.url}/register`);
  await page.getByRole("button", { name: "Create account" }).click();
  for (const field of ["fullName", "email", "password", "confirmPassword"])
    await expect(page.locator(`#${field}-error`)).toBeVisible();
  await expect(message(page).getByRole("link")).toHaveCount(4);
});

test("visitors are sent to the login page and then back to their destination @plain", async ({
  page,
  product,
  member,
}) => {
  await page.goto(`${product.url}/dashboard`);
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("button", { name: "Logout" }).last().click();
  await page.waitForURL(`${product.url}/`);
  await page.goto(`${product.url}/gallery?view=list`);
  await page.waitForURL("**/login?next=*");
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/gallery?view=list");
  await page.goto(`${product.url}/login`);
  await page.waitForURL("**/dashboard");
});

test("a forgotten password is replaced, and the old one no longer works @plain", async ({ page, product, member }) => {
  await page.goto(`${product.url}/settings`);
  await page.context().clearCookies();
  await page.goto(`${product.url}/forgot-password`);
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
  await expect(page.getByRole("main")).toContainText(member.email);
  await expect(async () => expect((await product.mailTo(member.email)).text).toContain("type=recovery")).toPass();
  const { text } = await product.mailTo(member.email);
  await page.goto(/https?:\/\/\S*type=recovery\S*/.exec(text)?.[0] ?? "");
  await page.getByRole("button", { name: "Choose a new password" }).click();
  await page.waitForURL("**/reset-password**");
  await page.getByLabel("New Password", { exact: true }).fill("a brand new secret");
  await page.getByLabel("Confirm New Password", { exact: true }).fill("a brand new secret");
  await page
    .getByRole("main")
    .getByRole("button", { name: /reset|update|password/i })
    .last()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Password Reset Complete");
  await expect(page.getByText("Password reset successful")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to Login" })).toHaveAttribute("href", "/login");
  // The page redirects by itself after 3 seconds.
  await page.waitForURL(`${product.url}/login`);
  await signIn(page, product, member);
  await expect(message(page)).toContainText("Invalid login credentials");
  await signIn(page, product, { email: member.email, password: "a brand new secret" });
  await page.waitForURL("**/dashboard");
});

/** Signs an address up on a separate device, by the request alone. */
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

/** Signs in on a separate device and returns its page. */
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
  await expect(message(refused)).toContainText("Invalid login credentials");
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
  await expect(message(refused)).toContainText("Invalid login credentials");
  await refused.context().close();
});
