import { expectAccessible } from "./expect-accessible.ts";
import { isDrawn } from "./expect-structure.ts";
import { fillGallery, type GivenTransformation } from "./fill-gallery.ts";
import { expect, message, test } from "./product.ts";

const many: GivenTransformation[] = Array.from({ length: 60 }, (_, index) => ({
  name: `Photo ${index + 1}`,
  picture: "none",
}));
const mixed: GivenTransformation[] = [
  { name: "Owambe portrait", tool: "portrait-studio" },
  { name: "x".repeat(200) },
  { name: "صورة العائلة في عطلة نهاية الأسبوع بجانب البحر" },
  { name: "At work", status: "processing" },
  { name: "Failed", status: "failed" },
  { name: "Cut-out", tool: "background-engine", picture: "transparent" },
  { name: "File lost", picture: "lost" },
  { name: "Picture deleted", picture: "none" },
];

test("the next page is appended with focus and announcement, and a change updates every page", async ({
  page,
  product,
  member,
}) => {
  await fillGallery(product, member.email, many);
  await page.goto(`${product.url}/gallery?view=list`);
  const names = page.getByRole("heading", { level: 3 });
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(page.getByRole("heading", { name: "Photo 25", exact: true })).toBeFocused();
  await expect(page.getByRole("status").getByText("48 of 60 shown")).toBeAttached();
  await expect(page.getByText("48 of 60", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/gallery?view=list`);

  await page.getByText("Rename Photo 30", { exact: true }).click();
  await page.getByLabel("New name").locator("visible=true").fill("Renamed");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { name: "Renamed", exact: true })).toBeVisible();
  await expect(page.locator("summary", { hasText: "Rename Renamed" })).toBeFocused();
  await expect(names).toHaveCount(48);
  await page.getByRole("button", { name: "Close: Updated" }).click();

  await page.getByRole("link", { name: "Delete Photo 1", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("59 transformations", { exact: true })).toBeVisible();
  await expect(page.getByText("48 of 59", { exact: true })).toBeVisible();
  await expect(names).toHaveCount(48);
  await expect(names.nth(47)).toHaveText("Photo 49");
  expect(new Set(await names.allTextContents()).size, "nothing stands twice").toBe(48);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("the delete dialog takes the focus and offers the safe answer first, closes on Escape and returns focus", async ({
  page,
  product,
  member,
}) => {
  await fillGallery(product, member.email, [{ name: "Owambe" }, { name: "At work", status: "processing" }]);
  await page.goto(`${product.url}/gallery?view=list`);
  const link = page.getByRole("link", { name: "Delete Owambe" });
  const dialog = page.getByRole("dialog", { name: "Delete this transformation?" });
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await page.waitForFunction(isDrawn);
  await link.press("Enter");
  await expect(dialog).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await link.press("Enter");
  await cancel.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.getByRole("link", { name: "Delete At work" }).click();
  await expect(dialog).toContainText("its gem comes back to you");
  await expect(page.getByRole("dialog")).toHaveCount(1);
});

test("a lost connection preserves the page, and each action can be repeated", async ({
  page,
  product,
  member,
  context,
}) => {
  await fillGallery(product, member.email, many);
  await page.addInitScript(() => Object.defineProperty(window, "caches", { value: undefined }));
  await page.goto(`${product.url}/gallery?view=list`);
  await page.waitForLoadState("networkidle");
  const names = page.getByRole("heading", { level: 3 });
  const lost = page.getByRole("alert").filter({ hasText: "The connection was lost" });
  await context.setOffline(true);
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(lost).toHaveText("The connection was lost, so we couldn't load more. Please try again.");
  await expect(names).toHaveCount(24);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(names).toHaveCount(48);
  await expect(lost).toHaveCount(0);

  const renaming = page.waitForResponse(/rename\.route-/);
  await page.getByText("Rename Photo 2", { exact: true }).click();
  const field = page.getByLabel("New name").locator("visible=true");
  await field.fill("Typed with care");
  await (await renaming).finished();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(field).toHaveAccessibleDescription("The connection was lost. Please try again.");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Typed with care");
  await page.keyboard.press("Escape");
  await context.setOffline(false);

  const deleting = page.waitForResponse(/delete\.route-/);
  await page.getByRole("link", { name: "Delete Photo 2", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await (await deleting).finished();
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The connection was lost. Please try again.");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("searchbox").fill("Photo 7");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(lost).toContainText("This part of the gallery could not be loaded.");
  await expect(names).toHaveCount(48);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(names).toHaveText(["Photo 7"]);
  await expect(lost).toHaveCount(0);
});

test("a result can be deleted on its own page and retried with the same choices", async ({ page, product, member }) => {
  await fillGallery(product, member.email, [{ name: "Owambe", tool: "surprise-me" }]);
  await page.goto(`${product.url}/gallery?view=grid`);
  await page.getByRole("link", { name: "View Owambe" }).first().click();
  await expect(page.getByRole("img", { name: "Result: Owambe, Auto enhance" }).first()).toBeVisible();
  const range = page.getByRole("slider", { name: /^Compare/ });
  await page.getByRole("button", { name: "Show Original" }).click();
  await expect(range).toHaveValue("100");
  await page.getByRole("button", { name: "Show Result" }).click();
  await expect(range).toHaveValue("0");
  const result = page.url();
  await page.getByRole("button", { name: "Try Again with the same photo and choices" }).click();
  await expect(page).toHaveURL(/surprise-me\?draft=/);
  await page.goto(result);
  await page.waitForFunction(isDrawn);
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(`${product.url}/gallery`);
  await expect(page.getByRole("status").getByText("Deleted", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect((await page.request.get(result)).status()).toBe(404);
});

test("the gallery has one to four columns and never scrolls sideways @long", async ({ page, product, member }) => {
  await fillGallery(product, member.email, mixed);
  for (const [width, columns] of [
    [320, 2],
    [360, 2],
    [768, 3],
    [960, 4],
    [1280, 4],
    [1920, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const view of ["grid", "list"]) {
      await page.goto(`${product.url}/gallery?view=${view}`);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways, `${view} at ${width}`).toBeLessThanOrEqual(0);
    }
    await page.goto(`${product.url}/gallery?view=grid`);
    const template = await page
      .locator("ul.grid")
      .first()
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns);
    expect(template.split(" "), `at ${width}`).toHaveLength(columns);
  }
});

test("axe finds no violations in the gallery's states", async ({ page, product, member }) => {
  await fillGallery(product, member.email, mixed);
  for (const address of ["view=grid&select=several", "view=list&select=several", "view=grid"]) {
    await page.goto(`${product.url}/gallery?${address}`);
    await expectAccessible(page);
  }
  await page.locator("summary", { hasText: "Actions for Owambe" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.locator("summary", { hasText: "Actions for Owambe" })).toBeFocused();
  await page.goto(`${product.url}/gallery?view=list`);
  await expectAccessible(page);
  const rename = page.locator("summary", { hasText: "Rename Owambe" });
  await rename.click();
  await page.getByLabel("New name").locator("visible=true").fill("<");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("A name cannot contain < or >.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(rename).toBeFocused();
  const remove = page.getByRole("link", { name: "Delete At work" });
  const deletePage = (await remove.getAttribute("href")) ?? "";
  await remove.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.goto(product.url + deletePage);
  await expectAccessible(page);
  await page.goto(product.url + deletePage.replace("/delete", "/rename"));
  await page.getByLabel("New name").fill("<");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(message(page)).toBeFocused();
  await expectAccessible(page);
  await page.goto(`${product.url}/gallery?q=nobody&tool=art-style`);
  await expectAccessible(page);
});
