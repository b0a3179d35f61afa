import type { Page } from "@playwright/test";
import { confirm, expect, linkIn, message, newAccount, Product, register, signIn, test } from "./product.ts";
import { cookieOf } from "./raw-request.ts";

const sendAgain = (page: Page) => page.getByRole("button", { name: "Send the link again" });
const address = /127\.0\.0\.1:\d*/g;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("the confirmation mail can be requested again after a stated wait, the same for all addresses", async ({
  page,
  product,
  member,
}) => {
  await page.context().clearCookies();
  const said: string[] = [];
  for (const email of [member.email, newAccount().email]) {
    await page.goto(`${product.url}/verify-email`);
    await page.getByLabel("Email").fill(email);
    await sendAgain(page).click();
    await expect(page.getByText("If this address is waiting to be confirmed, its link is on the way.")).toBeVisible();
    await expect(page.getByText(/^You can ask again in \d+ seconds\.$/)).toBeVisible();
    const [answer] = await Promise.all([page.waitForResponse("**/verify-email"), sendAgain(page).click()]);
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(40);
    await expect(message(page)).toContainText(/You can ask again in \d+ seconds\./);
    said.push((await page.getByRole("main").innerText()).replaceAll(email, "…").replace(/\d+ seconds/g, "n seconds"));
    await page.context().clearCookies();
  }
  expect(said[0]).toBe(said[1]);
});

test("guessing passwords leads to a wait, whether the account exists or not", async ({ page, product, member }) => {
  test.setTimeout(120_000);
  await page.context().clearCookies();
  const answers: string[] = [];
  for (const email of [member.email, newAccount().email]) {
    let tries = 0;
    let status = 0;
    for (; status !== 429 && tries < 30; tries += 1) {
      const answer = await page.request.post(`${product.url}/login`, {
        form: { email, password: `guess ${tries}` },
        headers: { Origin: product.url },
      });
      status = answer.status();
      if (status === 429) {
        expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(600);
        const html = await answer.text();
        expect(html).toContain(`value="${email}"`);
        answers.push(
          `${tries}: ${/<h2 id="\w+">([^<]*)<\/h2><p id="\w+">([^<]*)<\/p>/.exec(html)?.slice(1).join(": ")}`,
        );
      }
    }
  }
  expect(answers[0]).toBe("15: Sign in failed: Too many tries. Please wait 15 minutes and try again.");
  expect(answers[1]).toBe(answers[0]);
});

test("a stranger's wrong guesses do not lock out a device that signed in before", async ({
  page,
  product,
  member,
  playwright,
}) => {
  await page.context().clearCookies();
  await signIn(page, product, member);
  await page.waitForURL("**/dashboard");
  await page.context().clearCookies({ name: /session/ });
  const stranger = await playwright.request.newContext();
  const guess = (tries: number) =>
    stranger.post(`${product.url}/login`, {
      form: { email: member.email, password: `guess ${tries}` },
      headers: { Origin: product.url },
    });
  for (let tries = 0; tries < 15; tries += 1) expect((await guess(tries)).status()).toBe(400);
  expect((await guess(15)).status()).toBe(429);
  await stranger.dispose();
  await signIn(page, product, member);
  await page.waitForURL("**/dashboard");
});

test("a bot that fills in every field gets the normal response and creates no account", async ({ page, product }) => {
  const { fullName, email, password } = newAccount();
  const answer = await page.request.post(`${product.url}/register`, {
    form: { fullName, email, password, confirmPassword: password, website: "https://spam.example" },
    headers: { Origin: product.url },
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers()["location"]]).toEqual([303, "/verify-email"]);
  await page.context().clearCookies();
  await signIn(page, product, { email, password });
  await expect(message(page)).toContainText("Invalid login credentials");
  expect((await product.mails()).filter(({ to }) => to === email)).toEqual([]);
});

test("used, replaced and broken links each state their fault and offer a way on", async ({ page, product }) => {
  const account = newAccount();
  await register(page, product, account);
  const link = linkIn((await product.mailTo(account.email)).text);
  const follow = async (url: string, button: string) => {
    await page.goto(url);
    const password = page.getByLabel("Password", { exact: true });
    if (await password.isVisible()) await password.fill(account.password);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return answer.status();
  };

  await confirm(page, product, account);
  await follow(link, "Confirm my email address");
  await expect(page.getByRole("link", { name: "Go to Dashboard" })).toBeVisible();
  await page.context().clearCookies();
  expect(await follow(link, "Confirm my email address")).toBe(400);
  // Supabase Auth has one answer for every invalid link: the page names the possible causes.
  const [used, confirmed] = product.hosted
    ? ["This link does not work", "used, or has expired. If your address is confirmed already, just sign in."]
    : ["This link was already used", "Your address is confirmed: nothing more is needed."];
  await expect(heading(page)).toHaveText(used);
  await expect(page.getByRole("main")).toContainText(confirmed);
  await expect(page.getByRole("link", { name: "Back to Login" })).toHaveAttribute("href", "/login");

  const foreign = `${product.url}/auth/confirm?token_hash=${"f".repeat(56)}`;
  expect(await follow(`${foreign}&type=email`, "Confirm my email address")).toBe(400);
  await expect(heading(page)).toHaveText("This link does not work");
  await expect(page.getByRole("link", { name: "Send a new link" })).toHaveAttribute("href", "/verify-email");
  expect(await follow(`${foreign}&type=recovery`, "Choose a new password")).toBe(400);
  await expect(heading(page)).toHaveText("This link does not work");
  await expect(page.getByRole("link", { name: "Request New Link" })).toHaveAttribute("href", "/forgot-password");

  const cutOff = await page.goto(link.slice(0, -12));
  expect(cutOff?.status()).toBe(400);
  await expect(heading(page)).toHaveText("This link is not complete");

  // A mail scanner only opens the link, which does not use it up; the button did.
  await page.goto(`${product.url}/forgot-password`);
  await page.getByLabel("Email").fill(account.email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expect(async () => expect((await product.mailTo(account.email)).text).toContain("type=recovery")).toPass();
  const reset = linkIn((await product.mailTo(account.email)).text);
  for (let look = 0; look < 3; look += 1) expect((await page.request.get(reset)).status()).toBe(200);
  await page.goto(reset);
  await page.getByRole("button", { name: "Choose a new password" }).click();
  await page.waitForURL("**/reset-password");
  await page.context().clearCookies();
  expect(await follow(reset, "Choose a new password")).toBe(400);
  await expect(heading(page)).toHaveText(used);
  await expect(page.getByRole("link", { name: "Request New Link" })).toBeVisible();
});

test("the log of an account's whole life contains no personal data and no secret @long", async ({ page }) => {
  test.setTimeout(120_000);
  const product = await Product.create({ LOG_LEVEL: "debug" });
  const secrets: string[] = [];
  try {
    const account = { ...newAccount("Temperance Unmistakable"), password: "unmistakable secret" };
    secrets.push(
      account.email,
      "Temperance",
      "Unmistakable",
      "unmistakable",
      "another unheard of",
      "a third unheard of",
      "Other Name",
    );
    await register(page, product, account);
    secrets.push(new URL(linkIn((await product.mailTo(account.email)).text)).searchParams.get("token_hash") ?? "");
    await confirm(page, product, account);
    await page.goto(`${product.url}/settings`);
    await page.getByLabel("Display Name").fill("Other Name");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(page.getByText("Profile updated").first()).toBeVisible();
    await page.getByLabel("Current Password", { exact: true }).fill(account.password);
    await page.getByLabel("New Password", { exact: true }).fill("another unheard of");
    await page.getByLabel("Confirm Password", { exact: true }).fill("another unheard of");
    await page.getByRole("button", { name: "Update Password" }).click();
    await expect(page.getByText("Password updated").first()).toBeVisible();
    const form = await page.request.post(`${product.url}/settings/export`, { headers: { Origin: product.url } });
    expect(form.headers()["content-type"]).toBe("application/zip");
    const cookie = await cookieOf(page);
    const { access_token: token, refresh_token: refresh } = JSON.parse(
      Buffer.from(/session=base64-([\w-]+)/.exec(cookie)?.[1] ?? "", "base64url").toString(),
    );
    secrets.push(token, refresh, cookie);
    await page.context().clearCookies();
    // An expired session, a wrong password, and a forgotten one.
    await fetch(`${product.url}/gallery`, { headers: { Cookie: "photogem-session=base64-e30" }, redirect: "manual" });
    await signIn(page, product, account);
    await page.goto(`${product.url}/forgot-password`);
    await page.getByLabel("Email").fill(account.email);
    await page.getByRole("button", { name: "Send Reset Link" }).click();
    await expect(async () => expect((await product.mailTo(account.email)).text).toContain("type=recovery")).toPass();
    const reset = linkIn((await product.mailTo(account.email)).text);
    secrets.push(new URL(reset).searchParams.get("token_hash") ?? "");
    await page.goto(reset);
    await page.getByRole("button", { name: "Choose a new password" }).click();
    await page.getByLabel("New Password", { exact: true }).fill("a third unheard of");
    await page.getByLabel("Confirm New Password", { exact: true }).fill("a third unheard of");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Password Reset Complete");
    await signIn(page, product, { email: account.email, password: "a third unheard of" });
    await page.waitForURL("**/dashboard");
    await page.goto(`${product.url}/settings/delete-account`);
    await page.getByLabel("Your password", { exact: true }).fill("a third unheard of");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.waitForURL(`${product.url}/`);
    const lines = product.output.split("\n");
    expect(lines.filter((line) => line.includes('"path":"/settings/')).length).toBeGreaterThanOrEqual(4);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(3);
      expect(lines.filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))).toEqual([]);
    }
    expect(product.output).not.toMatch(/"level":50/);
    const services =
      decodeURIComponent(Object.values(product.hosted?.environment ?? {}).join(" ")).match(address) ?? [];
    expect((product.output.match(address) ?? []).filter((each) => !services.some((one) => one === each))).toEqual([]);
  } finally {
    await product.remove();
  }
});
