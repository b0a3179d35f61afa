import type { Locator, Page } from "@playwright/test";
import { expect } from "./product.ts";

/** Presses Tab until this control has the focus, like a person; fails after one round of the page. */
export async function tabTo(page: Page, control: Locator) {
  for (let presses = 0; presses < 250; presses += 1) {
    await page.keyboard.press("Tab");
    if (await hasFocus(control)) return;
  }
  throw new Error(`Tab never reached ${control}`);
}

/** Reaches the control and presses Enter on it. */
export async function enter(page: Page, control: Locator) {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

/** Moves to the radio's group and selects it with the arrow keys; a selected radio stays selected. */
export async function choose(page: Page, name: string | RegExp) {
  const radio = page.getByRole("radio", { name, exact: typeof name === "string" });
  const set = page.locator(`input[type=radio][name="${await radio.getAttribute("name")}"]`);
  await tabTo(page, set);
  for (let presses = await set.count(); presses > 0 && !(await hasFocus(radio)); presses -= 1) {
    await page.keyboard.press("ArrowDown");
  }
  if (!(await radio.isChecked())) await page.keyboard.press("Space");
  await expect(radio).toBeChecked();
}

/** Chooses a photo through the browser's own dialog, opened with Enter. */
export async function pickPhoto(page: Page, file: string) {
  // The listener is set before the key press: the browser hands choosers over with a delay.
  const chooser = page.waitForEvent("filechooser");
  await enter(page, page.getByLabel(/^Choose a photo/));
  await (await chooser).setFiles(file);
}

/** True if any match has the focus: a page may have a link twice, one of them hidden at this width. */
const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
