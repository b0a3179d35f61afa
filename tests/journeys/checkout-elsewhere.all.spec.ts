import { type PaystackServer, startPaystackServer } from "../servers/paystack/paystack-server.ts";
import { freePort } from "../free-port.ts";
import { expect, gems, Product, test as journey } from "./product.ts";

/** The product with a payment provider on a separate origin, like Paystack. */
const secretKey = "sk_test_elsewhere";
const test = journey.extend<object, { paystackPort: number; paystack: PaystackServer }>({
  paystackPort: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the first argument's shape
    async ({}, use) => use(await freePort()),
    { scope: "worker" },
  ],
  product: [
    async ({ paystackPort }, use) => {
      const apiUrl = `http://127.0.0.1:${paystackPort}`;
      const product = await Product.create({ PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_API_URL: apiUrl });
      await use(product);
      await product.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  paystack: [
    async ({ paystackPort: port, product }, use) => {
      const webhookUrl = `${product.url}/api/paystack/webhook`;
      const paystack = await startPaystackServer({ webhookUrl, secretKey, port });
      await use(paystack);
      await paystack.close();
    },
    { scope: "worker" },
  ],
});

test.beforeEach(({ paystack }) => void ([paystack.fault, paystack.faultIn] = ["none", ["initialize"]]));

test("checkout on another site passes the browser's policy, and the gems are credited @scripted", async ({
  page,
  product,
  paystack,
  member: _member,
}) => {
  expect(new URL(paystack.url).host).not.toBe(new URL(product.url).host);
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  const shown = await page.goto(`${product.url}/buy-coins`);
  const policy = shown?.headers()["content-security-policy"];
  expect(policy).toContain(`form-action 'self' https://checkout.paystack.com ${paystack.url};`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await page.waitForURL(`${paystack.url}/checkout/**`);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(`${product.url}/dashboard`);
  await expect(page.getByText("Purchase successful!")).toBeVisible();
  await expect(gems(page)).toHaveText("10");
  expect(complaints).toEqual([]);
});

test("cancelling on the other site shows a message and costs nothing @long", async ({
  page,
  product,
  paystack,
  member: _member,
}) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦3,000/ }).click();
  await page.waitForURL(`${paystack.url}/checkout/**`);
  await page.getByRole("button", { name: "cancel" }).click();
  await page.waitForURL(`${product.url}/buy-coins`);
  await expect(page.getByText("You cancelled the payment.")).toBeVisible();
  await expect(gems(page)).toHaveText("2");
});

for (const fault of ["500", "nonsense", "cut"] as const) {
  test(`a provider that answers ${fault} shows an outage message and charges nothing @long`, async ({
    page,
    product,
    paystack,
    member: _member,
  }) => {
    paystack.fault = fault;
    await page.goto(`${product.url}/buy-coins`);
    await page.getByRole("button", { name: /₦1,000/ }).click();
    await page.waitForURL(`${product.url}/buy-coins`);
    await expect(page.getByText("Payment not started")).toBeVisible();
    await expect(page.getByText("Nothing was charged. Please try again.")).toBeVisible();
    await expect(gems(page)).toHaveText("2");
    paystack.fault = "none";
    await page.getByRole("button", { name: /₦1,000/ }).click();
    await page.waitForURL(`${paystack.url}/checkout/**`);
  });
}

test("the browser blocks an address outside the policy, which proves the checkout test @long", async ({
  page,
  product,
  paystack,
  member: _member,
}) => {
  await page.route(`${product.url}/buy-coins`, async (route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"]?.replace(` ${paystack.url}`, "") ?? "";
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  const refused = page.waitForEvent("console", (message) => message.text().includes("form-action"));
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await refused;
  expect(page.url()).toBe(`${product.url}/buy-coins`);
});
