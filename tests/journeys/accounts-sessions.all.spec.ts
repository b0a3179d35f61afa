import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { confirm, expect, gems, message, newAccount, openDraft, register, signIn, test } from "./product.ts";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { cookieOf } from "./raw-request.ts";

interface KeptSession {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

const cookieName = "photogem-session";

async function keptSession(context: BrowserContext): Promise<KeptSession> {
  const cookie = (await context.cookies()).find(({ name }) => name === cookieName);
  return decoded(cookie?.value ?? "");
}

const decoded = (value: string): KeptSession =>
  JSON.parse(Buffer.from(value.replace("base64-", ""), "base64url").toString());
const encoded = (session: KeptSession) => `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;

/** Puts a session with an expired access token into the browser. */
async function letExpire(page: Page, url: string, change: Partial<KeptSession> = {}): Promise<string> {
  const session = await keptSession(page.context());
  const value = encoded({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60, ...change });
  await page.context().addCookies([{ name: cookieName, value, url, httpOnly: true, sameSite: "Lax" }]);
  return value;
}

test("six concurrent requests with an expired token all stay signed in on one new session @plain", async ({
  page,
  product,
  member,
}) => {
  const expired = await letExpire(page, product.url);
  const ask = (value: string) =>
    fetch(`${product.url}/settings`, { headers: { Cookie: `${cookieName}=${value}` }, redirect: "manual" });
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(expired)));
  const sessions = answers.map(({ headers }) => {
    const line = headers.getSetCookie().find((cookie) => cookie.startsWith(`${cookieName}=`));
    return decoded(/=([^;]+)/.exec(line ?? "")?.[1] ?? "");
  });
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(member.email);
    expect(answer.headers.get("cache-control")).toContain("no-store");
  }
  expect(new Set(sessions.map(({ refresh_token }) => refresh_token)).size).toBe(1);
  expect(sessions[0]?.refresh_token).not.toBe(decoded(expired).refresh_token);
  for (const session of sessions) expect((await ask(encoded(session))).status).toBe(200);
  // The browser itself never received a response, and its session still works.
  await page.goto(`${product.url}/gallery`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/gallery$/);
});

test("a session that cannot be refreshed ends with a message @scripted", async ({ page, product, member }) => {
  await letExpire(page, product.url, { refresh_token: "gone" });
  await page.goto(`${product.url}/gallery`);
  await page.waitForURL("**/login?next=%2Fgallery");
  await expect(page.getByText("You were signed out")).toBeVisible();
  await expect(page.getByText("Your session has ended. Please sign in again to continue.")).toBeVisible();
  expect((await page.context().cookies()).filter(({ name }) => name === cookieName)).toEqual([]);
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/gallery");
});

test("a visitor without a session is asked to sign in without a sign-out message @plain", async ({ page, product }) => {
  await page.goto(`${product.url}/gallery`);
  await page.waitForURL("**/login?next=%2Fgallery");
  await expect(page.getByText("You were signed out")).toHaveCount(0);
});

test("Back shows nothing private after signing out, and the session ends everywhere @scripted", async ({
  page,
  product,
  member,
}) => {
  await page.goto(`${product.url}/settings`);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(member.email);
  const stolen = await page.context().cookies();
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("button", { name: "Logout" }).last().click();
  await page.waitForURL(`${product.url}/`);
  expect((await page.context().cookies()).filter(({ name }) => name === cookieName)).toEqual([]);
  await page.goBack();
  await page.waitForURL("**/login?next=*");
  await expect(page.locator("body")).not.toContainText(member.email);
  await expect(page.locator("body")).not.toContainText(member.fullName);

  const headers = { Cookie: stolen.map(({ name, value }) => `${name}=${value}`).join("; "), Origin: product.url };
  const body = new URLSearchParams({ displayName: "Somebody Else" });
  for (const request of [{}, { method: "POST", body }]) {
    const answer = await fetch(`${product.url}/settings/profile`, { ...request, headers, redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toContain("/login");
  }
});

test("the owner learns of a new device; a new password and Sign out everywhere end the other sessions @scripted", async ({
  page,
  product,
  member,
  browser,
}) => {
  const phone = await (await browser.newContext()).newPage();
  await signIn(phone, product, member);
  await phone.waitForURL("**/dashboard");
  await expect(async () =>
    expect(await product.mailTo(member.email)).toMatchObject({
      subject: "New sign-in to your account",
      text: expect.stringContaining("Chrome on Linux"),
    }),
  ).toPass();
  await page.goto(`${product.url}/settings`);
  await page.getByLabel("Current Password", { exact: true }).fill("not the right one");
  await page.getByLabel("New Password", { exact: true }).fill("another long secret");
  await page.getByLabel("Confirm Password", { exact: true }).fill("another long secret");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.locator("#currentPassword-error")).toHaveText("This is not your current password.");
  await page.getByLabel("Current Password", { exact: true }).fill(member.password);
  await page.getByLabel("New Password", { exact: true }).fill("another long secret");
  await page.getByLabel("Confirm Password", { exact: true }).fill("another long secret");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByText("Your password has been updated successfully.")).toBeVisible();
  await expect(async () =>
    expect((await product.mailTo(member.email)).subject).toBe("Your password was changed"),
  ).toPass();
  for (const ends of ["new password", "everywhere"]) {
    if (ends === "everywhere") {
      await signIn(phone, product, { email: member.email, password: "another long secret" });
      await phone.waitForURL("**/dashboard");
      await page.goto(`${product.url}/settings`);
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await page.waitForURL(`${product.url}/`);
      await expect(page.getByText("Every device has to sign in again.")).toBeVisible();
    }
    await phone.goto(`${product.url}/settings`);
    await phone.waitForURL("**/login?next=*");
    await expect(phone.getByText("You were signed out")).toBeVisible();
  }
  await phone.context().close();
});

test("the login page redirects a signed-in member to their destination @plain", async ({ page, product, member }) => {
  expect(member.email).not.toBe(newAccount().email);
  await page.goto(`${product.url}/login?next=/gallery`);
  await page.waitForURL("**/gallery");
  await page.goto(`${product.url}/register?next=//evil.example`);
  await page.waitForURL("**/dashboard");
});

test("a member downloads all of their data as one file @plain", async ({ page, product, member }) => {
  await openDraft(page, product, (await photoFixtures()).snapshot);
  await page.goto(`${product.url}/settings`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^photogem-\d{4}-\d\d-\d\d\.zip$/);
  const zip = await readFile((await download.path()) ?? "");
  for (const name of ["profile.json", "transactions.json", "transformations.json"])
    expect(zip.includes(name)).toBe(true);
  for (const own of [member.fullName, member.email]) expect(zip.includes(own)).toBe(true);
  expect(zip.includes("-original-snapshot-")).toBe(true);
});

test("deleting an account requires its password and frees its address without new gems @plain", async ({
  page,
  product,
  member,
}) => {
  await page.goto(`${product.url}/settings`);
  await page.getByRole("link", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delete my account");
  await page.getByLabel("Your password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(message(page)).toContainText("This is not your password.");

  const Cookie = await cookieOf(page);
  await page.getByLabel("Your password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL(`${product.url}/`);
  await expect(page.getByText("Account deleted")).toBeVisible();

  // Another device's token has not expired.
  for (const path of ["/dashboard", "/gallery?view=list"]) {
    const elsewhere = await fetch(product.url + path, { headers: { Cookie }, redirect: "manual" });
    expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([
      302,
      `/login?next=${encodeURIComponent(path)}`,
    ]);
    expect(elsewhere.headers.getSetCookie().join("\n")).toMatch(/^flash=\w.*\nphotogem-session=; Max-Age=0;/);
  }

  await page.goto(`${product.url}/gallery`);
  await page.waitForURL("**/login?next=*");
  await signIn(page, product, member);
  await expect(message(page)).toContainText("Invalid login credentials");

  await register(page, product, member);
  await confirm(page, product, member);
  await expect(gems(page)).toHaveText("0");
});
