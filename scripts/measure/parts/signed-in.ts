import type { BrowserContext } from "@playwright/test";
import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { logNetwork, type WireRequest } from "../browser/network-log.ts";
import { phone } from "../browser/phone.ts";
import { besidesDocument, kilobytes, listed, ofKind } from "../browser/wire.ts";
import type { Readings } from "../budgets.ts";
import { signUp } from "../sign-up.ts";

/** A tool's page for a member whose browser has seen nothing of the product yet, and then again. */
export async function measureSignedIn(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const browser = await bench.browser();
  const member = await signUp(browser, url, join(bench.data, "mailbox"));
  const context = await browser.newContext({ ...phone, storageState: member });
  try {
    const first = await toolPage(context, url);
    const again = await toolPage(context, url);
    const scripts = ofKind(first, "js");
    const rest = besidesDocument(again).filter(({ bytes }) => bytes > 0);
    return {
      toolJs: { value: kilobytes(scripts), note: `${scripts.length} files` },
      toolJsAgain: { value: kilobytes(ofKind(again, "js")), note: listed(ofKind(rest, "js")) },
      toolAgain: { value: kilobytes(rest), note: listed(rest) },
    };
  } finally {
    await context.close();
  }
}

async function toolPage(context: BrowserContext, url: string): Promise<WireRequest[]> {
  const page = await context.newPage();
  const log = await logNetwork(page);
  await page.goto(`${url}/surprise-me`);
  await log.quiet(1_500, 20_000);
  if (new URL(page.url()).pathname !== "/surprise-me") throw new Error(`/surprise-me led to ${page.url()}`);
  await page.close();
  return log.requests();
}
