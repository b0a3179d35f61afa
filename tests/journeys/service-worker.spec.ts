import type { Page } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { fillGallery } from "./fill-gallery.ts";
import { keptOnDevice, nextVersion, picturesKept, privateCaches, workerInstalled } from "./installed.ts";
import { confirm, expect, newAccount, register, signIn, test } from "./product.ts";

test.use({ serviceWorkers: "allow" });

test("a visitor's device caches the offline files and nothing of the signed-in app", async ({ page, product }) => {
  await page.goto(product.url);
  await workerInstalled(page);
  const kept = await keptOnDevice(page);
  const names = kept.map(({ url }) => new URL(url).pathname.replace(/-[\w-]{8}\.js$/, ".js")).sort();
  expect(names).toEqual([
    "/assets/after-load.js",
    "/assets/carousel.js",
    "/assets/enhance.js",
    "/assets/offline-page.js",
    "/assets/update-banner.js",
    "/favicon.svg",
    "/offline",
  ]);

  await product.kill();
  await page.goto(`${product.url}/terms`);
  await expect(page.getByRole("heading", { level: 1, name: "You're offline" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your last pictures" })).toHaveCount(0);
  await expectAccessible(page);
  await product.start();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
});

test("a member sees their gallery offline, and the next member does not", async ({ page, product, member }) => {
  await fillGallery(product, member.email, [{ name: "Beach" }, { name: "Portrait of Ngozi" }]);
  // The first page after the worker's installation, before it has seen any server response.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  });
  await page.goto(`${product.url}/gallery`);
  await workerInstalled(page);
  await picturesKept(page, 2);
  for (const path of ["/dashboard", "/surprise-me", "/settings", "/buy-coins", "/shares", "/settings?tab=history"]) {
    await page.goto(product.url + path);
  }
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Gallery" }).click();
  await page.waitForURL("**/gallery");
  // Nothing made for the member: no page, no page data, and no text except the pictures' names.
  const kept = await keptOnDevice(page);
  const urls = (those: typeof kept) => those.map(({ url }) => url);
  expect(urls(kept.filter(({ type, url }) => /html|x-script/.test(type) && !url.includes("/offline?")))).toEqual([]);
  expect(urls(kept.filter(({ url }) => url.includes(".data")))).toEqual([]);
  expect(urls(kept.filter(({ begin }) => begin.includes(member.email) || begin.includes(member.fullName)))).toEqual([]);
  expect(kept.filter(({ cache }) => cache === "assets" || cache.startsWith("private-"))).toHaveLength(kept.length);

  await product.kill();
  for (const path of ["/gallery", "/dashboard"]) {
    await page.goto(product.url + path);
    await expect(page.getByRole("heading", { name: "Your last pictures" })).toBeVisible();
    await expect(page.getByText("Portrait of Ngozi")).toBeVisible();
    await expect(page.locator(".last-tile img").first()).toHaveJSProperty("complete", true);
    expect(
      await page
        .locator(".last-tile img")
        .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth > 0)),
    ).toEqual([true, true]);
  }
  await expectAccessible(page);
  await product.start();

  // The same person again on another page: the private cache stays.
  await page.goto(`${product.url}/dashboard`);
  const held = await privateCaches(page);
  expect(held).toHaveLength(1);
  await page.context().clearCookies();
  const next = newAccount("Bayo Ade");
  await register(page, product, next);
  expect(await privateCaches(page)).toEqual([]);
  await confirm(page, product, next);
  const after = await privateCaches(page);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(held);
  await product.kill();
  await page.goto(`${product.url}/gallery`);
  await expect(page.getByRole("heading", { level: 1, name: "You're offline" })).toBeVisible();
  await expect(page.getByText("Portrait of Ngozi")).toHaveCount(0);
  await product.start();

  await page.goto(`${product.url}/dashboard`);
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${product.url}/`);
  expect(await privateCaches(page)).toEqual([]);
  await signIn(page, product, member);
  await page.waitForURL("**/dashboard");
  expect(await privateCaches(page)).toEqual(held);
});

test("only member pages carry a member key, and the worker itself is never cached", async ({
  page,
  product,
  member: _member,
  playwright,
}) => {
  const key = async (path: string, by = page.request) =>
    (await by.get(product.url + path, { maxRedirects: 0 })).headers()["photogem-member"] ?? null;
  const own = await key("/dashboard");
  expect(own).toMatch(/^[\w-]{22}$/);
  for (const path of ["/", "/gallery.data", "/nowhere", "/offline"]) expect(await key(path), path).toBe(own);
  for (const path of ["/settings/export", "/readyz", "/login"]) expect(await key(path), path).toBeNull();
  const visitor = await playwright.request.newContext();
  for (const path of ["/", "/login", "/dashboard", "/gallery.data"]) expect(await key(path, visitor), path).toBeNull();
  const worker = (await visitor.get(`${product.url}/sw.js`)).headers();
  expect(worker).toMatchObject({ "cache-control": "no-cache", "content-type": expect.stringContaining("javascript") });
  await visitor.dispose();
});

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
