import type { Page } from "@playwright/test";

/** Waits until this part stands still: half faded in, nothing has its own colours yet. */
export const settled = (page: Page, part: string) =>
  page.locator(part).evaluate(async (shown) => {
    await Promise.all(shown.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });
