import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "@playwright/test";
import type { Account } from "../../tests/resilience/product/visitor.ts";
import { chromiumPath } from "../../tests/chromium.ts";

export function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-extensions", ...quiet],
  });
}

/** A cheap phone of 360 × 740 points. The server treats "HeadlessChrome" in a user agent as a robot. */
export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: "en-GB",
  userAgent:
    "Mozilla/5.0 (Linux; Android 13; SM-A045F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};

/** A member's cookies, as Playwright stores them. */
export type Member = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in with the request of the login form, without opening a page. */
export async function signIn(browser: Browser, url: string, { email, password }: Account): Promise<Member> {
  await using context = await browser.newContext(phone);
  const sent = { form: { email, password }, headers: { Origin: url }, maxRedirects: 0 };
  const answer = await context.request.post(`${url}/login`, sent);
  if (answer.status() !== 303) throw new Error(`signing in was answered with ${answer.status()}`);
  // storageState() would open a page to read what scripts stored, but no script ran.
  return { cookies: await context.cookies(), origins: [] };
}
