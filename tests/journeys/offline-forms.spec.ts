import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { isDrawn } from "./expect-structure.ts";
import { fillGallery } from "./fill-gallery.ts";
import { confirm, expect, gems, newAccount, openDraft, type Product, register, signIn, test } from "./product.ts";

test.use({ serviceWorkers: "allow" });

const waiting = "We send it once, as soon as you are back online.";

test("a transformation submitted offline starts once when the connection is back", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await openDraft(page, product, (await photoFixtures()).snapshot);
  await context.setOffline(true);
  const submit = async () => {
    await page.getByRole("button", { name: /Surprise Me/ }).click();
    await expect(page.getByText("Saved on this device: a transformation")).toBeVisible();
  };
  await submit();
  await submit();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Saved on this device: a transformation")).toBeHidden();
  await submit();
  await context.setOffline(false);
  await page.waitForURL("**?job=*");
  await expect(page.getByText("Saved on this device: a transformation")).toBeHidden();
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  await expect(gems(page)).toHaveText("1");
  await page.goto(`${product.url}/settings?tab=history`);
  await expect(page.getByRole("row").filter({ hasText: "Usage" })).toHaveCount(1);
});

test("a rename submitted offline is sent when the connection is back, and can be dropped before", async ({
  page,
  product,
  member,
  context,
}) => {
  await fillGallery(product, member.email, [{ name: "Owambe" }]);
  await openRename(page, product);
  await page.keyboard.press("Escape");
  const field = page.getByLabel("New name").locator("visible=true");
  const rename = async (name: string) => {
    await page.getByText("Rename Owambe", { exact: true }).click();
    await field.fill(name);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Saved on this device: a new name")).toBeVisible();
    await expect(page.getByText(waiting).first()).toBeVisible();
    await expect(field).toBeHidden();
  };
  await rename("Never");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Saved on this device: a new name")).toBeHidden();
  await context.setOffline(false);
  await rename("Wedding");
  await context.setOffline(false);
  await expect(page.getByText("You are back online. Sent: a new name.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText("Wedding");
  await expect(page.getByText("Saved on this device: a new name")).toBeHidden();
});

test("a refused offline form is reported on whatever page the member is by then @long", async ({
  page,
  product,
  member,
  context,
  browser,
}) => {
  await fillGallery(product, member.email, [{ name: "Owambe" }]);
  await openRename(page, product);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Saved on this device: a new name")).toBeVisible();

  const elsewhere = await browser.newPage();
  await signIn(elsewhere, product, member);
  await elsewhere.waitForURL("**/dashboard");
  await elsewhere.goto(`${product.url}/gallery?view=list`);
  await elsewhere.waitForFunction(isDrawn);
  await elsewhere.getByRole("link", { name: "Delete Owambe" }).click();
  await elsewhere.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(elsewhere.getByText("No transformations yet")).toBeVisible();
  await elsewhere.close();

  await context.setOffline(false);
  await expect(page.getByRole("region", { name: "Not done" })).toContainText("a new name");
  await page.goto(`${product.url}/dashboard`);
  await expect(page.getByRole("region", { name: "Not done" })).toContainText("a new name");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("region", { name: "Not done" })).toBeHidden();
});

test("stored forms of one member are never sent in the next member's name", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await page.goto(`${product.url}/settings`);
  await page.waitForLoadState("networkidle");
  const key = await page.evaluate(() => document.documentElement.dataset["member"]);
  await page.getByLabel("Display Name").fill("Ada");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Saved on this device: your display name")).toBeVisible();

  await page.goto("about:blank");
  await context.clearCookies();
  await context.setOffline(false);
  const other = newAccount("Bola Ade");
  await register(page, product, other);
  await confirm(page, product, other);
  await page.goto(`${product.url}/settings`);
  await page.waitForLoadState("networkidle");
  await expect(page.getByLabel("Display Name")).toHaveValue("Bola Ade");
  await expect(page.getByText("Saved on this device")).toBeHidden();
  const left = () => page.evaluate(async () => (await (await caches.open("kept-forms")).keys()).map(({ url }) => url));
  await expect.poll(left).toEqual([]);
  const answer = await page.evaluate(async (keptFor) => {
    const body = new URLSearchParams({ displayName: "Ada" });
    const headers = { "Photogem-Kept-For": keptFor ?? "" };
    return (await fetch("/settings/profile", { method: "POST", body, headers, redirect: "manual" })).status;
  }, key);
  expect(answer).toBe(409);
});

test("the browser sends stored forms when no page is open @long", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await page.goto(`${product.url}/settings`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Display Name").fill("Ada Lovelace");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(page.getByText("Saved on this device: your display name")).toBeVisible();
  const next = await context.newPage();
  await page.close();
  await context.setOffline(false);
  // Chromium starts a sync by its own network watcher, which does not notice that a page is set offline.
  const devtools = await context.newCDPSession(next);
  await next.goto(`${product.url}/terms`);
  const registration = Promise.withResolvers<string>();
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const [own] = registrations;
    if (own) registration.resolve(own.registrationId);
  });
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.dispatchSyncEvent", {
    origin: product.url,
    registrationId: await registration.promise,
    tag: "kept-forms",
    lastChance: true,
  });
  await expect(async () => {
    const settings = await context.request.get(`${product.url}/settings`);
    expect(await settings.text()).toContain('value="Ada Lovelace"');
  }).toPass();
});

/** Opens the gallery's rename form and waits for its script, which loads when the form opens for the first time. */
async function openRename(page: Page, product: Product) {
  await page.goto(`${product.url}/gallery?view=list`);
  await page.waitForLoadState("networkidle");
  const sender = page.waitForResponse(/rename\.route-/);
  await page.getByText("Rename Owambe", { exact: true }).click();
  await (await sender).finished();
}
