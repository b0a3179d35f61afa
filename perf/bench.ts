import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { openPgliteDatabase } from "../app/adapters/embedded/database/pglite-database.server.ts";
import { freePort } from "../tests/free-port.ts";
import { type Account, newAccount } from "../tests/resilience/product/visitor.ts";
import { launchChromium } from "./browser/chromium.ts";
import { type Member, signIn } from "./members.ts";
import { type FullGallery, seedGallery } from "./seed-gallery.ts";
import { buildBare, startBare, buildProduct, startProduct } from "./servers/product.ts";
import type { RunningServer } from "./servers/server-process.ts";

export interface Bench {
  /** The product's data directory, which all parts share. */
  data: string;
  /** A server of the product that runs until the end. */
  product(): Promise<RunningServer>;
  /** Starts the product on data of an earlier start. One at a time: the data directory is locked. */
  startProduct(): Promise<RunningServer>;
  startBare(): Promise<RunningServer>;
  browser(): Promise<Browser>;
  /** Made with the product stopped, so before `product` is called. */
  fullGallery(): Promise<FullGallery>;
  /** Signs in a new member with two gems and nothing else. */
  newMember(url: string): Promise<Member>;
  tables: string[];
}

/** Members for `newMember`: their rows are made before the product starts. */
const spareMembers = 5;

export async function createBench(closing: AsyncDisposableStack): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "photogem-measure-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const until = async <T>(open: () => Promise<T>, close: (opened: T) => unknown): Promise<T> => {
    if (closing.disposed) throw new Error("the measurement was stopped");
    const opening = open();
    // Also closes what is still opening when the measurement is stopped.
    closing.defer(async () => void (await opening.then(close, () => {})));
    return opening;
  };
  const stop = (server: RunningServer) => server.stop();
  const built = once(async () => buildProduct());
  const builtBare = once(async () => buildBare());
  const data = join(folder, "data");
  const port = await freePort();
  const spare: Account[] = [];
  // The very first start makes its secrets; it is not measured.
  const warmed = once(async () => {
    await built();
    const { kysely, close } = await openPgliteDatabase(data);
    while (spare.length < spareMembers) spare.push(await newAccount(kysely, 2));
    await close();
    await (await until(() => startProduct(data), stop)).stop();
  });
  const start = async () => {
    await warmed();
    return until(() => startProduct(data, {}, port), stop);
  };
  const browser = once(() => until(launchChromium, (opened) => opened.close()));
  return {
    data,
    startProduct: start,
    product: once(start),
    startBare: async () => {
      await builtBare();
      return until(startBare, stop);
    },
    browser,
    fullGallery: once(async () => {
      await warmed();
      return seedGallery(data);
    }),
    async newMember(url) {
      const account = spare.shift();
      if (!account) throw new Error(`there are ${spareMembers} members`);
      return signIn(await browser(), url, account);
    },
    tables: [],
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
