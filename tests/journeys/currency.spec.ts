import type { Browser } from "@playwright/test";
import { confirm, expect, newAccount, Product, register, test } from "./product.ts";

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
