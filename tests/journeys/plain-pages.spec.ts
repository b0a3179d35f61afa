import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Page } from "@playwright/test";
import { expect, test } from "./product.ts";

const signedOut = [
  "/",
  "/mobile",
  "/login",
  "/register",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/terms",
  "/privacy",
  "/support",
  "/nowhere",
];

test("signed-out pages ship no React and no blocking resources", async ({ page, product }) => {
  for (const path of signedOut) {
    const scripts: string[] = [];
    const listen = (request: { resourceType: () => string; url: () => string }) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    };
    page.on("request", listen);
    await page.goto(product.url + path, { waitUntil: "networkidle" });
    page.off("request", listen);
    expect(
      scripts.filter((script) => !/^\/assets\/(enhance|after-load|carousel)-[\w-]+\.js$/.test(script)),
      path,
    ).toEqual([]);
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(0);
  }
});

test("no page violates its own content security policy", async ({ page, product, member: _member }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  for (const path of [...signedOut, "/dashboard", "/gallery", "/surprise-me", "/buy-coins", "/settings"]) {
    await page.goto(product.url + path, { waitUntil: "networkidle" });
  }
  expect(complaints).toEqual([]);
});

const nobodysId = "00000000-0000-4000-8000-000000000000";

test("missing pages show the usual bar, log their path and lead on", async ({
  page,
  product,
  member: _member,
  browser,
}) => {
  const named: string[] = [];
  page.on("console", (message) => message.text().startsWith("404 ") && named.push(message.text()));
  const missing = ["/nowhere", `/gallery/${nobodysId}/delete`, "/settings/receipts/none", "/development/parts"];
  for (const path of missing) {
    expect((await page.goto(product.url + path))?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
    await expect(page.getByRole("banner").getByRole("link", { name: /Buy Gems/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/dashboard");
    await expect(page.getByRole("main").getByRole("link", { name: /^support@/ })).toBeVisible();
    // Exactly once, on React's pages and on others.
    await expect.poll(() => named.splice(0), path).toEqual([`404 ${path}`]);
  }
  await page.getByRole("button", { name: "Go Back" }).click();
  await page.waitForURL("**/settings/receipts/none");

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  expect((await visitor.goto(`${product.url}/nowhere`))?.status()).toBe(404);
  await expect(visitor.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
  await expect(visitor.getByRole("button", { name: "Go Back" })).toBeHidden();
  await visitor.context().close();
});

test("search engines find the public pages, and link previews a picture of the stated size", async ({
  page,
  product,
}) => {
  const robots = await (await page.request.get(`${product.url}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${product.url}/sitemap.xml`);
  const listed = await (await page.request.get(`${product.url}/sitemap.xml`)).text();
  for (const [, address = ""] of listed.matchAll(/<loc>(.+?)<\/loc>/g)) {
    expect((await page.goto(address))?.status(), address).toBe(200);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", address);
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /.{40}/);
  }
  await page.goto(product.url);
  const property = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute("content");
  const picture = await (await page.request.get((await property("image")) ?? "")).body();
  const { width, height } = await sharp(picture).metadata();
  expect([String(width), String(height)]).toEqual([await property("image:width"), await property("image:height")]);
  expect(picture.length).toBeLessThanOrEqual(80_000);
  const data = JSON.parse((await page.locator("script[type='application/ld+json']").textContent()) ?? "");
  expect(data.offers).toContainEqual({ "@type": "Offer", name: "8 gems", price: 1000, priceCurrency: "NGN" });
});

test("the production build excludes the parts page", async () => {
  const names = await readdir("build", { recursive: true });
  const files = names.filter((name) => /\.(js|css|json|html)$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) expect(await readFile(join("build", name), "utf8"), name).not.toContain("parts-section");
});

/** The number of gallery scripts requested during `act`. */
async function galleryScripts(page: Page, act: () => Promise<unknown>): Promise<number> {
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await act();
  await page.evaluate(() => fetch("/healthz"));
  return asked.filter((path) => path.startsWith("/assets/gallery.route")).length;
}

const hover = (page: Page) => page.getByRole("main").getByRole("link", { name: "View History" }).first().hover();

test("hovering a link fetches its page's scripts once, and never under Save-Data", async ({
  page,
  product,
  member: _member,
}) => {
  const enhanced = () => page.waitForRequest(/after-load-member/);
  await Promise.all([enhanced(), page.goto(`${product.url}/dashboard`)]);
  await page.waitForLoadState("networkidle");
  await expect.poll(() => galleryScripts(page, () => hover(page))).toBe(1);
  expect(
    await galleryScripts(page, async () => {
      await page.getByRole("heading", { level: 1 }).hover();
      await hover(page);
    }),
  ).toBe(0);

  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "connection", { get: () => ({ saveData: true }) }),
  );
  await Promise.all([enhanced(), page.reload()]);
  await page.waitForLoadState("networkidle");
  expect(await galleryScripts(page, () => hover(page))).toBe(0);
});

test("asks for 18 years where a hosted model makes the pictures, and for a parent elsewhere", async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/terms`);
  await expect(page.getByText("You must be 18 or older")).toHaveCount(product.hosted ? 1 : 0);
  await expect(page.getByText("ask a parent or guardian first")).toHaveCount(product.hosted ? 0 : 1);
  await page.goto(`${product.url}/register`);
  await expect(page.getByText("confirm that you are 18 or older")).toHaveCount(product.hosted ? 1 : 0);
});

test("no sheet contains what Chrome 80 cannot read @scripted", async ({ page, product, member: _member }) => {
  const sheets = await Promise.all(
    ["/dashboard", "/", "/login"].map(async (path) => {
      const html = await (await page.request.get(`${product.url}${path}`)).text();
      const linked = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1];
      return linked ? (await page.request.get(`${product.url}${linked}`)).text() : html;
    }),
  );
  const unknown =
    /@layer|oklch\(|light-dark\(|:where\(|[;{](?:padding|margin)-(?:inline|block):|[;{](?:inset|translate):/;
  for (const sheet of sheets) expect(unknown.exec(sheet)?.[0]).toBeUndefined();
});
