import type { BrowserContext } from "@playwright/test";
import { join } from "node:path";
import { toolList } from "../../app/tools/tool-list.ts";
import type { Bench } from "../bench.ts";
import { logNetwork, type WireRequest } from "../browser/network-log.ts";
import { phone } from "../browser/phone.ts";
import { besidesDocument, kilobytes, listed, ofKind } from "../browser/wire.ts";
import type { Readings } from "../budgets.ts";
import { signUp } from "../sign-up.ts";

/** The tools' pages for a member whose browser has seen nothing of the product yet, and one of them again. */
export async function measureSignedIn(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const browser = await bench.browser();
  const member = await signUp(browser, url, join(bench.data, "mailbox"));
  const scripts = new Map<string, number>();
  let rest: WireRequest[] = [];
  for (const { path } of Object.values(toolList)) {
    const context = await browser.newContext({ ...phone, storageState: member });
    try {
      scripts.set(path, kilobytes(ofKind(await toolPage(context, url, path), "js")));
      if (path === "/surprise-me") {
        rest = besidesDocument(await toolPage(context, url, path)).filter(({ bytes }) => bytes > 0);
      }
    } finally {
      await context.close();
    }
  }
  const each = [...scripts].map(([path, kB]) => `${path} ${kB.toFixed(1)}`).join(", ");
  return {
    toolJs: { value: Math.max(...scripts.values()), note: each },
    toolJsAgain: { value: kilobytes(ofKind(rest, "js")), note: listed(ofKind(rest, "js")) },
    toolAgain: { value: kilobytes(rest), note: listed(rest) },
  };
}

async function toolPage(context: BrowserContext, url: string, path: string): Promise<WireRequest[]> {
  const page = await context.newPage();
  const log = await logNetwork(page);
  await page.goto(`${url}${path}`);
  await log.quiet(1_500, 20_000);
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`);
  await page.close();
  return log.requests();
}
