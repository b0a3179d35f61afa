import type { Locator, Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { buyPackage } from "./buy-package.ts";
import { expect, test } from "./product.ts";
import { choose, enter as enterWhenThere, tabTo } from "./tab-to.ts";

/** Presses Enter on what the page at hand, or the one that is coming, has. */
async function enter(page: Page, control: Locator) {
  await expect(control).toBeVisible();
  await enterWhenThere(page, control);
}

test("batches and presets work with the keyboard alone @long", async ({ page, product, member: _member }) => {
  const { portrait, snapshot } = await photoFixtures();
  const main = page.getByRole("main");
  await buyPackage(page, product, "pro");
  await page.goto(`${product.url}/pixel-art`);
  await enter(page, main.getByRole("link", { name: "Several photos at once" }));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const chooser = page.waitForEvent("filechooser");
  await enterWhenThere(page, page.getByLabel(/^Choose photos/));
  await (await chooser).setFiles([portrait, snapshot]);

  // A photo taken out leaves the focus with the rest.
  await expect(page.getByRole("heading", { name: "2 photos" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Continue with 2 photos" })).toBeVisible({ timeout: 30_000 });
  await enter(page, main.getByRole("button", { name: "Remove snapshot" }));
  await expect(page.getByRole("heading", { name: "1 photo" })).toBeFocused();
  await enter(page, main.getByRole("link", { name: "Crop or rotate portrait" }));
  await expect(page.getByRole("heading", { name: "Crop or rotate" })).toBeFocused();
  await enter(page, main.getByRole("button", { name: "Turn right" }));
  await enter(page, main.getByRole("button", { name: "Use this photo" }));
  await enter(page, main.getByRole("link", { name: "Continue with 1 photo" }));
  await choose(page, /^Sketch/);
  await enter(page, main.getByRole("button", { name: /^Generate/ }));
  await page.waitForURL("**/batches/*");
  const view = main.getByRole("link", { name: /^View portrait/ });
  await expect(view).toBeVisible({ timeout: 60_000 });

  await enter(page, view);
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 60_000 });
  await enter(page, main.getByRole("link", { name: "Save as preset" }));
  await expect(page.getByLabel("Name")).toBeVisible();
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Pencil");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Preset saved").first()).toBeVisible();
  await enter(page, main.getByRole("link", { name: "Rename Pencil" }));
  await expect(page.getByLabel("Name")).toHaveValue("Pencil");
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ink");
  await page.keyboard.press("Enter");
  await enter(page, main.getByRole("link", { name: "Use Ink" }));
  await expect(main.getByText(/One tap is left/)).toBeVisible();
  await page.goto(`${product.url}/presets`);
  await enter(page, main.getByRole("link", { name: "Delete Ink" }));
  await enter(page, main.getByRole("button", { name: "Delete" }));
  await expect(main.getByRole("heading", { name: "No presets yet" })).toBeVisible();
});
