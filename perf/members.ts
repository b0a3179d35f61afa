import type { Browser, BrowserContext } from "@playwright/test";
import type { Account } from "../tests/resilience/product/visitor.ts";
import { phone } from "./browser/chromium.ts";

/** A member's cookies, as Playwright stores them. */
export type Member = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in by the request of the login form, which costs the browser no page. */
export async function signIn(browser: Browser, url: string, { email, password }: Account): Promise<Member> {
  const context = await browser.newContext(phone);
  try {
    const sent = { form: { email, password }, headers: { Origin: url }, maxRedirects: 0 };
    const answer = await context.request.post(`${url}/login`, sent);
    if (answer.status() !== 303) throw new Error(`signing in was answered with ${answer.status()}`);
    return await context.storageState();
  } finally {
    await context.close();
  }
}
