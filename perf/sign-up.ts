import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext } from "@playwright/test";
import { phone } from "./browser/chromium.ts";

/** A member's cookies, as Playwright keeps them. */
export type Member = Awaited<ReturnType<BrowserContext["storageState"]>>;

const mailLimitMs = 10_000;

/** Joins through the product's own pages, without JavaScript: register, follow the mail's link, confirm. */
export async function signUp(
  browser: Browser,
  url: string,
  mailbox: string,
  email = `${randomUUID()}@example.com`,
): Promise<Member> {
  const password = randomUUID();
  const context = await browser.newContext({ ...phone, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${url}/register`);
    await page.fill("[name=fullName]", "Ada Obi");
    await page.fill("[name=email]", email);
    await page.fill("[name=password]", password);
    await page.fill("[name=confirmPassword]", password);
    await page.click("form:has([name=confirmPassword]) button:not([type=button])");
    await page.goto(await confirmationLink(mailbox, email));
    await page.click("main form button");
    await page.waitForURL("**/dashboard**");
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** The link in the mail that the product has put into its mailbox folder for `email`. */
async function confirmationLink(mailbox: string, email: string): Promise<string> {
  for (const until = performance.now() + mailLimitMs; performance.now() < until; await pause(50)) {
    const names = (await readdir(mailbox)).filter((name) => name.endsWith(".json") && !name.startsWith("."));
    const texts = await Promise.all(names.map((name) => readFile(join(mailbox, name), "utf8")));
    const mails = texts.map((text) => JSON.parse(text) as { to: string; text: string });
    const link = mails.find(({ to }) => to === email)?.text.match(/https?:\/\/\S+\/auth\/confirm\S+/)?.[0];
    if (link) return link;
  }
  throw new Error("no confirmation mail came");
}
