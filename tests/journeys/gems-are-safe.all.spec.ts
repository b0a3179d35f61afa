import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { confirm, expect, gems, newAccount, openDraft, register, test } from "./product.ts";

test("a double click, a reload and a second tab start one transformation @plain", async ({
  page,
  product,
  member: _member,
  context,
}) => {
  await openDraft(page, product, (await photoFixtures()).snapshot);
  const second = await context.newPage();
  await second.goto(page.url());
  const button = (tab: Page) => tab.getByRole("button", { name: /Surprise Me/ });
  await Promise.all([button(page).dblclick({ noWaitAfter: true }), button(second).click({ noWaitAfter: true })]);
  await Promise.all([page.waitForURL("**?job=*"), second.waitForURL("**?job=*")]);
  expect(new URL(second.url()).search).toBe(new URL(page.url()).search);
  await page.reload();
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
  await expect(gems(page)).toHaveText("1");
  await page.goto(`${product.url}/gallery`);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "snapshot" })).toHaveCount(1);
});

test("an empty balance starts nothing, offers gems and preserves the photo @plain", async ({
  page,
  product,
  member: _member,
}) => {
  for (const left of ["1", "0"]) {
    await openDraft(page, product, (await photoFixtures()).snapshot);
    await page.getByRole("button", { name: /Surprise Me/ }).click();
    await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
    await expect(gems(page)).toHaveText(left);
  }
  await openDraft(page, product, (await photoFixtures()).snapshot);
  const draft = page.url();
  await expect(page.getByRole("main").getByRole("link", { name: "Buy Gems" })).toHaveAttribute("href", /^\/buy-coins/);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await page.waitForURL("**/buy-coins**");
  await expect(page.getByText("You need at least 1 gem to transform a photo.")).toBeVisible();
  await page.goto(draft);
  await expect(page.getByRole("img", { name: "Your photo: snapshot" })).toBeVisible();
  await page.goto(`${product.url}/gallery`);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "snapshot" })).toHaveCount(2);
});

test("a member sees none of another's pictures and transformations @plain", async ({
  page,
  product,
  member: _member,
  browser,
}) => {
  await openDraft(page, product, (await photoFixtures()).snapshot);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
  const job = page.url();
  const picture =
    (await page
      .getByRole("img", { name: /^Result/ })
      .first()
      .getAttribute("src")) ?? "";
  const download = (await page.getByRole("link", { name: "Download" }).first().getAttribute("href")) ?? "";
  const status = `/api/transformations/${new URL(job).searchParams.get("job")}`;
  const stranger = await browser.newContext();
  for (const path of [picture, download, status]) {
    expect((await stranger.request.get(product.url + path, { maxRedirects: 0 })).status(), path).toBe(401);
  }
  const other = await stranger.newPage();
  const account = newAccount("Somebody Else");
  await register(other, product, account);
  await confirm(other, product, account);
  for (const path of [picture, download, status, new URL(job).pathname + new URL(job).search]) {
    expect((await stranger.request.get(product.url + path, { maxRedirects: 0 })).status(), path).toBe(404);
  }
  await stranger.close();
});
