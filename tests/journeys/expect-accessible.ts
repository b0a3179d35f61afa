import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type Response } from "@playwright/test";
import { HtmlValidate } from "html-validate";

const fadesIn = ".toast-region, .heard-late";

/**
 * Checks WCAG 2.2 A and AA with axe's best practices, contrasts in both themes, and rules that axe does not check: one
 * h1, one main, a title, no sideways scroll at normal size, with text twice as large, or at 400 % zoom (320 × 256).
 */
export async function expectAccessible(page: Page) {
  const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  await settled(page, fadesIn);
  await expectNothingFound(page, new AxeBuilder({ page }).setLegacyMode().withTags(everything));
  // Without motion the other colours appear at once.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNothingFound(
    page,
    new AxeBuilder({ page }).setLegacyMode().withRules(["color-contrast", "link-in-text-block"]),
  );
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
  // With motion these parts fade in once more, and the next check would see them half transparent.
  await settled(page, fadesIn);
  await expect(page.locator("h1")).toHaveCount(1);
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page).toHaveTitle(/\S · Photogem$|^Photogem/);
  expect(await sideways(page), `sideways scroll on ${page.url()}`).toBeLessThanOrEqual(0);
  expect(await sideways(page, "200%"), `sideways scroll with large text on ${page.url()}`).toBeLessThanOrEqual(0);
  const size = page.viewportSize();
  if (!size) return;
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await sideways(page), `sideways scroll at 320 px on ${page.url()}`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

// Legacy mode does not merge frames, and the pages have none; otherwise axe opens another page for each analysis.
async function expectNothingFound(page: Page, axe: AxeBuilder) {
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`),
    page.url(),
  ).toEqual([]);
}

/** Excess of the content's width over the window's, px, at a text size. */
const sideways = (page: Page, fontSize = ""): Promise<number> =>
  page.evaluate((size) => {
    const { documentElement: root } = document;
    root.style.fontSize = size;
    const excess = root.scrollWidth - root.clientWidth;
    root.style.fontSize = "";
    return excess;
  }, fontSize);

/** Waits until this part's animations have finished: half faded in, an element does not have its own colours yet. */
export const settled = (page: Page, part: string) =>
  page.locator(part).evaluateAll(async (shown) => {
    const animations = shown.flatMap((element) => element.getAnimations({ subtree: true }));
    await Promise.allSettled(animations.map(({ finished }) => finished));
  });

const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // A list of steps has a name, which ARIA allows for the role `list`.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
});

/** The HTML as served, before scripts change it. */
export async function expectValidHtml(response: Response | null) {
  const html = (await response?.text()) ?? "";
  const { results } = await validator.validateString(html);
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  // The validator does not know that widths in `srcset` need `sizes`.
  const unsized = [...html.matchAll(/<(?:img|source)\b[^>]*\bsrcset="[^"]*\s\d+w\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => !/\bsizes=/i.test(tag));
  // Lynx does not send such a form.
  const withoutField = [...html.matchAll(/<form\b[^>]*\bmethod="post"[\s\S]*?<\/form>/gi)]
    .map(([form]) => form)
    .filter((form) => !/\bname="/i.test(form));
  // React's name for a part that a script would place after the first paint.
  const late = html.match(/<div hidden="" id="S:[^"]*"/g) ?? [];
  expect([...found, ...unsized, ...withoutField, ...late], response?.url()).toEqual([]);
}
