import type { Browser, BrowserContextOptions } from "@playwright/test";
import { type Line, startShaper } from "../slow-line/line.ts";
import { logNetwork, type WireRequest } from "./network-log.ts";
import { phone } from "./chromium.ts";
import { observeVitals, readVitals, type Vitals } from "./vitals.ts";

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
