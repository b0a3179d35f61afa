import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, confirm, expect, gems, newAccount, Product, register, test as base } from "./product.ts";

/** A server of this test's own: it is killed. */
const test = base.extend<{ ownProduct: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first argument's shape
  ownProduct: async ({}, use) => {
    const product = await Product.create();
    await use(product);
    await product.remove();
  },
});

test("kill -9 during a transformation loses neither the photo nor a gem", async ({ page, ownProduct: product }) => {
  // Beside other machines a killed worker is only missed with its heartbeat, after 20 to 50 s.
  test.setTimeout(product.hosted ? 240_000 : 90_000);
  const account = newAccount();
  await register(page, product, account);
  await confirm(page, product, account);
  await page.goto(`${product.url}/surprise-me`);
  await choosePhoto(page, (await photoFixtures()).cameraJpeg);
  await page.waitForURL("**/surprise-me?draft=*");
  await page.getByRole("button", { name: /Surprise Me/ }).click();
  await page.waitForURL("**?job=*");
  const job = page.url();
  await product.kill();
  await product.start();
  await page.goto(job);
  await expect(page.getByText("Transformation complete!")).toBeVisible({ timeout: product.hosted ? 150_000 : 60_000 });
  await expect(gems(page)).toHaveText("1");
  await page.goto(`${product.url}/settings?tab=history`);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(3); // the heading, the bonus, one use
});
