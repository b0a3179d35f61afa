import { fillGallery, type GivenTransformation } from "./fill-gallery.ts";
import { expect, test } from "./product.ts";
import { enter, tabTo } from "./tab-to.ts";

const given: GivenTransformation[] = [
  { name: "Owambe" },
  { name: "Cut-out", tool: "background-engine", picture: "transparent" },
  ...Array.from({ length: 25 }, (_, index) => ({ name: `Photo ${index + 1}`, picture: "none" as const })),
];

test("the gallery works with the keyboard alone", async ({ page, product, member }) => {
  await fillGallery(product, member.email, given);
  await page.goto(`${product.url}/gallery?view=grid`);
  const main = page.getByRole("main");
  const heading = main.getByRole("heading", { level: 1 });
  const named = (name: string) => main.getByRole("heading", { level: 2, name, exact: true });
  const link = (name: string) => main.getByRole("link", { name, exact: true });
  await enter(page, link("List"));
  await expect(link("List")).toHaveAttribute("aria-current", "true");
  await expect(link("List"), "another view of the same keeps the focus").toBeFocused();
  await enter(page, link("Load more"));
  await expect(named("Photo 23")).toBeFocused();
  await expect(main.getByRole("status").getByText("27 of 27 shown")).toBeAttached();

  const search = main.getByRole("searchbox", { name: "Search by name" });
  await page.goto(`${product.url}/gallery`);
  await tabTo(page, search);
  await page.keyboard.type("Photo");
  await tabTo(page, main.getByRole("combobox", { name: "Made with" }));
  await page.keyboard.type("Back");
  await enter(page, main.getByRole("button", { name: "Search" }));
  await expect(main.getByRole("status").getByText("0 matches")).toBeVisible();
  await enter(page, link("Show all transformations"));
  await expect(main.getByRole("status").getByText("27 transformations")).toBeVisible();
  await expect(heading, "the link is gone with what it led away from").toBeFocused();

  const rename = main.locator("summary", { hasText: "Rename Owambe" });
  const newName = main.getByLabel("New name").locator("visible=true");
  await enter(page, rename);
  // Opened, it takes the focus, with the name selected.
  await expect(newName).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("<");
  await page.keyboard.press("Enter");
  const field = main.getByRole("textbox", { name: "New name" });
  await expect(field).toHaveAccessibleDescription("A name cannot contain < or >.");
  await expect(field).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Renamed");
  await page.keyboard.press("Enter");
  await expect(named("Renamed")).toBeVisible();
  await expect(main.locator("summary", { hasText: "Rename Renamed" })).toBeFocused();

  await tabTo(page, link("Download Renamed"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toContain("Renamed-");

  await enter(page, link("View Renamed"));
  await expect(heading).toHaveText("Renamed");
  await expect(heading).toBeFocused();
  await enter(page, main.getByRole("button", { name: "Share Link" }));
  const share = main.getByLabel("Share link");
  await expect(share).toBeFocused();
  await enter(page, link("All shared links"));
  await expect(heading).toHaveText("Shared links");
  await enter(page, main.getByRole("button", { name: "Revoke link to Renamed" }));
  await expect(main.getByRole("heading", { name: "Nothing is shared" })).toBeVisible();
  await expect(heading, "the row is gone with its button").toBeFocused();

  await enter(page, link("View Gallery"));
  await expect(heading).toBeFocused();
  await enter(page, link("Delete Cut-out"));
  const dialog = page.getByRole("dialog", { name: "Delete this transformation?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link("Delete Cut-out")).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, dialog.getByRole("button", { name: "Delete" }));
  await expect(named("Cut-out")).toHaveCount(0);
  await expect(heading).toBeFocused();
});
