import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { buyPackage } from "./buy-package.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expectStructure } from "./expect-structure.ts";
import { choosePhoto, expect, gems, test } from "./product.ts";

/** Chooses photos on a batch's page. With scripts they are sent at once; without, the button sends them. */
async function add(page: Page, files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) {
  await page.locator("input#photos").setInputFiles(files);
  const button = page.getByRole("button", { name: "Upload photos" });
  if (await button.isVisible()) await button.click();
}

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

test("a batch names its broken photo and refunds its failed one", async ({
  page,
  product,
  member: _member,
  javaScriptEnabled,
}) => {
  test.slow();
  const files = await photoFixtures();
  // axe is a script itself.
  const accessible = async (name: string) => {
    if (javaScriptEnabled === false) return;
    await expectAccessible(page);
    await expectStructure(page.getByRole("main"), name);
  };
  const blank = { create: { width: 390, height: 260, channels: 3, background: "#ffffff" } } as const;
  const buffer = await sharp(blank).jpeg().toBuffer();

  // Without the package the page explains it and names the packages that include it.
  await page.goto(`${product.url}/background-engine`);
  await page.getByRole("link", { name: "Several photos at once" }).click();
  await expect(page.getByText("Popular: 30 gems for ₦3,000")).toBeVisible();
  await expect(page.locator("input[type=file]")).toHaveCount(0);
  await accessible("batch-offer");
  const address = page.url();
  await buyPackage(page, product, "popular");

  await page.goto(address);
  await add(page, [files.portrait, files.truncatedJpeg, files.snapshot]);
  await expect(page.getByRole("heading", { name: "2 photos" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("truncated");
  await expect(page.getByRole("main")).toContainText("This photo seems to be damaged or incomplete.");
  await expect(row(page, "portrait").first()).toContainText("ready");
  await accessible("batch-choose");
  // The same photo again shows a message and is stored once.
  await page.goto(page.url().includes("draft=") ? page.url() : address);
  const again = { name: "portrait.jpg", mimeType: "image/jpeg", buffer: await readFile(files.portrait) };
  await add(page, [again, { name: "blank.jpg", mimeType: "image/jpeg", buffer }]);
  await expect(page.getByRole("heading", { name: "3 photos" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("portrait: you already added this photo. It is used once");
  await expect(page.getByText("This uses 3.").or(page.getByText("This uses 4."))).toBeVisible();
  await row(page, "snapshot").getByRole("button", { name: "Remove snapshot" }).click();
  await expect(page.getByRole("heading", { name: "2 photos" })).toBeVisible();

  // Each photo is checked before a gem is spent, and can be cropped.
  await expect(row(page, "blank")).toContainText("This photo is quite small");
  await row(page, "portrait").getByRole("link", { name: "Crop or rotate portrait" }).click();
  await page.getByRole("button", { name: "Turn left" }).click();
  await page.getByRole("button", { name: "Use this photo" }).click();
  await expect(page.getByText("Photo adjusted").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "2 photos" })).toBeVisible();
  await row(page, "portrait").getByRole("link", { name: "Crop or rotate portrait" }).click();
  await page.getByRole("button", { name: "Undo: back to the whole photo" }).click();

  await page.getByRole("link", { name: "Continue with 2 photos" }).click();
  await page.waitForURL("**&step=settings");
  await page.getByRole("radio", { name: /^Remove/ }).check();
  await expect(page.getByText("2 photos", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /2 gems/ }).click();

  await page.waitForURL("**/batches/*");
  await expect(page.getByText("1 of 2 done, 1 failed").first()).toBeVisible({ timeout: 120_000 });
  // Google refuses a blank picture; the darkroom looks for a subject.
  const reason = product.hosted
    ? "We could not use this photo. Please try another one."
    : "We could not find the subject in this photo. Draw a box around it and try again.";
  await expect(row(page, "blank")).toContainText(`${reason} Your gem is back.`);
  await expect(row(page, "portrait")).toContainText("Done");
  await expect(gems(page)).toHaveText("31");
  await accessible("batch");

  const zip = await page.request.get(`${page.url()}/download`);
  expect(zip.headers()["content-type"]).toBe("application/zip");
  const packed = (await zip.body()).toString("latin1");
  expect(packed.match(/portrait-[\w-]*-\d{13}-[0-9a-f]{4}\.png/g)).toHaveLength(2);
  expect(packed).not.toContain("blank-");

  // A second try fails too and costs nothing.
  await page.getByRole("button", { name: "Try failed again, 1 gem" }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("1 of 2 done, 1 failed").first()).toBeVisible({ timeout: 1000 });
    await expect(gems(page)).toHaveText("31", { timeout: 1000 });
  }).toPass({ timeout: 120_000 });
  await row(page, "portrait").getByRole("link", { name: "View portrait" }).click();
  await expect(page.getByText("Transformation complete!").first()).toBeVisible();
  await page.goto(`${product.url}/dashboard`);
  await page.getByRole("link", { name: "Several photos at once" }).click();
  await page.getByRole("link", { name: "Background Engine, 2 photos" }).click();
  await expect(page.getByText("1 of 2 done, 1 failed").first()).toBeVisible();
});

test("a batch of ID photos delivers each for the same document and returns the gem of one without a face @plain", async ({
  page,
  product,
  member: _member,
}) => {
  test.slow();
  const wall = { create: { width: 900, height: 1200, channels: 3, background: "#d8d4cc" } } as const;
  const images = {
    portrait: await readFile((await photoFixtures()).portrait),
    wall: await sharp(wall).jpeg().toBuffer(),
  };
  await buyPackage(page, product, "popular");
  await page.goto(`${product.url}/id-photo/batch`);
  const jpeg = (name: "portrait" | "wall") => ({ name: `${name}.jpg`, mimeType: "image/jpeg", buffer: images[name] });
  await add(page, [jpeg("portrait"), jpeg("wall")]);
  await page.getByRole("link", { name: "Continue with 2 photos" }).click();
  await page.getByRole("radio", { name: /^Kenya passport/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Each photo of a batch must show one person from the front.")).toBeVisible();
  await expect(page.getByText("Please check your form or its portal.")).toBeVisible();
  await page.getByRole("button", { name: /2 gems/ }).click();
  await page.waitForURL("**/batches/*");
  await expect(page.getByText("1 of 2 done, 1 failed").first()).toBeVisible({ timeout: 120_000 });
  await expect(row(page, "wall")).toContainText("An ID photo needs one face");
  await expect(gems(page)).toHaveText("31");
  await row(page, "portrait").getByRole("link", { name: "View portrait" }).click();
  await expect(page.getByText(/^Head 3[1-5]\.\d mm; the rule is 31\.5 to 35 mm: within it\./)).toBeVisible();
});

test("photos chosen offline all arrive once the connection is back @scripted", async ({
  page,
  product,
  member: _member,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, "without scripts the browser says that there is no connection");
  const files = await photoFixtures();
  await buyPackage(page, product, "popular");
  await page.goto(`${product.url}/surprise-me/batch`);
  await page.context().setOffline(true);
  await add(page, [files.portrait, files.snapshot, files.transparentPng]);
  await expect(row(page, "portrait")).toContainText("No connection.");
  await expect(page.getByRole("status").filter({ hasText: "0 of 3 have arrived" })).toBeVisible();
  await expect(page).toHaveURL(/\?draft=/);
  // A removed photo can be chosen again.
  await row(page, "snapshot").getByRole("button").click();
  await expect(page.getByRole("heading", { name: "0 photos" })).toBeFocused();
  await add(page, [files.snapshot]);
  await expect(row(page, "snapshot")).toContainText("Waiting for the one before it");
  await page.context().setOffline(false);
  await expect(page.getByText("All 3 photos have arrived")).toBeVisible({ timeout: 30_000 });
  await row(page, "snapshot").getByRole("button", { name: "Remove snapshot" }).click();
  await expect(page.getByRole("heading", { name: "2 photos" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("link", { name: "Continue with 2 photos" })).toBeVisible();
});

test("a finished result becomes a preset that starts the next photo with one click", async ({
  page,
  product,
  member: _member,
  javaScriptEnabled,
}) => {
  const { portrait, snapshot } = await photoFixtures();
  const main = page.getByRole("main");
  const choose = (name: RegExp) => page.getByRole("radio", { name }).check();
  const click = (name: string | RegExp) => main.getByRole("button", { name }).click();
  const follow = (name: string | RegExp) => main.getByRole("link", { name }).first().click();
  const look = async (name: string, part = main) => {
    if (javaScriptEnabled === false) return;
    await expectAccessible(page);
    await expectStructure(part, name);
  };

  await page.goto(`${product.url}/pixel-art`);
  await expect(main.getByText("Your presets")).toHaveCount(0);
  await choosePhoto(page, portrait);
  await choose(/^Sketch/);
  await click(/^Generate/);
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });

  // Without Pro, the page shows the offer, the package, and the way back.
  await follow("Save as preset");
  await expect(main.getByRole("heading", { name: "Custom presets come with Pro" })).toBeVisible();
  await look("preset-offer");
  const saving = page.url();
  await buyPackage(page, product, "pro");
  await page.goto(saving);

  await click("Save");
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Please enter a name/);
  await page.getByLabel("Name").fill("x".repeat(61));
  await click("Save");
  await expect(main.getByText("Please use at most 60 characters.").first()).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("x".repeat(61));
  await look("preset-new-refused");
  await page.getByLabel("Name").fill("Pencil");
  await click("Save");
  await expect(page.getByText("Preset saved").first()).toBeVisible();
  await look("presets");

  // From the dashboard, with a photo chosen later.
  await page.goto(`${product.url}/dashboard`);
  await follow("Pencil");
  await expect(main.getByText(/One more tap starts it/)).toBeVisible();
  await look("preset-choice", page.locator("section", { has: page.getByRole("heading", { name: "Your presets" }) }));
  await choosePhoto(page, snapshot);
  await page.waitForURL("**&step=style");
  await expect(page.getByRole("radio", { name: /^Sketch/ })).toBeChecked();

  // For several photos at once.
  await page.goto(`${product.url}/pixel-art`);
  await follow("Pencil");
  await expect(main.getByText(/One more tap starts it/)).toBeVisible();
  await follow("Several photos at once");
  await page.waitForURL("**/batch?preset=*");
  await expect(main.getByText(/One more tap starts it/)).toBeVisible();
  await page.locator("input#photos").setInputFiles([portrait, snapshot]);
  if (javaScriptEnabled === false) await click("Upload photos");
  await expect(main.getByText(/One more tap starts it/)).toBeVisible();
  await click("Continue with 2 photos");
  await page.waitForURL("**&step=style");
  await expect(page.getByRole("radio", { name: /^Sketch/ })).toBeChecked();
  await expect(main.getByRole("button", { name: /2 gems/ })).toBeVisible();

  // With a photo and other choices made before.
  await page.goto(`${product.url}/pixel-art`);
  // Before the scripts run, a chosen photo stays on its step.
  await page.waitForLoadState("networkidle");
  await choosePhoto(page, snapshot);
  await page.waitForURL("**&step=style");
  await choose(/^Anime/);
  await click("Back");
  await follow("Pencil");
  await click("Continue");
  await page.waitForURL("**&step=style");
  await expect(page.getByRole("radio", { name: /^Sketch/ })).toBeChecked();

  await page.goto(`${product.url}/presets`);
  await follow("Rename Pencil");
  await page.getByLabel("Name").fill("Ink");
  await click("Save");
  await follow("Delete Ink");
  await look("preset-delete");
  await follow("Cancel");
  await follow("Delete Ink");
  await click("Delete");
  await expect(main.getByRole("heading", { name: "No presets yet" })).toBeVisible();
});
