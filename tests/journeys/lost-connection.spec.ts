import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, gems, openDraft, test } from "./product.ts";

test("a line that breaks in mid-upload costs nothing, and the same photo can be sent again", async ({
  page,
  product,
  member,
  context,
}) => {
  expect(member.email).toContain("@");
  const { snapshot } = await photoFixtures();
  await page.goto(`${product.url}/surprise-me`);
  await context.setOffline(true);
  await choosePhoto(page, snapshot);
  await expect(page.locator("#image-error")).toContainText("Upload failed. Nothing was charged.");
  await context.setOffline(false);
  await choosePhoto(page, snapshot);
  await page.waitForURL("**?draft=*");
  await expect(gems(page)).toHaveText("2");
});

test("losing the line while pressing the button starts nothing twice", async ({ page, product, member, context }) => {
  expect(member.email).toContain("@");
  await openDraft(page, product, (await photoFixtures()).snapshot);
  const draft = page.url();
  // The request arrives; its answer does not.
  await page.route("**/surprise-me/start.data*", async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await context.setOffline(true);
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The connection was lost");
  await context.setOffline(false);
  await page.unroute("**/surprise-me/start.data*");
  await page.goto(draft);
  await page.waitForURL("**?job=*");
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: 60_000 });
  await page.goto(`${product.url}/settings?tab=history`);
  await expect(page.getByRole("table").getByRole("row").filter({ hasText: "Usage" })).toHaveCount(1);
});
