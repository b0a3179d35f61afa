import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { buyPackage } from "./buy-package.ts";
import { workerInstalled } from "./installed.ts";
import { confirm, expect, newAccount, register, test } from "./product.ts";

test.use({ serviceWorkers: "allow" });

/** Acts as the device when a member shares photos with the installed app, from an open page. */
async function share(page: Page, action: string, file: string | string[], name = "IMG_20261121.jpg") {
  const photos = await Promise.all([file].flat().map(async (each) => [...(await readFile(each))]));
  await page.evaluate(
    ([to, contents, fileName]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: to, enctype: "multipart/form-data" });
      const input = Object.assign(document.createElement("input"), { type: "file", name: "photo", multiple: true });
      const files = new DataTransfer();
      for (const [index, content] of contents.entries()) {
        files.items.add(
          new File([new Uint8Array(content)], index ? `${index}${fileName}` : fileName, { type: "image/jpeg" }),
        );
      }
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [action, photos, name] as const,
  );
}

const waiting = (page: Page) => page.evaluate(() => caches.has("shared-photo"));

test("a photo shared from the phone's gallery opens in Surprise Me, before and after signing in", async ({
  page,
  product,
  member,
}) => {
  const { snapshot } = await photoFixtures();
  await workerInstalled(page);
  await share(page, "/share-photo", snapshot);
  await expect(page.getByText("Photo received")).toBeVisible();
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  expect(page.url()).not.toContain("shared");
  await expect.poll(() => waiting(page)).toBe(false);
  await page.reload();
  await expect(page.getByRole("img", { name: "Your photo: IMG_20261121" })).toBeVisible();

  // Signing out deletes the photo that waits on the device.
  await page.evaluate(() => caches.open("shared-photo").then((cache) => cache.put("/share-photo", new Response("x"))));
  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${product.url}/`);
  await expect.poll(() => waiting(page)).toBe(false);

  // A visitor signs in first, and the photo is still there.
  await share(page, "/share-photo", snapshot, "Ọjà.jpg");
  await page.waitForURL("**/login?next=*");
  expect(await waiting(page)).toBe(true);
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Photo received")).toBeVisible();
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await expect.poll(() => waiting(page)).toBe(false);

  await page.locator("summary[aria-label='Menu']").click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${product.url}/`);
  await share(page, "/share-photo", snapshot);
  await page.waitForURL("**/login?next=*");
  const account = newAccount();
  await register(page, product, account);
  await confirm(page, product, account);
  await page.getByRole("region", { name: "Shared photo" }).getByRole("link", { name: "Open it" }).click();
  await expect(page.getByText("Photo received")).toBeVisible();
});

test("the first of several shared photos is used, and all of them after a purchase @long", async ({
  page,
  product,
  member: _member,
}) => {
  const { snapshot, portrait } = await photoFixtures();
  await workerInstalled(page);
  await share(page, "/share-photo", [snapshot, portrait]);
  await expect(
    page.getByText("Several photos at once come with the Popular and the Pro package").first(),
  ).toBeVisible();
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await expect.poll(() => waiting(page)).toBe(false);
  await buyPackage(page, product, "popular");
  await share(page, "/share-photo", [snapshot, portrait]);
  await expect(page.getByRole("heading", { name: "2 photos" })).toBeVisible();
  await expect.poll(() => waiting(page)).toBe(false);
  await page.reload();
  await expect(page.getByRole("link", { name: "Continue with 2 photos" })).toBeVisible();
});

test("another site cannot post its own photo into a member's tool", async ({
  page,
  product,
  context,
  member: _member,
}) => {
  await workerInstalled(page);
  const { snapshot } = await photoFixtures();
  for (const referrer of ["no-referrer", "origin"]) {
    await context.route("http://elsewhere.example/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<meta name="referrer" content="${referrer}"><h1>Elsewhere</h1>`,
      }),
    );
    await page.goto("http://elsewhere.example/");
    await share(page, `${product.url}/share-photo`, snapshot);
    await page.waitForURL(`${product.url}/**`);
    await page.waitForLoadState("networkidle");
    await expect(page.getByText("Photo received")).toHaveCount(0);
    expect(await waiting(page)).toBe(false);
    await context.unroute("http://elsewhere.example/");
  }
});

test.describe("without a worker", () => {
  test.use({ serviceWorkers: "block" });

  test("the server accepts a shared photo from members and asks visitors to sign in", async ({ page, product }) => {
    const files = await photoFixtures();
    await page.goto(product.url);
    await share(page, "/share-photo", files.snapshot);
    await page.waitForURL("**/login?next=%2Fsurprise-me");
    await expect(page.getByText("then choose the photo again")).toBeVisible();
    const account = newAccount();
    await register(page, product, account);
    await confirm(page, product, account);
    await share(page, "/share-photo", files.snapshot);
    await page.waitForURL("**/surprise-me?draft=*");
    await expect(page.getByRole("img", { name: "Your photo: IMG_20261121" })).toBeVisible();
    await share(page, "/share-photo", files.textNamedJpg, "notes.jpg");
    await page.waitForURL("**/surprise-me");
    await expect(page.getByText("Unsupported file format.").first()).toBeVisible();
    await share(page, "/share-photo", [files.snapshot, files.portrait]);
    await page.waitForURL("**/surprise-me?draft=*");
    await expect(page.getByText("Several photos at once come with").first()).toBeVisible();
    await buyPackage(page, product, "popular");
    await share(page, "/share-photo", [files.snapshot, files.portrait]);
    await page.waitForURL("**/surprise-me/batch?draft=*");
    await expect(page.getByRole("heading", { name: "2 photos" })).toBeVisible();
  });
});
