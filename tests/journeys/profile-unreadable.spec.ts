import { type QueryExecutorProvider, sql } from "kysely";
import { expect, gems, join, newAccount, Product, test } from "./product.ts";

const change = (product: Product, statement: (database: QueryExecutorProvider) => Promise<unknown>) =>
  product.change(async ({ kysely }) => void (await statement(kysely)));

test("a failed page shows its error in place, and an unreadable profile shows it on every page", async ({
  page,
  browser,
}) => {
  const product = await Product.create();
  try {
    const account = newAccount();
    await join(page, product, account);
    const heading = page.getByRole("heading", { level: 1 });

    await change(product, (database) =>
      sql`revoke select on public.transformations, public.drafts from authenticated`.execute(database),
    );
    const failed = await page.goto(`${product.url}/gallery`);
    expect(failed?.status()).toBe(500);
    await expect(heading).toHaveText("Something went wrong");
    await expect(gems(page)).toHaveText("2");
    await expect(page.getByRole("main")).toContainText("Your gems and photos are safe.");
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
    const requestId = failed?.headers()["x-request-id"] ?? "no id";
    await expect(page.getByRole("main")).toContainText(requestId);
    for (const line of ["unexpected error", "request failed"]) {
      expect(product.output).toMatch(new RegExp(`"requestId":"${requestId}".*"msg":"${line}"`));
    }
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.getByRole("link", { name: /Buy Gems/ }).click();
    await expect(heading).toHaveText("Buy Gems");
    await page.locator("summary[aria-label=Menu]").click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Gallery" }).click();
    await expect(heading).toHaveText("Something went wrong");
    expect(await page.evaluate(() => "same" in window)).toBe(true);
    // A tool names what is saved, without scripts too.
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const tool = await plain.newPage();
    await tool.goto(`${product.url}/surprise-me?draft=${crypto.randomUUID()}&step=surprise`);
    await expect(tool.getByRole("main")).toContainText("Your photo and choices are saved");
    await expect(tool.getByRole("link", { name: "Dashboard", exact: true }).last()).toHaveAttribute(
      "href",
      "/dashboard",
    );
    await plain.close();

    await change(product, (database) => sql`revoke select on public.profiles from authenticated`.execute(database));
    const answer = await page.goto(`${product.url}/dashboard`);
    expect(answer?.status()).toBe(503);
    await expect(heading).toHaveText("Error loading profile");
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /^support@/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Login" })).toHaveCount(0);
  } finally {
    await product.remove();
  }
});
