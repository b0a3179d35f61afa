import type { Browser } from "@playwright/test";
import { confirm, expect, newAccount, Product, register, test } from "./product.ts";

const [lagos, london] = ["105.112.17.203", "81.2.69.142"];

/** The chosen currency of a visitor's landing page, and of a member's Buy Gems, for who comes from this address. */
async function currencies(browser: Browser, product: Product, address: string) {
  const page = await (await browser.newContext({ extraHTTPHeaders: { "Fly-Client-IP": address } })).newPage();
  // What is known about an address is shown from the second visit on.
  await page.goto(product.url);
  await page.context().clearCookies();
  await page.goto(product.url);
  const chosen = page.getByRole("radio", { checked: true, name: /NGN|USD/ });
  const landing = await chosen.inputValue();
  const account = newAccount();
  await register(page, product, account);
  await confirm(page, product, account);
  await page.goto(`${product.url}/buy-coins`);
  const buying = await chosen.inputValue();
  await page.context().close();
  return { landing, buying };
}

test("behind a proxy that is trusted, prices begin in the currency of the country one is in", async ({ browser }) => {
  const product = await Product.create({ TRUSTED_PROXY: "fly" });
  try {
    expect(await currencies(browser, product, london)).toEqual({ landing: "USD", buying: "USD" });
    expect(await currencies(browser, product, lagos)).toEqual({ landing: "NGN", buying: "NGN" });
  } finally {
    await product.remove();
  }
});

test("without one, nobody can say where they are by a header", async ({ browser, product }) => {
  expect(await currencies(browser, product, london)).toEqual({ landing: "NGN", buying: "NGN" });
});
