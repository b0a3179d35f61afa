import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fillGallery } from "./fill-gallery.ts";
import { expect, gems, test } from "./product.ts";

const status = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true });
const names = (page: Page) => page.getByRole("main").getByRole("heading", { level: 3 });
const openMenu = (page: Page, name: string) => page.locator("summary", { hasText: `Actions for ${name}` }).click();
/** Without scripts the summary is the disclosure's button. */
const openRename = (page: Page, name: string) => page.locator("summary", { hasText: `Rename ${name}` }).click();

test("a transformation is renamed in place, in grid and list", async ({ page, product, member }) => {
  await fillGallery(product, member.email, [{ name: "Owambe" }, { name: "Beach" }]);
  for (const [view, from, to] of [
    ["grid", "Beach", "Tarkwa Bay"],
    ["list", "Tarkwa Bay", "Ọjà 💎 day"],
  ] as const) {
    await page.goto(`${product.url}/gallery?view=${view}`);
    if (view === "grid") await openMenu(page, from);
    await openRename(page, from);
    await page.getByLabel("New name").locator("visible=true").fill(`  ${to} `);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(status(page, "Name updated successfully.")).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/gallery?view=${view}`);
    await expect(names(page)).toHaveText(["Owambe", to]);
  }
});

test("an invalid name is refused with the reason and preserved in the field @plain", async ({
  page,
  product,
  member,
}) => {
  await fillGallery(product, member.email, [{ name: "Owambe" }, { name: "Beach" }]);
  await page.goto(`${product.url}/gallery?view=list&q=e`);
  await openRename(page, "Beach");
  const field = page.getByLabel("New name").locator("visible=true");
  for (const [typed, reason] of [
    ["", "Please enter a name."],
    ["<b>Beach</b>", "A name cannot contain < or >."],
    ["x".repeat(121), "Please use at most 120 characters."],
    ["Owambe", "Another of your transformations has this name. Please choose a different one."],
  ] as const) {
    await field.fill(typed);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      page.getByRole("button", { name: "Save" }).click(),
    ]);
    expect(answer.status()).toBe(422);
    await expect(field).toHaveAccessibleDescription(reason);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveValue(typed);
  }
  await field.fill("Beach at night");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(status(page, "Updated")).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/gallery?view=list&q=e`);
  await expect(names(page)).toHaveText(["Owambe", "Beach at night"]);
});

test("deleting asks first, and deleting a running transformation refunds its gem", async ({
  page,
  product,
  member,
}) => {
  await fillGallery(product, member.email, [{ name: "Owambe" }, { name: "Beach" }]);
  await page.goto(`${product.url}/gallery?view=grid`);
  await openMenu(page, "Beach");
  await page.getByRole("link", { name: "Delete Beach" }).click();
  await expect(page.getByRole("heading", { name: "Delete this transformation?" })).toBeVisible();
  await expect(
    page.getByText(
      "This will permanently remove the transformation from your history and delete the associated images from storage.",
    ),
  ).toBeVisible();
  await page.getByText("Cancel", { exact: true }).locator("visible=true").click();
  await expect(names(page)).toHaveText(["Owambe", "Beach"]);
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "List" }).click();
  await page.getByRole("link", { name: "Delete Beach" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(status(page, "Transformation and associated images removed from your history.")).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/gallery?view=list`);
  await expect(names(page)).toHaveText(["Owambe"]);
  await expect(page.getByText("1 transformation", { exact: true })).toBeVisible();
  await expect(gems(page)).toHaveText("2");
});

test("transformations are found by name and tool, and Clear shows all @plain", async ({ page, product, member }) => {
  await fillGallery(product, member.email, [
    { name: "Owambe 100%", tool: "art-style" },
    { name: "OWAMBE night", tool: "portrait-studio" },
    { name: "Beach_day", tool: "art-style" },
  ]);
  await page.goto(`${product.url}/gallery?view=list`);
  const search = page.getByRole("searchbox", { name: "Search by name" });
  const submit = page.getByRole("button", { name: "Search" });
  await search.fill(" owambe ");
  await submit.click();
  await expect(names(page)).toHaveText(["Owambe 100%", "OWAMBE night"]);
  await expect(page.getByText("2 matches", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/view=list&q=\+?owambe\+?/);
  // A chip sends the typed name too.
  await search.fill("Owambe");
  await page.getByRole("button", { name: "Art", exact: true }).click();
  await expect(names(page)).toHaveText(["Owambe 100%"]);
  await expect(search).toHaveValue("Owambe");
  await expect(page.getByRole("button", { name: "Art", exact: true })).toHaveAttribute("aria-pressed", "true");
  for (const [typed, found] of [
    ["%", "Owambe 100%"],
    ["_", "Beach_day"],
  ] as const) {
    await search.fill(typed);
    await submit.click();
    await expect(names(page)).toHaveText([found]);
  }
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(names(page)).toHaveCount(3);
  await expect(search).toHaveValue("");
  await expect(page).toHaveURL(`${product.url}/gallery?view=list`);
  await search.fill("<nobody> \\");
  await submit.click();
  await expect(page.getByText("No name contains “<nobody> \\”.")).toBeVisible();
  await page.getByRole("link", { name: "Show all transformations" }).click();
  await expect(names(page)).toHaveCount(3);
  await page.goto(`${product.url}/gallery?view=list&tool=gone&q=%00`);
  await expect(names(page)).toHaveCount(3);
});

test("pagination reaches every transformation @plain", async ({ page, product, member, javaScriptEnabled }) => {
  const all = Array.from({ length: 55 }, (_, index) => `Photo ${index + 1}`);
  await fillGallery(
    product,
    member.email,
    all.map((name) => ({ name, picture: "none" })),
  );
  await page.goto(`${product.url}/gallery?view=list`);
  await expect(page.getByText("55 transformations", { exact: true })).toBeVisible();
  await expect(page.getByText("24 of 55", { exact: true })).toBeVisible();
  await expect(names(page)).toHaveText(all.slice(0, 24));
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(names(page)).toHaveText(all.slice(javaScriptEnabled === false ? 24 : 0, 48));
  await page.getByRole("link", { name: "Load more" }).click();
  await expect(names(page)).toHaveText(all.slice(javaScriptEnabled === false ? 48 : 0));
  await expect(page.getByRole("link", { name: "Load more" })).toHaveCount(0);
  if (javaScriptEnabled !== false) return;
  await page.getByRole("link", { name: "Back to newest" }).click();
  await expect(names(page)).toHaveText(all.slice(0, 24));
});

test("several results are downloaded as one zip and deleted after one question", async ({ page, product, member }) => {
  await fillGallery(product, member.email, [
    { name: "Owambe" },
    { name: "Beach" },
    { name: "Market" },
    { name: "At work", status: "processing" },
  ]);
  await page.goto(`${product.url}/gallery?view=grid`);
  await page.getByRole("link", { name: "Select several" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(status(page, "Please select one or more first.")).toBeVisible();
  await page.getByRole("link", { name: "Select several" }).click();
  for (const name of ["Owambe", "Market"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  expect(zip.suggestedFilename()).toMatch(/^photogem-gallery-.*\.zip$/);
  const packed = (await readFile(await zip.path())).toString("latin1");
  expect([...new Set(packed.match(/0\d-[A-Z]\w+/g))]).toEqual(["01-Owambe", "02-Market"]);
  await page.getByRole("checkbox", { name: "Select At work" }).check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Delete 3 transformations?" })).toBeVisible();
  await expect(page.getByText("One is still processing: it is cancelled")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(status(page, "Transformations and associated images removed from your history.")).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/gallery?view=grid`);
  await expect(names(page)).toHaveText(["Beach"]);
  await expect(gems(page)).toHaveText("2");
});

test("missing and foreign transformations are neither shown, renamed nor deleted @plain", async ({
  page,
  product,
  member,
}) => {
  await fillGallery(product, member.email, [{ name: "Owambe" }]);
  for (const id of ["0f8fad5b-d9cb-469f-a165-70867728950e", "none", "..%2f..", "%00", "x".repeat(5000)]) {
    for (const act of ["delete", "rename"]) {
      const address = `${product.url}/gallery/${id}/${act}`;
      expect((await page.request.get(address)).status(), address).toBeGreaterThanOrEqual(400);
      const posted = await page.request.post(address, {
        form: { name: "Mine", next: "/gallery" },
        headers: { Origin: product.url },
        maxRedirects: 0,
      });
      expect([400, 404], address).toContain(posted.status());
    }
  }
  await page.goto(`${product.url}/gallery`);
  await expect(names(page)).toHaveText(["Owambe"]);
});
