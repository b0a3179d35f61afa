import type { Browser, Page } from "@playwright/test";
import { logNetwork, type WireRequest } from "../browser/network-log.ts";
import { phone } from "../browser/chromium.ts";
import type { Member } from "../sign-up.ts";
import type { Places } from "./furnish-member.ts";

/** Pages a member goes through by tapping, after the first of them has been opened. */
interface Walk {
  from: (places: Places) => string;
  taps: readonly ((page: Page) => Promise<unknown>)[];
}

const tap = (selector: string) => (page: Page) => page.locator(selector).first().click();
const choose = async (page: Page) => {
  await page.locator("form input[type=radio]").first().check({ force: true });
  await page.click("#choices .btn-primary");
};

export const walks = {
  /** Looks at a result and comes back. */
  looking: {
    from: () => "/dashboard",
    taps: [
      tap("main a[href='/gallery']"),
      tap("ul.grid > li a"),
      (page) => page.goBack(),
      tap("header a[href='/dashboard']"),
    ],
  },
  /** Answers the first questions of a tool. */
  choosing: {
    from: ({ portraitDraft }) => `/transform?draft=${portraitDraft}&step=background`,
    taps: [choose, choose, (page) => page.goBack()],
  },
} satisfies Record<string, Walk>;

export async function requestsOfWalk(
  browser: Browser,
  { url, member, places, walk }: { url: string; member: Member; places: Places; walk: Walk },
): Promise<WireRequest[]> {
  const context = await browser.newContext({ ...phone, storageState: member, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    const log = await logNetwork(page);
    await page.goto(url + walk.from(places));
    await log.quiet(1_000, 30_000);
    const before = log.requests().length;
    for (const step of walk.taps) {
      await step(page);
      await log.quiet(1_000, 30_000);
    }
    return log
      .requests()
      .slice(before)
      .filter(({ kind, bytes }) => kind !== "image" && bytes > 0);
  } finally {
    await context.close();
  }
}
