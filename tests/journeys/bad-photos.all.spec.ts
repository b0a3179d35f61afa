import { photoFixtures, type PhotoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, gems, test } from "./product.ts";

const unsupported = "Unsupported file format. Please upload a .jpg, .jpeg, .png, .webp, .heic, .heif image.";
const tooLarge = "File too large. Please upload an image smaller than 10MB.";

const refused: [what: string, file: keyof PhotoFixtures, message: string][] = [
  ["a text file renamed .jpg", "textNamedJpg", unsupported],
  ["an SVG renamed .png", "svgNamedPng", unsupported],
  ["a truncated JPEG", "truncatedJpeg", "This photo seems to be damaged or incomplete."],
  ["a 20 000 × 20 000 PNG", "hugePng", "This photo has too many pixels for us to open."],
  ["an 11 MB file", "elevenMegabytes", tooLarge],
  ["a 60 MB file", "sixtyMegabytes", tooLarge],
  ["an empty file", "empty", "Please choose a photo first."],
];

test("unusable photos show their error beside the field and cost nothing", async ({
  page,
  product,
  member: _member,
}) => {
  const files = await photoFixtures();
  await page.goto(`${product.url}/surprise-me`);
  for (const [what, file, message] of refused) {
    await test.step(what, async () => {
      await choosePhoto(page, files[file]);
      await expect(page.locator("#image-error")).toContainText(message, { timeout: 45_000 });
      await expect(page.getByRole("alert")).toContainText(message);
      await expect(page).toHaveTitle(/^Error: /);
      await expect(gems(page)).toHaveText("2");
      await page.goto(`${product.url}/surprise-me`);
    });
  }
});

test("an unusable second photo preserves the first one @plain", async ({ page, product, member: _member }) => {
  const files = await photoFixtures();
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, files.snapshot);
  await page.waitForURL("**/surprise-me?draft=*");
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await choosePhoto(page, files.textNamedJpg);
  await expect(page.locator("#image-error")).toContainText(unsupported);
  await expect(page.getByRole("img", { name: "Your photo: snapshot" })).toBeVisible();
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
  await expect(gems(page)).toHaveText("1");
});
