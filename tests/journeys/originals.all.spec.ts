import { sql } from "kysely";
import { originalDays } from "../../app/photos/retention/limits.ts";
import { sweepOriginals } from "../../app/photos/retention/sweep-photos.server.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { fillGallery } from "./fill-gallery.ts";
import { expect, type Product, test } from "./product.ts";
import { quiet } from "./surroundings/surroundings.ts";

const daysGoBy = (product: Product, days: number) =>
  product.atRest(async ({ kysely, photoHost }) => {
    await sql`update public.transformations set created_at = created_at - make_interval(days => ${days}),
      finished_at = finished_at - make_interval(days => ${days})`.execute(kysely);
    await sql`update public.profiles
      set originals_counted_from = originals_counted_from - make_interval(days => ${days})`.execute(kysely);
    await sweepOriginals({ database: createDatabase(kysely), photoHost, log: quiet });
  });

test("an original expires with a notice, unless its owner keeps originals @scripted", async ({
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
  const details = page.getByText("Details", { exact: true });
  await details.click();
  await expect(page.getByText(`We'll delete your original photo in ${originalDays} days.`)).toBeVisible();
  await expect(page.getByRole("link", { name: /Generate More Angles/ })).toBeVisible();
  const result = page.url();

  await page.getByRole("link", { name: "Keep it instead" }).click();
  await page.getByRole("radio", { name: "Yes, until I delete them" }).check();
  await page.getByRole("button", { name: "Save Choice" }).click();
  await expect(page.getByText("From now on your originals stay until you delete them.")).toBeVisible();
  if (await page.locator("html.js").count())
    await expect(page.getByRole("button", { name: "Save Choice" })).toBeFocused();
  await expect(page.getByRole("radio", { name: "Yes, until I delete them" })).toBeChecked();
  await page.goto(result);
  await expect(page.getByAltText("Original photo").locator("visible=true").first()).toBeVisible();
  await expect(page.getByText(/delete your original photo|original was deleted/)).toHaveCount(0);

  await page.goto(`${product.url}/settings`);
  await page.getByRole("radio", { name: `No, delete them after ${originalDays} days` }).check();
  await page.getByRole("button", { name: "Save Choice" }).click();
  await expect(page.getByText(/We delete each original/).first()).toBeVisible();
  await daysGoBy(product, originalDays + 1);
  await page.goto(result);
  await details.click();
  await expect(page.getByText(/Your original was deleted on \w{3} \d+, \d{4}, as promised\./)).toBeVisible();
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
  await expect(page.getByText("We no longer have the original. Your choices are saved.")).toBeVisible();
  await expect(page.locator("input[type=file]").first()).toBeAttached();
  await page.goto(`${product.url}/gallery?view=list`);
  await expect(page.getByText(/Its photo was deleted on .*, as promised\./)).toBeVisible();
});
