import { join } from "node:path";
import { sql } from "kysely";
import { openPgliteDatabase } from "../../app/adapters/embedded/database/pglite-database.server.ts";
import { createDiskPhotoHost } from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { originalDays } from "../../app/photos/retention.ts";
import { sweepOriginals } from "../../app/photos/sweep-originals.server.ts";
import { createDatabase } from "../../app/database/kysely-database.server.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { fillGallery } from "./fill-gallery.ts";
import { expect, gems, openDraft, type Product, test } from "./product.ts";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";

const quiet = { warn: () => {}, error: () => {}, info: () => {}, debug: () => {} };

/** What the hourly sweep does once so many days have gone by for everything the product holds. */
const daysGoBy = (product: Product, days: number) =>
  product.atRest(async (dataDirectory) => {
    const { kysely, close } = await openPgliteDatabase(dataDirectory);
    const photoHost = createDiskPhotoHost({ directory: join(dataDirectory, "photos"), log: quiet });
    await sql`update public.transformations set created_at = created_at - make_interval(days => ${days}),
      finished_at = finished_at - make_interval(days => ${days})`.execute(kysely);
    await sql`update public.profiles
      set originals_counted_from = originals_counted_from - make_interval(days => ${days})`.execute(kysely);
    await sweepOriginals({ database: createDatabase(kysely), photoHost, log: quiet });
    await photoHost.close();
    await close();
  });

test("an original is deleted when its days are over, and its page says so; who wants to keep originals does", async ({
  page,
  product,
  member,
  javaScriptEnabled,
}) => {
  await fillGallery(product, member.email, [
    { name: "Owambe", tool: "portrait-studio" },
    { name: "Blocked", status: "failed" },
  ]);
  await page.goto(`${product.url}/gallery?view=list`);
  await page.getByRole("link", { name: "View Owambe" }).click();
  await expect(page.getByText(`Your original is deleted in ${originalDays} days.`)).toBeVisible();
  await expect(page.getByRole("link", { name: /Generate More Angles/ })).toBeVisible();
  const result = page.url();

  await page.getByRole("link", { name: "Keep my originals" }).click();
  await page.getByRole("radio", { name: "Yes, until I delete them" }).check();
  await page.getByRole("button", { name: "Save Choice" }).click();
  await expect(page.getByText("From now on your originals stay until you delete them.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Yes, until I delete them" })).toBeChecked();
  await daysGoBy(product, originalDays + 1);
  await page.goto(result);
  await expect(page.getByAltText("Original photo").locator("visible=true").first()).toBeVisible();
  await expect(page.getByText(/original (is|was) deleted/)).toHaveCount(0);

  await page.goto(`${product.url}/settings`);
  await page.getByRole("radio", { name: `No, delete them after ${originalDays} days` }).check();
  await page.getByRole("button", { name: "Save Choice" }).click();
  await expect(page.getByText(/Each original is deleted/).first()).toBeVisible();
  await daysGoBy(product, originalDays + 1);
  await page.goto(result);
  await expect(page.getByText(/Your original was deleted on \w{3} \d+, \d{4}, as we promise\./)).toBeVisible();
  await expect(
    page
      .getByAltText(/^Result: Owambe/)
      .locator("visible=true")
      .first(),
  ).toBeVisible();
  await expect(page.getByAltText("Original photo")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Generate More Angles/ })).toHaveCount(0);
  await expect(page.getByLabel("Show the original photo too")).toHaveCount(0);
  if (javaScriptEnabled !== false) await expectAccessible(page);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("The original is not here any more. Your choices are kept.")).toBeVisible();
  await expect(page.locator("input[type=file]").first()).toBeAttached();
  await page.goto(`${product.url}/gallery?view=list`);
  await expect(page.getByText(/Its photo was deleted on .*, as we promise\./)).toBeVisible();
});

test("a photo that waits says how many come before it, and one too many for the day costs nothing", async ({
  page,
  product,
  member,
  javaScriptEnabled,
}) => {
  await openDraft(page, product, (await photoFixtures()).snapshot);
  const draft = page.url();
  const atRest = (...changes: ReturnType<typeof sql>[]) =>
    product.atRest(async (dataDirectory) => {
      const { kysely, close } = await openPgliteDatabase(dataDirectory);
      for (const change of changes) await change.execute(kysely);
      await close();
    });
  const own = sql`user_id = (select id from auth.users where email = ${member.email})`;
  await atRest(sql`update public.profiles
    set generations_on = (now() at time zone 'Africa/Lagos')::date + 1, generations_that_day = 100 where ${own}`);
  await page.goto(draft);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText(/You have reached the most one person can make in a day\./).first()).toBeVisible();
  await expect(page.getByText(/It opens again at midnight, Lagos time .* No gem was taken/).first()).toBeVisible();
  await expect(page.getByText(/, ready$/).first()).toBeVisible();
  await expect(gems(page)).toHaveText("2");
  if (javaScriptEnabled !== false) await expectAccessible(page);

  // Rows that wait, and no job of theirs in the queue, so that they stay there.
  await fillGallery(product, member.email, [{ name: "Waiting", status: "processing" }]);
  await atRest(
    sql`with mine as (select * from public.transformations where ${own} and original_name = 'Waiting')
    insert into public.transformations (user_id, tool, recipe, original_name, original_url, idempotency_key, created_at)
    select mine.user_id, tool, recipe, 'Earlier', original_url, gen_random_uuid()::text, mine.created_at - interval '1 hour'
    from mine, generate_series(1, 3)`,
    sql`update public.transformations set turn = 0, progress = 10 where ${own} and status = 'processing'`,
  );
  await page.goto(`${product.url}/gallery?view=list`);
  await page.getByRole("link", { name: "View Waiting" }).click();
  await expect(page.getByText("Waiting: 3 photos before this one").first()).toBeVisible();
});
