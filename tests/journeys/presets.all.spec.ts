import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { buyPackage } from "./buy-package.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expectStructure } from "./expect-structure.ts";
import { choosePhoto, expect, test } from "./product.ts";

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
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 60_000 });

  // Without pro: what it is, what brings it, and the way back.
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

  // From the dashboard, with a photo that is chosen afterwards.
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

  // With a photo that is there already, and other choices made.
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
