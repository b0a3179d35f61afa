import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { launchChromium } from "./browser/chromium.ts";
import type { Closing } from "./closing.ts";
import { furnishGallery, type FullGallery } from "./full-gallery.ts";
import { buildBare, startBare } from "./servers/bare.ts";
import { freePort } from "../tests/free-port.ts";
import { buildProduct, startProduct } from "./servers/product.ts";
import type { RunningServer } from "./servers/server-process.ts";

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
