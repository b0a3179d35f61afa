import type { Browser, BrowserContextOptions } from "@playwright/test";
import { type Line, startShaper } from "../slow-line/line.ts";
import { logNetwork, type WireRequest } from "./network-log.ts";
import { phone } from "./chromium.ts";

/** How many times slower than this machine the phone's processor is. */
const slowerCpu = 4;

export interface ColdLoad extends Vitals {
  /** From the start of the navigation to the end of the load event, ms. */
  load: number | null;
  status: number;
  /** Where it led to, path and query. */
  landed: string;
  requests: WireRequest[];
}

interface Loading {
  line: Line;
  visitor?: BrowserContextOptions;
  /** For how long nothing is asked for once the page is done, ms. */
  quietMs?: number;
}

/** Opens a page on the phone over the line, with nothing in the cache, and waits until it has all it asks for. */
export async function loadCold(
  browser: Browser,
  url: string,
  { line, visitor = {}, quietMs = 1_500 }: Loading,
): Promise<ColdLoad> {
  const shaper = await startShaper(line);
  // Chromium sends nothing for the loopback address through a proxy by default.
  const proxy = { server: shaper.proxy, bypass: "<-loopback>" };
  const context = await browser.newContext({ ...phone, ...visitor, proxy });
  try {
    await context.addInitScript(observeVitals);
    const page = await context.newPage();
    const log = await logNetwork(page);
    await log.devTools.send("Emulation.setCPUThrottlingRate", { rate: slowerCpu });
    const answer = await page.goto(url, { timeout: 90_000 });
    await log.quiet(quietMs, 60_000);
    const { pathname, search } = new URL(page.url());
    const vitals = await page.evaluate(readVitals);
    return { ...vitals, status: answer?.status() ?? 0, landed: pathname + search, requests: log.requests() };
  } finally {
    await context.close();
    await shaper.stop();
  }
}

export interface Vitals {
  firstPaint: number | null;
  largestPaint: number | null;
  largest: string;
  /** Cumulative layout shift: the worst window of shifts at most 1 s apart and 5 s long (web.dev/cls). */
  shift: number;
  /** Start and duration of tasks over 50 ms. */
  longTasks: [start: number, duration: number][];
}

/** Runs in the page before its own scripts; `readVitals` asks it. */
export function observeVitals() {
  const vitals: Vitals = { firstPaint: null, largestPaint: null, largest: "", shift: 0, longTasks: [] };
  Object.assign(window, { measuredVitals: vitals });
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
  observe("longtask", ({ startTime, duration }) => vitals.longTasks.push([startTime, duration]));
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
export function readVitals(): Vitals & { load: number | null } {
  const { measuredVitals } = window as unknown as { measuredVitals: Vitals };
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return { ...measuredVitals, load: navigation?.loadEventEnd || null };
}

/** Total blocking time: what long tasks after the first paint took beyond 50 ms each. */
export function blockingTime({ firstPaint, longTasks }: Pick<Vitals, "firstPaint" | "longTasks">): number {
  const late = longTasks.filter(([start]) => start >= (firstPaint ?? 0));
  return late.reduce((total, [, duration]) => total + Math.max(0, duration - 50), 0);
}
