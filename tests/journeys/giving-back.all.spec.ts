import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { choosePhoto, expect, gems, test } from "./product.ts";

test("a credit-back returns the gem with the reason in the history @plain", async ({
  page,
  product,
  member: _member,
  javaScriptEnabled,
}) => {
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, (await photoFixtures()).snapshot);
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 60_000 });
  await expect(gems(page)).toHaveText("1");
  const result = page.url();
  await page.getByText("Not happy with it?").click();
  await page.getByRole("radio", { name: "It does not look like me" }).check();
  if (javaScriptEnabled !== false) await expectAccessible(page);
  await page.getByRole("button", { name: "Get my gem back" }).click();
  await expect(page.getByText("Your gem is back")).toBeVisible();
  await expect(page).toHaveURL(result);
  await expect(gems(page)).toHaveText("2");
  await expect(page.getByText("0 gems used")).toBeVisible();
  await expect(page.getByText("Not happy with it?")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Share Link" })).toHaveCount(0);
  await page.goto(`${product.url}/settings?tab=history`);
  await expect(
    page.getByRole("row").filter({ hasText: "Gem returned: it does not look like me (snapshot)" }),
  ).toHaveText(/Refund.*\+1 gem/);
});
