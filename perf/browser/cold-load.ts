import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { type SlowConnection, startProxy } from "../slow-connection.ts";
import { logNetwork, type WireRequest } from "./network-log.ts";
import { phone } from "./phone.ts";

/** CPU slowdown of the phone, relative to this machine. */
const slowerCpu = 4;

export interface ColdLoad extends Vitals {
  status: number;
  /** Path and query after redirects. */
  landed: string;
  requests: WireRequest[];
}

interface Loading {
  connection: SlowConnection;
  visitor?: BrowserContextOptions;
  /** Time without requests after which the page is done, ms. */
  quietMs?: number;
  /** Acts on the page before its layout shifts are read; these requests do not count. */
  then?: (page: Page) => Promise<unknown>;
}

/** Opens a page on the phone over the connection with an empty cache, and waits until the network is quiet. */
export async function loadCold(
  browser: Browser,
  url: string,
  { connection, visitor = {}, quietMs = 1_500, then }: Loading,
): Promise<ColdLoad> {
  const { proxy, stop } = await startProxy(connection);
  // By default Chromium bypasses a proxy for the loopback address.
  const context = await browser.newContext({ ...phone, ...visitor, proxy: { server: proxy, bypass: "<-loopback>" } });
  try {
    await context.addInitScript(observeVitals);
    const page = await context.newPage();
    const log = await logNetwork(page);
    await log.devTools.send("Emulation.setCPUThrottlingRate", { rate: slowerCpu });
    const answer = await page.goto(url, { timeout: 90_000 });
    await log.quiet(quietMs, 60_000);
    const requests = log.requests();
    if (then) {
      await then(page);
      await log.quiet(quietMs, 60_000);
    }
    const { pathname, search } = new URL(page.url());
    return {
      ...(await page.evaluate(readVitals)),
      status: answer?.status() ?? 0,
      landed: pathname + search,
      requests,
    };
  } finally {
    await context.close();
    await stop();
  }
}

/** Times are ms from the start of the navigation; null for an event that did not happen. */
interface Vitals {
  load: number | null;
  firstPaint: number | null;
  largestPaint: number | null;
  largest: string;
  /** Cumulative layout shift: the worst window of shifts at most 1 s apart and 5 s long (web.dev/cls). */
  shift: number;
  /** Start and duration of tasks over 50 ms. */
  longTasks: [start: number, duration: number][];
}

/** Runs in the page before its own scripts; `readVitals` reads the result. */
function observeVitals() {
  const vitals = { firstPaint: null as number | null, largestPaint: null as number | null, largest: "", shift: 0 };
  const longTasks: [start: number, duration: number][] = [];
  Object.assign(window, { measuredVitals: Object.assign(vitals, { longTasks }) });
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") vitals.firstPaint = startTime;
  });
  observe("largest-contentful-paint", (entry) => {
    const { url, element } = entry as PerformanceEntry & { url: string; element: Element | null };
    vitals.largestPaint = entry.startTime;
    vitals.largest = url.startsWith("data:")
      ? "a picture in the page"
      : url.split("/").at(-1) || (element?.tagName.toLowerCase() ?? "");
  });
  observe("longtask", ({ startTime, duration }) => longTasks.push([startTime, duration]));
  let [first, last, inWindow] = [0, 0, 0];
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (hadRecentInput) return;
    const continues = entry.startTime - last < 1_000 && entry.startTime - first < 5_000;
    if (!continues) [first, inWindow] = [entry.startTime, 0];
    inWindow += value;
    last = entry.startTime;
    vitals.shift = Math.max(vitals.shift, inWindow);
  });
}

/** Runs in the page. */
function readVitals(): Vitals {
  const { measuredVitals } = window as unknown as { measuredVitals: Vitals };
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return { ...measuredVitals, load: navigation?.loadEventEnd || null };
}

/** Total blocking time: the parts beyond 50 ms of long tasks after the first paint. */
export function blockingTime({ firstPaint, longTasks }: Pick<Vitals, "firstPaint" | "longTasks">): number {
  const late = longTasks.filter(([start]) => start >= (firstPaint ?? 0));
  return late.reduce((total, [, duration]) => total + Math.max(0, duration - 50), 0);
}
