import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expect, gems, linkIn, newAccount, test } from "./product.ts";
import { enter, pickPhoto, tabTo } from "./tab-to.ts";
import { fillGallery, type GivenTransformation } from "./fill-gallery.ts";

test("registering, transforming, downloading and signing out work with the keyboard alone", async ({
  page,
  product,
}) => {
  const account = newAccount();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await page.goto(`${product.url}/register`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  for (const [name, text] of [
    ["Full Name", account.fullName],
    ["Email", account.email],
    ["Password", account.password],
    ["Confirm Password", account.password],
  ] as const) {
    await tabTo(page, field(name));
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/verify-email");

  await page.goto(linkIn((await product.mailTo(account.email)).text));
  await enter(page, page.getByRole("button", { name: "Confirm my email address" }));
  await page.waitForURL("**/dashboard");
  await enter(page, page.getByRole("main").getByRole("link", { name: /Surprise Me/ }));
  await page.waitForURL("**/surprise-me");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeFocused();
  await pickPhoto(page, (await photoFixtures()).snapshot);
  await page.waitForURL("**?draft=*");
  await expect(heading).toBeFocused();
  await enter(page, page.getByRole("button", { name: /^Surprise Me/ }));
  await page.waitForURL("**?job=*");
  await expect(heading, "the button is gone with its page").toBeFocused();
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 120_000 });
  await expect(heading).toHaveText("Done: Enhanced photo");
  await expect(heading, "the result comes by itself").toBeFocused();
  await expect(gems(page)).toHaveText("1");
  await tabTo(page, page.getByRole("link", { name: "Download" }));
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toContain("snapshot-enhanced-");

  const menu = page.locator("summary[aria-label=Menu]");
  const logout = page.getByRole("button", { name: "Logout" });
  await enter(page, menu);
  await expect(logout).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(logout).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(page, logout);
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(gems(page)).toHaveCount(0);
});

test("buying gems works with the keyboard alone", async ({ page, product, member: _member }) => {
  await enter(page, page.getByRole("link", { name: "2 gems. Buy Gems" }));
  await page.waitForURL("**/buy-coins");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const pay = page.getByRole("button", { name: "Pay ₦1,000 for 8 gems" });
  await tabTo(page, page.getByRole("radio", { name: "NGN (Naira)" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "USD (Dollar)" })).toBeChecked();
  await expect(page.getByText("Payment will be processed in Naira")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await enter(page, pay);
  await product.reachedCheckout(page);
  await enter(page, page.getByRole("button", { name: "Decline" }));
  await expect(
    page.getByText("The payment was declined."),
    "a page that was loaded with an error begins at it",
  ).toBeFocused();
  await enter(page, page.getByRole("button", { name: "Pay ₦1,000" }));
  await page.waitForURL("**/dashboard");
  await expect(gems(page)).toHaveText("10");
  const close = page.getByRole("button", { name: "Close: Purchase successful!" });
  await enter(page, close);
  await expect(close).toBeHidden();
});

test("Back and Forward restore the focus of the page", async ({ page, member: _member }) => {
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  const history = main.getByRole("link", { name: "View History" });
  await enter(page, history);
  await expect(heading).toHaveText("Gallery");
  await expect(heading).toBeFocused();
  const start = main.getByRole("link", { name: "Start Transforming" });
  await enter(page, start);
  await expect(heading).toHaveText(/^Hello/);
  await page.goBack();
  await expect(start).toBeFocused();
  await page.goBack();
  await expect(history).toBeFocused();
  await page.goForward();
  await expect(start).toBeFocused();
});

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
  const named = (name: string) => main.getByRole("heading", { level: 3, name, exact: true });
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
  await enter(page, main.getByRole("button", { name: "Background" }));
  await expect(main.getByRole("status").getByText("0 matches")).toBeVisible();
  await enter(page, link("Show all transformations"));
  await expect(main.getByRole("status").getByText("27 transformations")).toBeVisible();
  await expect(heading, "the link is gone with what it led away from").toBeFocused();

  const rename = main.locator("summary", { hasText: "Rename Owambe" });
  const newName = main.getByLabel("New name").locator("visible=true");
  await enter(page, rename);
  // The open form takes the focus, with the name selected.
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
  await expect(heading).toHaveText("Done: Enhanced photo");
  await expect(heading).toBeFocused();
  await enter(page, main.getByRole("button", { name: "Share Link" }));
  await expect(main.getByRole("heading", { name: "Share" })).toBeFocused();
  await enter(page, main.locator("summary", { hasText: "More" }));
  await enter(page, link("All shared links"));
  await expect(heading).toHaveText("Shared links");
  await enter(page, main.getByRole("button", { name: "Revoke link to Renamed" }));
  await expect(main.getByRole("heading", { name: "Nothing is shared" })).toBeVisible();
  await expect(heading, "the row is gone with its button").toBeFocused();

  await enter(page, link("View Gallery"));
  await expect(heading).toBeFocused();
  await enter(page, link("Delete Cut-out"));
  const dialog = page.getByRole("dialog", { name: "Delete this transformation?" });
  await expect(dialog).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link("Delete Cut-out")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeFocused();
  await link("Delete Cut-out").evaluate((again: HTMLElement) => {
    document.querySelector("dialog")?.close();
    again.click();
  });
  await expect(dialog, "opened again at once").toBeFocused();
  await enter(page, dialog.getByRole("button", { name: "Delete" }));
  await expect(named("Cut-out")).toHaveCount(0);
  await expect(heading).toBeFocused();
});
