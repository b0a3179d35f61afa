import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { phone } from "../browser/chromium.ts";
import { cameraPhotos, sceneNames } from "../camera-photos.ts";
import type { Member } from "../sign-up.ts";

const photos = 10;
/** As phones save them: 3 to 5 MB. */
const quality = 90;
/** The slow line of the budgets, bit/s. */
const slowLine = 400_000;

export async function measureBatch(
  browser: Browser,
  { url, member, folder }: { url: string; member: Member; folder: string },
): Promise<{ value: number; note: string }> {
  const names = (await sceneNames()).slice(0, photos);
  const files = await cameraPhotos(join(folder, "batch"), Object.fromEntries(names.map((name) => [name, quality])));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const context = await browser.newContext({ ...phone, storageState: member });
  const page = await context.newPage();
  await page.goto(`${url}/buy-coins`);
  await page.getByRole("button", { name: /₦3,000/ }).click();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/dashboard");
  await page.addInitScript(() => {
    // A blob's size cannot be read from the network log.
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function countAndSend(body) {
      const photo = body instanceof FormData ? body.get("image") : null;
      const before = Number(Reflect.get(window, "sentBytes") ?? 0);
      Object.assign(window, { sentBytes: before + (photo instanceof Blob ? photo.size : 0) });
      send.call(this, body);
    };
  });
  await page.goto(`${url}/surprise-me/batch`);
  await page.waitForLoadState("networkidle");
  await page.locator("#photos").setInputFiles(files);
  await page.getByRole("link", { name: `Continue with ${photos} photos` }).waitFor({ timeout: 240_000 });
  const bytes = Number(await page.evaluate(() => Reflect.get(window, "sentBytes")));
  await context.close();
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const seconds = Math.round((bytes * 8) / slowLine);
  return {
    value: bytes / 1000,
    note: `of ${(whole / 1e6).toFixed(1)} MB chosen; ${seconds} s at 400 kbps, one after another`,
  };
}
