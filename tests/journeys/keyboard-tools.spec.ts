import type { Locator, Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expect, gems, message, test } from "./product.ts";
import { choose, enter, pickPhoto, tabTo } from "./tab-to.ts";
import { buyPackage } from "./buy-package.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const next = (page: Page) => enter(page, page.getByRole("button", { name: "Continue" }));

/** Goes from the dashboard to a tool's first step with a photo. */
async function begin(page: Page, tool: string) {
  await enter(page, page.getByRole("main").getByRole("link", { name: tool }));
  await expect(heading(page)).toContainText(`Step 1 of`);
  await expect(heading(page)).toBeFocused();
  await pickPhoto(page, (await photoFixtures()).portrait);
  await page.waitForURL("**?draft=*&step=*");
}

/** Expects the focus on this heading, where every step begins. */
async function at(page: Page, text: string) {
  await expect(heading(page)).toHaveText(text);
  await expect(heading(page)).toBeFocused();
}

async function finished(page: Page, name: string) {
  await expect.poll(() => page.title(), { timeout: 120_000 }).toContain(`, ${name} · `);
  await expect(heading(page)).toBeFocused();
}

test("the portrait tool and another angle work with the keyboard alone", async ({ page, product, member: _member }) => {
  const [of, last] = product.hosted ? [8, 6] : [6, 4];
  await begin(page, "Portrait Studio");
  await at(page, `Step 2 of ${of}: Where should it be taken?`);
  await next(page);
  await expect(message(page), "what is missing has the focus").toBeFocused();
  await enter(page, page.getByRole("link", { name: "Please choose a background." }));
  // Space chooses and continues; the arrows below only move.
  await page.keyboard.press("Space");
  await at(page, `Step 3 of ${of}: Pick an outdoor scene`);
  await choose(page, "Beach Sunset");
  await expect(heading(page)).toHaveText(`Step 3 of ${of}: Pick an outdoor scene`);
  await next(page);
  if (product.hosted) {
    await at(page, "Step 4 of 8: Choose an outfit");
    await choose(page, "Formal");
    await tabTo(page, page.getByLabel("Attire details (optional)"));
    await page.keyboard.type("a navy suit");
    await next(page);
    await at(page, "Step 5 of 8: Choose a pose");
    await choose(page, "Male");
    await choose(page, "Crossed Arms");
    await next(page);
  }
  await at(page, `Step ${last} of ${of}: Choose a camera angle`);
  await choose(page, /^Close-up/);
  await enter(page, page.getByRole("button", { name: "Back" }));
  await expect(heading(page)).toContainText(`Step ${last - 1} of ${of}`);
  await next(page);
  await enter(page, page.getByRole("button", { name: /^Transform Photo/ }));
  await page.waitForURL("**/transform?job=*");
  await finished(page, "portrait");

  const range = page.getByRole("slider", { name: "Compare: percent of the original shown" });
  await tabTo(page, range);
  await page.keyboard.press("ArrowRight");
  await expect(range).toHaveAttribute("aria-valuetext", "13 % original");
  await enter(page, page.getByRole("button", { name: "Show Original" }));
  await expect(range).toHaveValue("100");

  const more = page.getByRole("link", { name: /^Generate More Angles/ });
  const dialog = page.getByRole("dialog", { name: "Select Desired Angle" });
  await enter(page, more);
  await expect(dialog).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: product.hosted ? "Front" : "Low" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, dialog.getByRole("button", { name: "Low", exact: true }));
  await expect(page.getByRole("button", { name: "Generating Low..." })).toBeFocused();
  await finished(page, "portrait (Low)");
  await expect(gems(page)).toHaveText("0");
});

test("the art and background tools work with the keyboard alone @long", async ({ page, product, member: _member }) => {
  await begin(page, "Pixel AI Art");
  await at(page, "Step 2 of 4: Choose a style");
  await choose(page, /^Sketch/);
  const intensity = page.getByRole("slider", { name: "Intensity" });
  await tabTo(page, intensity);
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowLeft");
  await expect(intensity).toHaveAttribute("aria-valuetext", "Moderate, 60 %");
  await enter(page, page.getByRole("button", { name: /^Generate/ }));
  await page.waitForURL("**/pixel-art?job=*");
  await finished(page, "portrait - Sketch (60%)");

  await page.goto(`${product.url}/dashboard`);
  await begin(page, "Background Engine");
  await choose(page, /^Replace/);
  await choose(page, /^Studio Backdrop/);
  await choose(page, /^Custom/);
  const colour = page.getByLabel("Backdrop colour", { exact: true });
  await tabTo(page, colour);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("green");
  await page.keyboard.press("Enter");
  await expect(message(page)).toBeFocused();
  await enter(page, message(page).getByRole("link"));
  await expect(colour).toBeFocused();
  await expect(colour).toHaveAccessibleDescription(/Please enter a colour code such as/);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("#00AA88");
  await expect(colour, "mending takes no focus away").toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/background-engine?job=*");
  await finished(page, "portrait - Studio: Custom");
});

test("the ID photo tool works with the keyboard alone", async ({ page, product: _product, member: _member }) => {
  await begin(page, "ID Photo");
  await at(page, "Step 2 of 5: Which document is it for?");
  await choose(page, /^United States/);
  await next(page);
  await enter(page, message(page).getByRole("link", { name: "Please choose what we may change." }));
  await page.keyboard.press("Space");
  await at(page, "Step 3 of 5: Check the photo first");
  await expect(page.getByRole("heading", { name: "Your photo, checked" })).toBeVisible({ timeout: 120_000 });
  await enter(page, page.getByRole("button", { name: /^Make ID photo/ }));
  await page.waitForURL("**/id-photo?job=*");
  await finished(page, "portrait - United States passport or visa");
  const download = page.waitForEvent("download");
  await enter(page, page.getByRole("link", { name: "Print sheet, A4" }));
  expect((await download).suggestedFilename()).toMatch(/-a4\.pdf$/);
});

/** Presses Enter on a control of this page or of the next one. */
async function enterShown(page: Page, control: Locator) {
  await expect(control).toBeVisible();
  await enter(page, control);
}

test("batches and presets work with the keyboard alone @long", async ({ page, product, member: _member }) => {
  const { portrait, snapshot } = await photoFixtures();
  const main = page.getByRole("main");
  await buyPackage(page, product, "pro");
  await page.goto(`${product.url}/pixel-art`);
  await enterShown(page, main.getByRole("link", { name: "Several photos at once" }));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const chooser = page.waitForEvent("filechooser");
  await enter(page, page.getByLabel(/^Choose photos/));
  await (await chooser).setFiles([portrait, snapshot]);

  // After a photo is removed, the focus goes to the list's heading.
  await expect(page.getByRole("heading", { name: "2 photos" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Continue with 2 photos" })).toBeVisible({ timeout: 30_000 });
  await enterShown(page, main.getByRole("button", { name: "Remove snapshot" }));
  await expect(page.getByRole("heading", { name: "1 photo" })).toBeFocused();
  await enterShown(page, main.getByRole("link", { name: "Crop or rotate portrait" }));
  await expect(page.getByRole("heading", { name: "Crop or rotate" })).toBeFocused();
  await enterShown(page, main.getByRole("button", { name: "Turn right" }));
  await enterShown(page, main.getByRole("button", { name: "Use this photo" }));
  await enterShown(page, main.getByRole("link", { name: "Continue with 1 photo" }));
  await choose(page, /^Sketch/);
  await enterShown(page, main.getByRole("button", { name: /^Generate/ }));
  await page.waitForURL("**/batches/*");
  const view = main.getByRole("link", { name: /^View portrait/ });
  await expect(view).toBeVisible({ timeout: 120_000 });

  await enterShown(page, view);
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  await enterShown(page, main.getByRole("link", { name: "Save as preset" }));
  await expect(page.getByLabel("Name")).toBeVisible();
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type("Pencil");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Preset saved").first()).toBeVisible();
  await enterShown(page, main.getByRole("link", { name: "Rename Pencil" }));
  await expect(page.getByLabel("Name")).toHaveValue("Pencil");
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ink");
  await page.keyboard.press("Enter");
  await enterShown(page, main.getByRole("link", { name: "Use Ink" }));
  await expect(main.getByText(/One more tap starts it/)).toBeVisible();
  await page.goto(`${product.url}/presets`);
  await enterShown(page, main.getByRole("link", { name: "Delete Ink" }));
  await enterShown(page, main.getByRole("button", { name: "Delete" }));
  await expect(main.getByRole("heading", { name: "No presets yet" })).toBeVisible();
});
