import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { openPgliteDatabase } from "../app/adapters/embedded/database/pglite-database.server.ts";
import { freePort } from "../tests/free-port.ts";
import { type Account, newAccount } from "../tests/resilience/product/visitor.ts";
import { launchChromium } from "./browser/phone.ts";
import { type FullGallery, seedGallery } from "./seed-gallery.ts";
import { buildBare, buildProduct, type RunningServer, startBare, startProduct } from "./servers/product.ts";

export interface Bench {
  /** The product's data directory, which all parts share. */
  data: string;
  /** Addresses of the product and of the bare server. */
  urls: { product: string; bare: string };
  /** The product's server, which runs until the end. */
  product(): Promise<RunningServer>;
  /** Starts the product on data of an earlier start. One server at a time: the data directory is locked. */
  startProduct(): Promise<RunningServer>;
  /** Starts the product in a data directory that does not exist yet. */
  startFirst(): Promise<RunningServer>;
  startBare(): Promise<RunningServer>;
  browser(): Promise<Browser>;
  /** Needs a stopped product, so call it before `product`. */
  fullGallery(): Promise<FullGallery>;
  /** A new member with two gems and nothing else. */
  newMember(): Promise<Account>;
  tables: string[];
}

/** Members for `newMember`: their rows are inserted before the product starts. */
const spareMembers = 5;

export async function createBench(closing: AsyncDisposableStack): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "photogem-measure-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const until = async <T>(opening: Promise<T>, close: (opened: T) => unknown): Promise<T> => {
    // Also closes a resource that is still opening when the measurement stops.
    closing.defer(async () => void (await opening.then(close, () => {})));
    return opening;
  };
  const data = join(folder, "data");
  const [port, barePort] = [await freePort(), await freePort()];
  const spare: Account[] = [];
  const prepared = once(async () => {
    buildProduct();
    const { kysely, close } = await openPgliteDatabase(data);
    while (spare.length < spareMembers) spare.push(await newAccount(kysely, 2));
    await close();
  });
  const preparedBare = once(async () => buildBare());
  const start = async () => {
    await prepared();
    return until(startProduct(data, {}, port), (server) => server.stop());
  };
  return {
    data,
    urls: { product: `http://127.0.0.1:${port}`, bare: `http://127.0.0.1:${barePort}` },
    startProduct: start,
    startFirst: async () => {
      await prepared();
      return until(startProduct(join(folder, "new"), {}), (server) => server.stop());
    },
    product: once(start),
    startBare: async () => {
      await preparedBare();
      return until(startBare(barePort), (server) => server.stop());
    },
    browser: once(() => until(launchChromium(), (browser) => browser.close())),
    fullGallery: once(async () => {
      await prepared();
      return seedGallery(data);
    }),
    async newMember() {
      await prepared();
      const account = spare.shift();
      if (!account) throw new Error(`there are ${spareMembers} members`);
      return account;
    },
    tables: [],
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
