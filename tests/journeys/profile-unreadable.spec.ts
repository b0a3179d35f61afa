import { sql } from "kysely";
import { openPgliteDatabase } from "../../app/adapters/embedded/database/pglite-database.server.ts";
import { confirm, expect, newAccount, Product, register, test } from "./product.ts";

test("a profile that cannot be read says so, and offers to try again", async ({ page }) => {
  const product = await Product.create();
  try {
    const account = newAccount();
    await register(page, product, account);
    await confirm(page, product, account);
    await product.atRest(async (dataDirectory) => {
      const { kysely, close } = await openPgliteDatabase(dataDirectory);
      await sql`revoke select on public.profiles from authenticated`.execute(kysely);
      await close();
    });
    const answer = await page.goto(`${product.url}/dashboard`);
    expect(answer?.status()).toBe(503);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error loading profile");
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  } finally {
    await product.remove();
  }
});
