import type { Page } from "@playwright/test";
import type { Bench } from "../bench.ts";
import {
  logNetwork,
  type WireRequest,
  besidesDocument,
  kilobytes,
  listed,
  ofKind,
  wireSize,
} from "../browser/network-log.ts";
import { phone } from "../browser/chromium.ts";
import type { Readings } from "../budgets.ts";

/** The landing page on a phone, first with an empty cache and then again, without scrolling. */
export async function measureLanding(bench: Bench): Promise<Readings> {
  const { url } = await bench.product();
  const context = await (await bench.browser()).newContext(phone);
  try {
    const page = await context.newPage();
    const requests = await requestsOf(page, `${url}/`);
    const hero = await page.evaluate(
      () => document.querySelector<HTMLImageElement>("img[fetchpriority=high]")?.currentSrc,
    );
    const fonts = ofKind(requests, "font");
    const blocking = requests.filter((request) => request.blocking);
    const worker = await workerFiles(page);
    await page.close();
    const again = besidesDocument(await requestsOf(await context.newPage(), `${url}/`));
    return {
      landingHtml: { value: kilobytes(ofKind(requests, "html")) },
      landingJs: { value: kilobytes(ofKind(requests, "js")) },
      landingHero: await heroReading(requests, hero),
      landingTotal: { value: kilobytes(requests) },
      landingRequests: { value: requests.length },
      landingFonts: { value: fonts.length, note: listed(fonts) },
      landingBlocking: { value: blocking.length, note: listed(blocking) },
      landingWorker: { value: worker.kB, note: worker.files },
      landingAgain: { value: kilobytes(again) },
    };
  } finally {
    await context.close();
  }
}

async function requestsOf(page: Page, url: string): Promise<WireRequest[]> {
  const log = await logNetwork(page);
  await page.goto(url);
  await log.quiet(1_500, 20_000);
  return log.requests();
}

async function workerFiles(page: Page): Promise<{ kB: number; files: string }> {
  const addresses = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration) return [];
    await navigator.serviceWorker.ready;
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const kept = (await Promise.all(opened.map((cache) => cache.keys()))).flat().map(({ url }) => url);
    return [registration.active?.scriptURL ?? "", ...kept];
  });
  const answers = await Promise.all(
    addresses.filter(Boolean).map(async (address) => ({ address, bytes: await wireSize(address) })),
  );
  const files = answers.map(({ address, bytes }) => `${new URL(address).pathname} ${(bytes / 1000).toFixed(1)}`);
  return { kB: answers.reduce((total, { bytes }) => total + bytes, 0) / 1000, files: files.join(", ") };
}

/** The picture the page shows first, which it asks for or carries: the one marked `fetchpriority="high"`. */
async function heroReading(requests: WireRequest[], url: string | undefined) {
  if (url?.startsWith("data:")) {
    const { byteLength } = await (await fetch(url)).arrayBuffer();
    return { value: byteLength / 1000, note: "in the page" };
  }
  const hero = requests.filter((request) => request.url === url);
  return hero.length
    ? { value: kilobytes(hero), note: listed(hero) }
    : { value: Number.NaN, note: "no picture is marked fetchpriority=high" };
}
