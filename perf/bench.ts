import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import type { Closing } from "./closing.ts";
import { launchChromium } from "./browser/chromium.ts";
import { buildBare, startBare, buildProduct, startProduct } from "./servers/product.ts";
import { freePort } from "../tests/free-port.ts";
import type { RunningServer } from "./servers/server-process.ts";
import { seedBatch, type SeededResult, seedPreset, seedResults, seedRunning } from "./seed-gallery.ts";
import { type Member, signUp } from "./sign-up.ts";

export interface Bench {
  /** The product's data directory, which all parts share. */
  data: string;
  /** A server of the product that runs until the end. */
  product(): Promise<RunningServer>;
  /** Starts the product on data an earlier start has made. One at a time: the data directory is locked. */
  startProduct(): Promise<RunningServer>;
  startBare(): Promise<RunningServer>;
  browser(): Promise<Browser>;
  /** Made with the product stopped, so before `product` is asked for. */
  fullGallery(): Promise<FullGallery>;
  tables: string[];
}

export async function createBench(closing: Closing): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "photogem-measure-"));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const until = async <T>(open: () => Promise<T>, close: (opened: T) => unknown): Promise<T> => {
    if (closing.closed) throw new Error("the measurement was stopped");
    const opening = open();
    // Also what is still opening when the measurement is stopped.
    closing.add(() => opening.then(close, () => {}));
    return opening;
  };
  const stop = (server: RunningServer) => server.stop();
  const built = once(async () => buildProduct());
  const builtBare = once(async () => buildBare());
  const data = join(folder, "data");
  const port = await freePort();
  // The very first start makes and migrates the database; it is not what is measured.
  const warmed = once(async () => {
    await built();
    await (await until(() => startProduct(data), stop)).stop();
  });
  const start = async () => {
    await warmed();
    return until(() => startProduct(data, {}, port), stop);
  };
  const bench: Bench = {
    data,
    startProduct: start,
    product: once(start),
    startBare: async () => {
      await builtBare();
      return until(startBare, stop);
    },
    browser: once(() => until(launchChromium, (browser) => browser.close())),
    fullGallery: once(() => furnishGallery(bench)),
    tables: [],
  };
  return bench;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Results on one page of the gallery. */
export const galleryPageSize = 24;

export interface FullGallery {
  member: Member;
  /** A page full of results, newest last. */
  results: SeededResult[];
  /** A transformation at work, older than all results. */
  runningId: string;
  /** The newest three results, made in one go. */
  batchId: string;
  presetId: string;
}

/** A member with a full page of results. Starts the product and stops it again. */
async function furnishGallery(bench: Bench): Promise<FullGallery> {
  const browser = await bench.browser();
  const server = await bench.startProduct();
  const member = await signUp(browser, server.url, join(bench.data, "mailbox")).finally(() => server.stop());
  const kept = await seedResults(bench.data, galleryPageSize);
  return {
    member,
    results: kept,
    runningId: await seedRunning(bench.data),
    batchId: await seedBatch(bench.data, kept.slice(-3)),
    presetId: await seedPreset(bench.data),
  };
}
