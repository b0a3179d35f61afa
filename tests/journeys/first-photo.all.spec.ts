import { stat } from "node:fs/promises";
import sharp from "sharp";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, gems, linkIn, newAccount, test } from "./product.ts";

test("a newcomer registers, confirms and enhances a camera photo", async ({ page, product }) => {
  const account = newAccount("Adaeze Okafor");
  await page.goto(`${product.url}/`);
  await page.getByRole("main").getByRole("link", { name: "Get Started" }).first().click();
  await page.waitForURL("**/register");
  await page.getByLabel("Full Name").fill(account.fullName);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Create account" }).click();

  await page.waitForURL("**/verify-email");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
  await expect(page.getByText("We've sent you a confirmation link to complete your registration.")).toBeVisible();
  const mailbox = page.getByRole("main").getByRole("link", { name: /mailbox/i });
  if (product.hosted) {
    await expect(mailbox).toHaveCount(0);
    await page.goto(linkIn((await product.mailTo(account.email)).text));
  } else {
    await mailbox.click();
    await page.waitForURL("**/mailbox");
    const mail = page.getByRole("listitem").filter({ hasText: account.email });
    await mail.locator("a[href*='/auth/confirm']").first().click();
  }
  await page.getByRole("button", { name: "Confirm my email address" }).click();

  await page.waitForURL("**/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Adaeze");
  await expect(gems(page)).toHaveText("2");

  await page.getByRole("main").locator("a[href='/surprise-me']").first().click();
  await page.waitForURL("**/surprise-me");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Surprise Me");
  const { cameraJpeg } = await photoFixtures();
  const size = (await stat(cameraJpeg)).size;
  expect(size).toBeGreaterThan(4_000_000);
  expect(size).toBeLessThan(9_000_000);
  await choosePhoto(page, cameraJpeg);
  await page.waitForURL("**/surprise-me?draft=*");
  const told = page.getByText(/^To make the picture, your photo is sent to Google\. /);
  await expect(told).toHaveCount(product.hosted ? 1 : 0);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await page.waitForURL("**/surprise-me?job=*");
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 120_000 });
  await expect(gems(page)).toHaveText("1");

  // Upright: the fixture is stored on its side, with EXIF orientation 6.
  const shown = page.getByRole("img", { name: /^Result/ }).first();
  expect(Number(await shown.getAttribute("height"))).toBeGreaterThan(Number(await shown.getAttribute("width")));

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^camera-enhanced-\d{13}-[0-9a-f]{4}\.jpg$/);
  const metadata = await sharp(await download.path()).metadata();
  expect(metadata.exif).toBeUndefined();
  expect([metadata.width, metadata.height]).toEqual(product.hosted ? [1774, 2365] : [1440, 1920]);

  await page.getByRole("main").getByRole("link", { name: "View History" }).first().click();
  await page.waitForURL("**/gallery");
  const item = page.getByRole("listitem").filter({ hasText: "camera" });
  await expect(item).toContainText(/\d{1,2} [A-Z][a-z]{2}, \d{2}:\d{2}/);
  await expect(item).toContainText("1 gem");

  await page.goto(`${product.url}/settings?tab=history`);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.filter({ hasText: "Bonus" })).toContainText("+2 gems");
  await expect(rows.filter({ hasText: "Usage" })).toContainText("−1 gem");
});

test("tools on the dashboard show previews of the photo, also when the server was busy at first @scripted", async ({
  page,
  product,
  member: _member,
}) => {
  const { portrait } = await photoFixtures();
  const body = await sharp(portrait).resize(240).webp().toBuffer();
  const refused = new Set<string>();
  await page.route("**/previews/*", async (route) => {
    const url = route.request().url();
    if (refused.has(url)) return route.fulfill({ contentType: "image/webp", body });
    refused.add(url);
    return route.fulfill({
      status: 503,
      headers: { "Retry-After": "1" },
      body: "Previews are made when there is time.",
    });
  });
  await page.goto(`${product.url}/dashboard`);
  await choosePhoto(page, portrait);
  await page.waitForURL("**/dashboard?draft=*");
  await page.waitForLoadState("networkidle");
  // A hosted model makes other pictures, so it has no previews.
  const shown = product.hosted ? 0 : 4;
  await expect(page.getByRole("main").getByRole("button").locator("img[src^='blob:']")).toHaveCount(shown);
  expect(refused.size).toBe(shown);
});

test("a photo chosen on the dashboard opens in a tool, and is offered again until it is discarded", async ({
  page,
  product,
  member: _member,
}) => {
  const { portrait, textNamedJpg } = await photoFixtures();
  await page.goto(`${product.url}/dashboard`);
  await choosePhoto(page, textNamedJpg);
  await expect(page.getByLabel("Choose or take a photo")).toHaveAccessibleDescription(/./);
  await choosePhoto(page, portrait);
  await page.waitForURL("**/dashboard?draft=*");
  await expect(page.getByRole("heading", { name: "Choose a tool for your photo" })).toBeVisible();
  const tools = page.getByRole("main").getByRole("listitem").getByRole("button");
  await expect(tools).toHaveText([
    /^Surprise Me/,
    /^Portrait Studio/,
    /^Pixel AI Art/,
    /^Background Engine/,
    /^ID Photo/,
  ]);
  await page.getByRole("button", { name: /^Pixel AI Art/ }).click();
  await page.waitForURL("**/pixel-art?draft=*&step=style");
  await expect(page.getByRole("img", { name: "Your photo: portrait" }).first()).toBeVisible();

  await page.goto(`${product.url}/dashboard`);
  await expect(page.getByText("Pixel AI Art, Style")).toBeVisible();
  await page.getByRole("link", { name: "Continue", exact: true }).click();
  await page.waitForURL("**/pixel-art?draft=*&step=style");
  await page.goto(`${product.url}/dashboard`);
  await page.getByRole("button", { name: "Discard portrait" }).click();
  await expect(page.getByRole("heading", { name: "Continue where you left off" })).toHaveCount(0);
  await expect(page).toHaveURL(`${product.url}/dashboard`);
});
