import { openAsBlob } from "node:fs";
import type { Closing } from "../../../perf/closing.ts";
import { freePort } from "../../free-port.ts";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { type FaultyProduct, openFaultyProduct } from "../faults/faulty-product.ts";
import { type Account, newAccount } from "../product/new-account.ts";
import { productProcess } from "../product/product-process.ts";
import { newVisitor, type Visitor } from "../product/visitor.ts";

/** Two web processes and two workers on one PostgreSQL, as two machines of each kind are. */
export interface SeveralMachines {
  product: FaultyProduct;
  urls: readonly [string, string];
  photo: Blob;
  account(gems: number): Promise<Account>;
  /** The same member at the web process with this number, with cookies of their own. */
  signIn(account: Account, web: number): Promise<Visitor>;
}

export async function openSeveralMachines(closing: Closing): Promise<SeveralMachines> {
  const product = await openFaultyProduct(closing);
  const port = await freePort();
  const [web, worker] = [
    productProcess("web", { ...product.environment, PORT: String(port) }),
    productProcess("worker", product.environment),
  ];
  for (const running of [web, worker]) closing.add(running.kill);
  await Promise.all([web.start(), worker.start()]);
  const urls = [product.url, `http://localhost:${port}`] as const;
  return {
    product,
    urls,
    photo: await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" }),
    account: (gems) => newAccount(product.kysely, gems),
    async signIn(account, number) {
      const visitor = newVisitor(urls[number % 2] ?? product.url, { appUrl: product.url });
      await visitor.signIn(account);
      return visitor;
    },
  };
}

/** Asks for one transformation and waits for how it ends; the status and what was said. */
export async function ask({ photo }: SeveralMachines, account: Account, visitor: Visitor, key: string) {
  const form = new FormData();
  form.set("prompt", "");
  form.set("userId", account.id);
  form.set("image", photo, "photo.jpg");
  const answer = await visitor.post("/api/generate-image-gemini", form, { "Idempotency-Key": key });
  return { status: answer.status, text: await answer.text() };
}
