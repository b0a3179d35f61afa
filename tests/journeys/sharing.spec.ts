import type { Page } from "@playwright/test";
import { expectAccessible } from "./expect-accessible.ts";
import { isDrawn } from "./expect-structure.ts";
import { fillGallery } from "./fill-gallery.ts";
import { type Account, expect, message, test, type Product } from "./product.ts";

async function openResult(page: Page, product: Product, { email }: Account) {
  const [id] = await fillGallery(product, email, [{ name: "snapshot" }]);
  await page.goto(`${product.url}/surprise-me?job=${id}`);
}

test("the copy button copies a link, or explains copying by hand", async ({ page, product, member }) => {
  await openResult(page, product, member);
  await page.getByRole("button", { name: "Share Link" }).click();
  const field = page.getByLabel("Share link");
  await expect(page.getByRole("heading", { name: "Share" }), "focus follows the removed button").toBeFocused();
  const link = await field.inputValue();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("status").getByText("Link copied!")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("status").getByText("Failed to copy")).toBeVisible();
  await expect(page.getByRole("status").getByText("Could not copy the link to clipboard.")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);

  await page.getByRole("button", { name: "Revoke link" }).click();
  await expect(page.getByRole("button", { name: "Share Link" })).toBeFocused();
});

test("one tap hands picture and link to the device's share sheet", async ({ page, product, member }) => {
  await page.addInitScript(() => {
    const received: string[] = [];
    navigator.canShare = () => true;
    navigator.share = async ({ files = [], text = "" } = {}) => {
      // As on a slow connection, where the first tap has expired.
      if (received.push(`${files.map(({ type, size }) => `${type} ${size < 300_000}`).join()} ${text}`) === 2)
        throw new DOMException("no tap", "NotAllowedError");
      document.body.dataset["received"] = received.join("\n");
    };
  });
  await openResult(page, product, member);
  await page.waitForFunction(isDrawn); // an earlier tap makes the link without a sheet
  await page.getByRole("button", { name: "Share Link" }).click();
  const link = await page.getByLabel("Share link").inputValue();
  const sent = `image/jpeg true Enhanced photo, made with Photogem: ${link}`;
  await expect(page.locator("body")).toHaveAttribute("data-received", sent);
  await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    `https://wa.me/?text=${encodeURIComponent(sent.slice("image/jpeg true ".length))}`,
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Share Link" })).toBeFocused();
  await page.getByRole("link", { name: "Share Link" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-received", [sent, sent, sent].join("\n"));
});

test("axe finds no violations on the sharing pages", async ({ page, product, member, browser }) => {
  await page.goto(`${product.url}/shares`);
  await expectAccessible(page);
  await openResult(page, product, member);
  await page.getByRole("button", { name: "Share Link" }).click();
  const link = await page.getByLabel("Share link").inputValue();
  await page.getByRole("switch", { name: "Show the original photo too" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The link now shows the original" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${product.url}/shares`);
  await expectAccessible(page);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expectAccessible(visitor);
  await visitor.goto(`${link}/report`);
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Send report" }).click();
  await expect(message(visitor)).toBeFocused();
  await expectAccessible(visitor);
  await visitor.goto(`${link}/report?sent`);
  await expectAccessible(visitor);
});
