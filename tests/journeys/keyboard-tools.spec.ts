import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expect, gems, test } from "./product.ts";
import { choose, enter, pickPhoto, tabTo } from "./tab-to.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const next = (page: Page) => enter(page, page.getByRole("button", { name: "Continue" }));

/** From the dashboard to a tool's first step with a photo. */
async function begin(page: Page, tool: string) {
  await enter(page, page.getByRole("main").getByRole("link", { name: tool }));
  await expect(heading(page)).toContainText(`Step 1 of`);
  await expect(heading(page)).toBeFocused();
  await pickPhoto(page, (await photoFixtures()).portrait);
  await page.waitForURL("**?draft=*&step=*");
}

/** At this heading, where every step begins. */
async function at(page: Page, text: string) {
  await expect(heading(page)).toHaveText(text);
  await expect(heading(page)).toBeFocused();
}

async function finished(page: Page, name: string | RegExp) {
  await expect(heading(page)).toHaveText(name, { timeout: 60_000 });
  await expect(heading(page)).toBeFocused();
}

test("the portrait tool and another angle work with the keyboard alone", async ({ page, member: _member }) => {
  await begin(page, "Portrait Studio");
  await at(page, "Step 2 of 8: Where should it be taken?");
  await next(page);
  await expect(page.getByRole("alert"), "what is missing has the focus").toBeFocused();
  await enter(page, page.getByRole("link", { name: "Please choose a background." }));
  await choose(page, /^Outdoor/);
  await page.keyboard.press("Enter");
  await at(page, "Step 3 of 8: Pick an outdoor scene");
  await choose(page, "Beach Sunset");
  await next(page);
  await at(page, "Step 4 of 8: Choose an outfit");
  await choose(page, "Formal");
  await tabTo(page, page.getByLabel("Attire details (optional)"));
  await page.keyboard.type("a navy suit");
  await next(page);
  await at(page, "Step 5 of 8: Choose a pose");
  await choose(page, "Male");
  await choose(page, "Crossed Arms");
  await next(page);
  await at(page, "Step 6 of 8: Choose a camera angle");
  await choose(page, /^Close-up/);
  await enter(page, page.getByRole("button", { name: "Back" }));
  await at(page, "Step 5 of 8: Choose a pose");
  await next(page);
  await enter(page, page.getByRole("button", { name: /^Transform Photo/ }));
  await page.waitForURL("**/transform?job=*");
  await finished(page, "portrait");

  const range = page.getByRole("slider", { name: "Compare: percent of the original shown" });
  await tabTo(page, range);
  await page.keyboard.press("ArrowRight");
  await expect(range).toHaveAttribute("aria-valuetext", "51 % original");
  await enter(page, page.getByRole("button", { name: "Show Original" }));
  await expect(range).toHaveValue("100");

  const more = page.getByRole("link", { name: /^Generate More Angles/ });
  const dialog = page.getByRole("dialog", { name: "Select Desired Angle" });
  await enter(page, more);
  await expect(dialog.getByRole("button", { name: "Front" })).toBeFocused();
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
  await expect(intensity).toHaveAttribute("aria-valuetext", "60 %");
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
  await expect(page.getByRole("alert")).toBeFocused();
  await enter(page, page.getByRole("alert").getByRole("link"));
  await expect(colour).toBeFocused();
  await expect(colour).toHaveAccessibleDescription(/Please enter a colour code such as/);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("#00AA88");
  await expect(colour, "mending takes no focus away").toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/background-engine?job=*");
  await finished(page, "portrait - Studio: Custom");
});
