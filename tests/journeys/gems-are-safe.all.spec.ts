import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, gems, join, newAccount, openDraft, test } from "./product.ts";
import { expectAccessible } from "./expect-accessible.ts";

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
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 120_000 });
  await expect(gems(page)).toHaveText("1");
  await page.goto(`${product.url}/gallery`);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "snapshot" })).toHaveCount(1);
});

test("an empty balance starts nothing, and buying gems leads back to the photo @plain", async ({
  page,
  product,
  member: _member,
}) => {
  for (const left of ["1", "0"]) {
    await openDraft(page, product, (await photoFixtures()).snapshot);
    await page.getByRole("button", { name: /Surprise Me/ }).click();
    await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 120_000 });
    await expect(gems(page)).toHaveText(left);
  }
  await openDraft(page, product, (await photoFixtures()).snapshot);
  const draft = page.url();
  await expect(page.getByRole("main").getByRole("link", { name: "Buy Gems" })).toHaveAttribute("href", /^\/buy-coins/);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await page.waitForURL("**/buy-coins**");
  await expect(page.getByText("You need at least 1 gem to transform a photo.")).toBeVisible();
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await product.reachedCheckout(page);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(draft);
  await expect(page.getByText("8 gems have been added to your account.")).toBeVisible();
  await expect(gems(page)).toHaveText("8");
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
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 120_000 });
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
  await join(other, product, account);
  for (const path of [picture, download, status, new URL(job).pathname + new URL(job).search]) {
    expect((await stranger.request.get(product.url + path, { maxRedirects: 0 })).status(), path).toBe(404);
  }
  await stranger.close();
});

test("a credit-back returns the gem with the reason in the history @plain", async ({
  page,
  product,
  member: _member,
  javaScriptEnabled,
}) => {
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  await expect(gems(page)).toHaveText("1");
  const result = page.url();
  await page.getByText("Not happy with it?").click();
  await page.getByRole("radio", { name: "It does not look like me" }).check();
  if (javaScriptEnabled !== false) await expectAccessible(page);
  await page.getByRole("button", { name: "Get my gem back" }).click();
  await expect(page.getByText("Your gem is back")).toBeVisible();
  await expect(page).toHaveURL(result);
  await expect(gems(page)).toHaveText("2");
  await page.getByText("Details", { exact: true }).click();
  await expect(page.getByText("0 gems used")).toBeVisible();
  await expect(page.getByText("Not happy with it?")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Share Link" })).toHaveCount(0);
  await page.goto(`${product.url}/settings?tab=history`);
  await expect(
    page.getByRole("row").filter({ hasText: "Gem returned: it does not look like me (snapshot)" }),
  ).toHaveText(/Refund.*\+1 gem/);
});

test("exceeding the daily limit costs nothing and preserves the draft; a waiting job shows its position @scripted", async ({
  page,
  product,
  member,
  javaScriptEnabled,
}) => {
  const { snapshot } = await photoFixtures();
  await openDraft(page, product, snapshot);
  const draft = page.url();
  let userId = "";
  await product.change(async ({ kysely }) => {
    const { rows } = await sql<{ id: string }>`select id from auth.users where email = ${member.email}`.execute(kysely);
    userId = rows[0]?.id ?? "";
    // Tomorrow's date, because midnight may pass during this test.
    await sql`update public.profiles set generations_that_day = 100,
      generations_on = (now() at time zone 'Africa/Lagos')::date + 1 where user_id = ${userId}`.execute(kysely);
    // Waiting rows without a job in the queue, so that they keep waiting.
    await sql`insert into public.transformations
        (user_id, tool, recipe, original_name, original_photo_id, original_url, idempotency_key, created_at, progress)
      select user_id, 'surprise-me', '{"tool": "surprise-me"}', case number when 1 then 'Last' else 'Earlier' end,
        photo_id, '/', gen_random_uuid()::text, now() - make_interval(hours => number), 10
      from public.drafts, generate_series(1, 4) as number where user_id = ${userId}`.execute(kysely);
    await sql`update public.transformations set turn = 0 where user_id = ${userId}`.execute(kysely);
  });

  await page.goto(draft);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText(/You have reached today's limit for one person\./).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "That is all for today" })).toBeVisible();
  await expect(page.getByText(/You can continue at midnight, Lagos time .* No gem was taken/).first()).toBeVisible();
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await expect(gems(page)).toHaveText("2");
  if (javaScriptEnabled !== false) await expectAccessible(page);

  const image = { name: "snapshot.jpg", mimeType: "image/jpeg", buffer: await readFile(snapshot) };
  const answer = await page.request.post(`${product.url}/api/generate-image-gemini`, {
    headers: { Origin: product.url },
    multipart: { userId, image },
  });
  expect([answer.status(), await answer.json()]).toEqual([
    429,
    { error: expect.stringContaining("You can continue at midnight"), details: "member-day" },
  ]);
  expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);

  await page.goto(`${product.url}/gallery?view=list`);
  await page.getByRole("link", { name: "View Last" }).click();
  await expect(page.getByText("3 photos are before this one").first()).toBeVisible();
  if (javaScriptEnabled !== false) await expectAccessible(page);
});
