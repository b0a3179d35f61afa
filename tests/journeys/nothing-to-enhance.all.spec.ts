import sharp from "sharp";
import { choosePhoto, expect, gems, test } from "./product.ts";

test("a photo that needs no change costs nothing, shows so and can be tried again @plain", async ({
  page,
  product,
  member: _member,
}) => {
  const blank = { create: { width: 600, height: 400, channels: 3, background: "#ffffff" } } as const;
  const buffer = await sharp(blank).jpeg().toBuffer();
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, { name: "blank.jpg", mimeType: "image/jpeg", buffer });
  await page.waitForURL("**?draft=*");
  await page.getByRole("button", { name: /Surprise Me/ }).click();

  const notice = page.getByRole("heading", { name: "Nothing to enhance" });
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("main")).toContainText("This photo is already well lit. Nothing was charged.");
  await expect(gems(page)).toHaveText("2");
  await expect(page.getByRole("img", { name: "Your photo: blank" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Surprise Me/ })).toBeVisible();

  await page.goto(`${product.url}/gallery`);
  const item = page.getByRole("main").getByRole("listitem").filter({ hasText: "blank" });
  await expect(item).toContainText("0 gems");
  await page.goto(`${product.url}/settings?tab=history`);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.filter({ hasText: "Usage" })).toContainText("−1 gem");
  await expect(rows.filter({ hasText: "Refund" })).toContainText("(blank)");
});
