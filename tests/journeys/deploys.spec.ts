import type { Page } from "@playwright/test";
import { keptOnDevice, nextVersion, workerInstalled } from "./installed.ts";
import { expect, test } from "./product.ts";

test.use({ serviceWorkers: "allow" });

const openGallery = async (page: Page) => {
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Gallery" }).click();
};

test("a deploy during a visit breaks nothing, and its worker waits for consent @long", async ({
  page,
  product,
  member: _member,
  context,
  browser,
}) => {
  const former = product.folder;
  const next = await nextVersion();
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  try {
    await workerInstalled(page);
    await page.goto(`${product.url}/dashboard`);
    await expect
      .poll(async () => (await keptOnDevice(page)).filter(({ url }) => url.includes("/gallery.route-")).length)
      .toBe(1);
    await product.kill();
    product.folder = next.folder;
    await product.start();
    loads.length = 0;
    await openGallery(page);
    await expect(page.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
    expect(loads).toEqual([]);

    const update = () => page.evaluate(async () => (await navigator.serviceWorker.ready).update().then(() => {}));
    await update();
    const waiting = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting));
    await expect.poll(waiting).toBe(true);
    await page.goto(`${product.url}/dashboard`);
    expect(await waiting()).toBe(true);
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Update Now" }).click()]);
    await expect(async () => {
      expect(await waiting()).toBe(false);
      const pages = (await keptOnDevice(page)).map(({ url }) => url.split("/offline?")[1]).filter(Boolean);
      expect(pages).toEqual(["revision=next"]);
    }).toPass();

    // Without a service worker the file is missing: the page reloads once, and the next click continues.
    const signedIn = await context.storageState();
    const other = await browser.newContext({ serviceWorkers: "block", storageState: signedIn });
    const bare = await other.newPage();
    await bare.goto(`${product.url}/settings`, { waitUntil: "networkidle" });
    await product.kill();
    product.folder = former;
    await product.start();
    let loaded = 0;
    bare.on("load", () => (loaded += 1));
    await openGallery(bare);
    await expect.poll(() => loaded).toBe(1);
    if (!bare.url().endsWith("/gallery")) await openGallery(bare);
    await expect(bare.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
    expect(loaded).toBe(1);
    await other.close();
  } finally {
    product.folder = former;
    await next.remove();
  }
});

test("SERVICE_WORKER=off removes the worker from every device @long", async ({ page, product }) => {
  await page.goto(product.url);
  await workerInstalled(page);
  await product.kill();
  await product.start({ SERVICE_WORKER: "off" });
  const loads: string[] = [];
  page.on("load", () => loads.push(page.url()));
  await page.goto(`${product.url}/terms`);
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
  await expect(async () => expect(await left()).toEqual([0, 0])).toPass();
  await expect.poll(() => loads.length).toBe(2);
  await page.goto(product.url, { waitUntil: "networkidle" });
  expect(await left()).toEqual([0, 0]);
  await product.kill();
  await product.start();
  await page.goto(product.url);
  await workerInstalled(page);
});
