import type { Page } from "@playwright/test";
import { expect, test } from "./product.ts";

/** The scripts of the gallery that were asked for by now. */
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
