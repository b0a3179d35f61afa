import sharp from "sharp";
import { choosePhoto, expect, gems, test } from "./product.ts";

test("a photo the engine cannot better returns the gem, says why, and keeps the photo for another try", async ({
  page,
  product,
  member,
}) => {
  expect(member.email).toContain("@");
  const blank = { create: { width: 600, height: 400, channels: 3, background: "#ffffff" } } as const;
  const buffer = await sharp(blank).jpeg().toBuffer();
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, { name: "blank.jpg", mimeType: "image/jpeg", buffer });
  await page.waitForURL("**?draft=*");
  await page.getByRole("button", { name: /Surprise Me/ }).click();

  const notice = page.getByRole("alert");
  await expect(notice).toContainText("Enhancement failed", { timeout: 60_000 });
  await expect(notice).toContainText(
    "This photo could not be worked on. Please try another one. Your gem was returned.",
  );
  await expect(page).toHaveTitle(/^Error: /);
  await expect(gems(page)).toHaveText("2");
  await expect(page.getByRole("img", { name: "Your photo: blank" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Surprise Me/ })).toBeVisible();

  await page.goto(`${product.url}/gallery`);
  const item = page.getByRole("main").getByRole("listitem").filter({ hasText: "blank" });
  await expect(item).toContainText("0 gems");
  await expect(item).toContainText("Your gem was returned.");
  await page.goto(`${product.url}/settings?tab=history`);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.filter({ hasText: "Usage" })).toContainText("−1 gem");
  await expect(rows.filter({ hasText: "Refund" })).toContainText("Returned: the photo could not be worked on (blank)");
});
