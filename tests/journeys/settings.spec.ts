import { type QueryExecutorProvider, sql } from "kysely";
import type { Browser } from "@playwright/test";
import { confirm, expect, gems, join, newAccount, Product, register, test } from "./product.ts";

test("the settings' tabs are one Tab stop with arrow keys, opened by Enter or Space", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/settings`);
  const profile = page.getByRole("tab", { name: "Profile" });
  const history = page.getByRole("tab", { name: "Transaction History" });
  await expect(profile).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "Profile" })).toBeVisible();
  await expect(history).toHaveAttribute("tabindex", "-1");
  await profile.focus();
  for (const [key, focused] of [
    ["ArrowRight", history],
    ["ArrowRight", profile],
    ["ArrowLeft", history],
    ["Home", profile],
    ["End", history],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toBeFocused();
  }
  await expect(profile, "moving opens nothing").toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Space");
  await page.waitForURL("**/settings?tab=history");
  await expect(history).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "Transaction History" }).getByRole("table")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("tabpanel", { name: "Profile" })).toBeVisible();
});

test("a data export states its length, so that browsers can show progress", async ({
  page,
  product,
  member: _member,
}) => {
  const answer = await page.request.post(`${product.url}/settings/export`, {
    headers: { Origin: product.url, "Accept-Encoding": "br, gzip" },
  });
  const body = await answer.body();
  expect(Number(answer.headers()["content-length"])).toBe(body.length);
  expect(answer.headers()["content-encoding"]).toBeUndefined();
  expect(body.subarray(0, 2).toString()).toBe("PK");
});

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
    // A tool's error page names the saved work, without scripts too.
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

const [lagos, london] = ["105.112.17.203", "81.2.69.142"];

/** Expects `currency` on the landing page and on Buy Gems for a request from `address`. */
async function expectCurrency(browser: Browser, product: Product, address: string, currency: string) {
  const page = await (await browser.newContext({ extraHTTPHeaders: { "Fly-Client-IP": address } })).newPage();
  const chosen = page.getByRole("radio", { checked: true, name: /NGN|USD/ });
  await page.goto(product.url);
  await expect(chosen).toHaveValue(currency);
  const account = newAccount();
  await register(page, product, account);
  await confirm(page, product, account);
  await page.goto(`${product.url}/buy-coins`);
  await expect(chosen).toHaveValue(currency);
  await page.context().close();
}

test("prices start in the country's currency behind a trusted proxy @long", async ({ browser }) => {
  const product = await Product.create({ TRUSTED_PROXY: "fly" });
  try {
    await expectCurrency(browser, product, london, "USD");
    await expectCurrency(browser, product, lagos, "NGN");
  } finally {
    await product.remove();
  }
});

test("headers cannot change the country without a trusted proxy", async ({ browser, product }) => {
  await expectCurrency(browser, product, london, "NGN");
});
