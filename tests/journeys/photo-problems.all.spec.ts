import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { photoFixtures, type PhotoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, gems, message, test } from "./product.ts";
import { tabTo } from "./tab-to.ts";

const dark = "This photo is quite dark. Surprise Me lightens dark photos.";
const onlyAdvice = "You can continue, or choose another photo. Looking is free.";

/** The drawn portrait, 720 × 900, as another camera would take it. */
async function portrait(taken: (photo: Sharp) => Sharp) {
  const { portrait: file } = await photoFixtures();
  const buffer = await taken(sharp(await readFile(file)))
    .jpeg()
    .toBuffer();
  return { name: "ada.jpg", mimeType: "image/jpeg", buffer };
}

test("photo advice appears before any cost and never blocks @scripted", async ({ page, product, member: _member }) => {
  const advice = page.getByRole("status").filter({ hasText: onlyAdvice });
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, await portrait((photo) => photo.linear(2 ** (-4 / 2.2), 0)));
  await expect(advice).toContainText(dark);
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await page.reload();
  await expect(advice, "the server says the same").toContainText(dark);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await expect(advice).toHaveCount(0);
  await choosePhoto(page, await portrait((photo) => photo.blur(6)));
  await expect(advice).toContainText("This photo looks blurred.");
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /Surprise Me/ })).toBeEnabled();
  await expect(gems(page)).toHaveText("2");
});

test("turning and cropping a photo is free, and the whole photo can be restored", async ({
  page,
  product,
  member: _member,
  javaScriptEnabled,
}) => {
  const photo = page.getByRole("img", { name: "Your photo: portrait" });
  const numbers = async () =>
    Promise.all(["left", "top", "width", "height"].map((name) => page.locator(`#${name}`).inputValue()));
  await page.goto(`${product.url}/background-engine`);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await page.getByRole("link", { name: "Crop or rotate" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Crop or rotate");

  await page.getByRole("button", { name: "Turn right" }).click();
  await expect(page.getByText("900 × 720 pixels")).toBeVisible();
  if (javaScriptEnabled === false) {
    await page.getByRole("radio", { name: "Square" }).check();
    await page.getByLabel("Position across").selectOption("Right");
    await page.getByRole("button", { name: "Show" }).click();
    expect(await numbers()).toEqual(["180", "0", "720", "720"]);
  } else {
    await page.getByRole("radio", { name: "Square" }).check();
    expect(await numbers()).toEqual(["90", "0", "720", "720"]);
    const frame = page.getByRole("application", { name: "Frame" });
    await tabTo(page, frame);
    for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press("ArrowRight");
    expect(await numbers(), "as far as the photo goes").toEqual(["180", "0", "720", "720"]);
    await page.keyboard.press("Shift+ArrowLeft");
    expect(await numbers(), "still square").toEqual(["180", "0", "711", "711"]);
    const corner = await page.locator("[data-grip='11'] path").last().boundingBox();
    if (!corner) throw new Error("no corner to pull");
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
    await page.mouse.down();
    await page.mouse.move(corner.x + 80, corner.y + 80, { steps: 3 });
    await page.mouse.up();
    expect(await numbers()).toEqual(["180", "0", "720", "720"]);
  }
  await page.getByRole("button", { name: "Use this photo" }).last().click();
  await expect(page.getByText("Photo adjusted").first()).toBeVisible();
  await expect(page).toHaveURL(/\/background-engine\?draft=[^&]*&step=settings$/);
  await expect(photo).toHaveAttribute("width", "720");
  await expect(photo).toHaveAttribute("height", "720");
  await expect(gems(page)).toHaveText("2");

  await page.getByRole("link", { name: "Crop or rotate" }).click();
  await page.getByRole("radio", { name: "Free" }).check();
  await page.locator("#width").fill("40");
  await page.getByRole("button", { name: "Use this photo" }).last().click();
  const box = message(page);
  await expect(box).toContainText("Please keep at least 64 pixels of the width and of the height.");
  if (javaScriptEnabled !== false) await expect(box).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.locator("#width")).toHaveValue("40");
  await page.getByRole("button", { name: "Undo: back to the whole photo" }).click();
  await expect(page.getByText("Back to the whole photo").first()).toBeVisible();
  await expect(photo).toHaveAttribute("height", "900");
});

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
  for (const [what, file, words] of refused) {
    await test.step(what, async () => {
      await choosePhoto(page, files[file]);
      await expect(page.locator("#image-error")).toContainText(words, { timeout: 45_000 });
      await expect(message(page)).toContainText(words);
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
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 120_000 });
  await expect(gems(page)).toHaveText("1");
});

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
  await expect(notice).toBeVisible({ timeout: 120_000 });
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
