import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { fillGallery } from "./fill-gallery.ts";
import { choosePhoto, confirm, expect, message, newAccount, openDraft, register, test } from "./product.ts";

/** Checks from the session with Orca: a screen reader announces each of these once, in Firefox and in Chromium. */

test("a confirmation that comes with a page stays silent until the page is read, then it is there", async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const toast = document.querySelector("[data-toast]");
      if (toast) document.documentElement.dataset["toastAtFirst"] = getComputedStyle(toast).visibility;
    });
  });
  const account = newAccount();
  await register(page, product, account);
  await confirm(page, product, account);
  const region = page.locator("[data-toasts]");
  await expect(region).toHaveAttribute("role", "status");
  await expect(region.getByText(/is confirmed/)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-toast-at-first", "hidden");
});

test("no empty field is called invalid, and each required one is called so", async ({ page, product }) => {
  for (const path of ["/register", "/login", "/forgot-password", "/try", "/"]) {
    await page.goto(product.url + path);
    await expect(page.locator("main :invalid"), path).toHaveCount(0);
  }
  await page.goto(`${product.url}/register`);
  await expect(page.locator("main input[aria-required=true]")).toHaveCount(4);
});

test("a photo chosen on the dashboard is heard: its arrival, and where to go on", async ({
  page,
  product: _product,
  member: _member,
}) => {
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await expect(page.getByRole("heading", { name: "Choose a tool for your photo" })).toBeFocused();
  await expect(page.getByRole("main").getByRole("status")).toHaveText(["Photo uploaded, ready"]);
});

test("a tool names the photo that has arrived, and its button says the cost", async ({
  page,
  product,
  member: _member,
}) => {
  await openDraft(page, product, (await photoFixtures()).snapshot);
  await expect(page.getByRole("status").filter({ hasText: "Photo snapshot uploaded, ready" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Surprise Me, 1 gem", exact: true })).toBeVisible();
});

test("a refused photo is heard once, and its toast leaves with the next good photo", async ({
  page,
  product,
  member: _member,
}) => {
  const photos = await photoFixtures();
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") });
  await expect(message(page)).toBeFocused();
  const toast = page.locator("[data-toast]").filter({ hasText: "Invalid file" });
  await expect(toast).toBeVisible();
  await expect(page.locator("[data-toasts]")).toMatchAriaSnapshot(`
    - status:
      - 'button "Close: Invalid file"'
  `);
  await choosePhoto(page, photos.snapshot);
  await expect(toast).toHaveCount(0);
});

test("a good photo after a refused one hands the focus to the button beside it", async ({
  page,
  product,
  member: _member,
}) => {
  const photos = await photoFixtures();
  const damaged = { name: "party.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") };
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, damaged);
  await expect(message(page)).toBeFocused();
  await message(page).getByRole("link").click();
  await expect(page.getByLabel("Choose a photo")).toBeFocused();
  await choosePhoto(page, photos.snapshot);
  const change = page.getByRole("button", { name: "Change photo", exact: true });
  await expect(change, "the field that took the photo has left the page").toBeFocused();
  expect((await namesInChromium(page)).filter((name) => /file/i.test(name))).toEqual([]);
  const chooser = page.waitForEvent("filechooser");
  await change.press("Enter");
  await (await chooser).setFiles(photos.portrait);
  await expect(page.getByRole("status").filter({ hasText: "Photo portrait uploaded, ready" })).toHaveCount(1);
  await expect(change).toBeFocused();
});

test("a photo refused on the dashboard is heard once, where the focus goes", async ({
  page,
  product: _product,
  member: _member,
}) => {
  await choosePhoto(page, { name: "party.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") });
  await expect(message(page)).toHaveCount(1);
  await expect(message(page)).toBeFocused();
  await message(page).getByRole("link").click();
  await expect(page.getByLabel("Choose or take a photo")).toBeFocused();
  await expect(page.getByLabel("Choose or take a photo")).toHaveAccessibleDescription(/Unsupported file format/);
});

test("Chromium separates the hidden rest of a name from its word", async ({ page, product, member }) => {
  await fillGallery(product, member.email, [{ name: "Owambe" }]);
  await page.goto(`${product.url}/gallery?view=list`);
  await expect(page.getByRole("heading", { name: "Owambe" })).toBeVisible();
  expect(await namesInChromium(page)).toEqual(
    expect.arrayContaining(["View Owambe", "Download Owambe", "Rename Owambe", "Delete Owambe", "Select several"]),
  );
});

/** The names that the browser gives to a screen reader; Playwright computes its own. */
async function namesInChromium(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes.flatMap(({ name }) => (typeof name?.value === "string" ? [name.value] : []));
}

test("a shared link says what it shows after the change, not before", async ({ page, product, member }) => {
  await fillGallery(product, member.email, [{ name: "Owambe", tool: "surprise-me" }]);
  await page.goto(`${product.url}/gallery?view=grid`);
  await page.getByRole("link", { name: "View Owambe" }).first().click();
  await page.getByRole("button", { name: "Share Link" }).click();
  const status = page.getByRole("region", { name: "Share" }).getByRole("status");
  await expect(status).toHaveText("The link shows only this result.");
  const held = Promise.withResolvers<void>();
  const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/shares"));
  await page.route("**/shares*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("switch", { name: "Show the original photo too" }).click();
  await asked;
  await expect(status).toHaveText("The link shows only this result.");
  held.resolve();
  await expect(status).toHaveText("The link now shows the original photo too.");
});

test("a comparison says its value before the first key, and which of its buttons is on", async ({ page, product }) => {
  await page.goto(product.url);
  const range = page.getByRole("slider", { name: /^Compare/ }).first();
  await expect(range).toHaveAttribute("aria-valuetext", "50 % original");
  const button = (name: string) => page.getByRole("button", { name, exact: true }).first();
  await button("Show Before").click();
  await expect(button("Show Before")).toHaveAttribute("aria-pressed", "true");
  await button("Show After").click();
  await expect(button("Show Before")).toHaveAttribute("aria-pressed", "false");
  await expect(button("Show After")).toHaveAttribute("aria-pressed", "true");
});

test("an error takes the focus once the page is read, as a group with its title and text, not as an alert", async ({
  page,
  product,
}) => {
  await page.goto(`${product.url}/login`);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  const box = page.getByRole("group", { name: "2 things to fix" });
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription("Enter your email address. Enter your password.");
  await expect(page.locator("html.read")).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("an error does not take the focus from a field in use", async ({ page, product }) => {
  await page.clock.install();
  await page.goto(`${product.url}/login`);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(message(page)).toBeVisible();
  await page.getByLabel("Email").focus();
  await page.clock.runFor(1_000);
  await expect(page.locator("html.read")).toHaveCount(1);
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("signing out is confirmed on the page that follows", async ({ page, product, member: _member }) => {
  await page.goto(`${product.url}/dashboard`);
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("button", { name: "Logout" }).last().click();
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(page.locator("[data-toasts]")).toContainText("Signed out");
});
