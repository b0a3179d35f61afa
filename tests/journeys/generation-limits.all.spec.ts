import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, gems, openDraft, test } from "./product.ts";

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
    // Tomorrow's, so that midnight may come while this runs.
    await sql`update public.profiles set generations_that_day = 100,
      generations_on = (now() at time zone 'Africa/Lagos')::date + 1 where user_id = ${userId}`.execute(kysely);
    // Rows that wait, and no job of theirs in the queue, so that they stay there.
    await sql`insert into public.transformations
        (user_id, tool, recipe, original_name, original_photo_id, original_url, idempotency_key, created_at, progress)
      select user_id, 'surprise-me', '{"tool": "surprise-me"}', case number when 1 then 'Last' else 'Earlier' end,
        photo_id, '/', gen_random_uuid()::text, now() - make_interval(hours => number), 10
      from public.drafts, generate_series(1, 4) as number where user_id = ${userId}`.execute(kysely);
    await sql`update public.transformations set turn = 0 where user_id = ${userId}`.execute(kysely);
  });

  await page.goto(draft);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText(/You have reached the most one person can make in a day\./).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "That is all for today" })).toBeVisible();
  await expect(page.getByText(/It opens again at midnight, Lagos time .* No gem was taken/).first()).toBeVisible();
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
    { error: expect.stringContaining("It opens again at midnight"), details: "member-day" },
  ]);
  expect(Number(answer.headers()["retry-after"])).toBeGreaterThan(0);

  await page.goto(`${product.url}/gallery?view=list`);
  await page.getByRole("link", { name: "View Last" }).click();
  await expect(page.getByText("3 photos are before this one").first()).toBeVisible();
  if (javaScriptEnabled !== false) await expectAccessible(page);
});
