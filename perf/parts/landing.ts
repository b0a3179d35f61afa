import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { Page } from "@playwright/test";
import type { Bench } from "../bench.ts";
import { blockingTime, type ColdLoad, loadCold } from "../browser/cold-load.ts";
import { kilobytes, listed, ofKind, visitTwice, type WireRequest } from "../browser/network-log.ts";
import type { Reading, Readings } from "../budgets.ts";
import { slow4g, type SlowConnection, slowest } from "../slow-connection.ts";
import { median, sum } from "../report.ts";

const loads = 11;

/**
 * Measures the landing page on a phone without scrolling, with an empty cache and then again. Also measures cold loads
 * through slow connections on a four times slower CPU, the median of eleven: they include content below the fold.
 */
export async function measureLanding(bench: Bench): Promise<Readings> {
  const url = `${(await bench.product()).url}/`;
  const browser = await bench.browser();
  await (await fetch(url)).arrayBuffer(); // so that no measured load includes one-time work of the server
  const measured = async (connection: SlowConnection) => {
    const views: ColdLoad[] = [];
    while (views.length < loads) views.push(await loadCold(browser, url, { connection }));
    return views;
  };
  const [slow, fourG] = [await measured(slowest), await measured(slow4g)];
  const all = [...slow, ...fourG];
  const seen: Readings = {};
  const { first: requests, again } = await visitTwice(browser, url, {
    between: async (page, first) => {
      seen.landingWorker = await workerFiles(page);
      seen.landingHero = await heroReading(page, first);
    },
  });
  const [fonts, blocking] = [ofKind(requests, "font"), requests.filter((request) => request.blocking)];
  return {
    ...seen,
    landingHtml: { value: kilobytes(ofKind(requests, "html")) },
    landingJs: { value: kilobytes(ofKind(requests, "js")) },
    landingTotal: { value: kilobytes(requests) },
    landingRequests: { value: requests.length, note: listed(requests) },
    landingFonts: { value: fonts.length, note: listed(fonts) },
    landingBlocking: { value: blocking.length, note: listed(blocking) },
    landingAgain: { value: kilobytes(again), note: listed(again) },
    slowestFcp: seconds(slow.map((load) => load.firstPaint)),
    slowestLcp: { ...seconds(slow.map((load) => load.largestPaint)), note: slow[0]?.largest ?? "" },
    slowestLoad: seconds(slow.map((load) => load.load)),
    slow4gLcp: { ...seconds(fourG.map((load) => load.largestPaint)), note: fourG[0]?.largest ?? "" },
    shift: { value: Math.max(...all.map((load) => load.shift)) },
    blockingTime: { value: median(all.map(blockingTime)), note: "of a machine that does nothing else" },
  };
}

/** The median in seconds; a load without this event counts as the slowest. */
const seconds = (times: (number | null)[]) => ({ value: median(times.map((ms) => (ms ?? Infinity) / 1000)) });

/** Size of the service worker's script and of all files that it stores when it is installed. */
async function workerFiles(page: Page): Promise<Reading> {
  const addresses = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const stored = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
    return [active?.scriptURL ?? "", ...stored.map(({ url }) => url)];
  });
  const sizes = await Promise.all(addresses.map(wireSize));
  const files = addresses.map((address, at) => `${new URL(address).pathname} ${((sizes[at] ?? 0) / 1000).toFixed(1)}`);
  return { value: sum(sizes) / 1000, note: files.join(", ") };
}

/** Bytes of an answer's body on the wire, compressed as for a browser. */
async function wireSize(address: string): Promise<number> {
  const request = get(address, { headers: { "Accept-Encoding": "gzip, deflate, br" } });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}

/** Size of the first picture on the page. */
async function heroReading(page: Page, requests: readonly WireRequest[]): Promise<Reading> {
  const url = await page.evaluate(
    () => document.querySelector<HTMLImageElement>("img[fetchpriority=high]")?.currentSrc ?? "",
  );
  const hero = requests.filter((request) => request.url === url);
  return hero.length
    ? { value: kilobytes(hero), note: listed(hero) }
    : { value: Number.NaN, note: "no picture is marked fetchpriority=high" };
}
