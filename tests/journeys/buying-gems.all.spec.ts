import type { Page } from "@playwright/test";
import { expect, gems, join, newAccount, Product, signIn, test } from "./product.ts";
import { buyPackage } from "./buy-package.ts";

test("gems bought in the sandbox are credited once with their reference in the history", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await product.reachedCheckout(page);
  await expect(page.getByText(/no money/i).first()).toBeVisible();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/dashboard");
  await expect(page.getByText("Purchase successful!")).toBeVisible();
  await expect(page.getByText("8 gems have been added to your account.")).toBeVisible();
  await expect(gems(page)).toHaveText("10");
  await page.goto(`${product.url}/settings?tab=history`);
  const purchases = page.getByRole("table").getByRole("row").filter({ hasText: "Purchase" });
  await expect(purchases).toHaveCount(1);
  await expect(purchases).toContainText(/Starter purchase - 8 gems \(Paystack Ref: \d{13}-starter-NGN\)/);
});

test("a cancelled payment changes nothing and shows a message @plain", async ({ page, product, member: _member }) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦3,000/ }).click();
  await product.reachedCheckout(page);
  await page
    .getByRole("button", { name: "Cancel" })
    .or(page.getByRole("link", { name: "Cancel" }))
    .first()
    .click();
  await page.waitForURL("**/buy-coins**");
  await expect(page.getByText("Payment cancelled")).toBeVisible();
  await expect(page.getByText("You cancelled the payment.")).toBeVisible();
  await expect(gems(page)).toHaveText("2");
});

test("a slow payment waits on a page that rechecks, and is credited when it is done @plain", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦3,000/ }).click();
  await product.reachedCheckout(page);
  const paymentPage = page.url();
  await page.getByRole("button", { name: "Leave pending" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Waiting for your payment" })).toBeVisible();
  const waitingPage = page.url();
  await page.goto(paymentPage);
  await page.getByText("Let something go wrong").click();
  await page.getByLabel("Webhook", { exact: true }).selectOption("never");
  await page.getByLabel(/^Answers about the payment/).selectOption("error");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("We couldn't reach Paystack just now.")).toBeVisible();
  await expect(async () => {
    await page.goto(waitingPage);
    if (!page.url().endsWith("/dashboard")) await page.getByRole("button", { name: "Check again" }).click();
    await page.waitForURL("**/dashboard", { timeout: 1_500 });
  }).toPass({ timeout: 45_000 });
  await expect(page.getByText("Purchase successful!")).toBeVisible();
});

test("half the price credits nothing and leads to support with the payment's reference @plain", async ({
  page,
  product,
  member: _member,
}) => {
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦1,000/ }).click();
  await product.reachedCheckout(page);
  await page.getByText("Let something go wrong").click();
  await page.getByLabel("Amount paid").selectOption("wrong");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Coin credit failed" })).toBeVisible();
  await expect(page.getByText(/\d{13}-starter-NGN/)).toBeVisible();
  await page.goto(`${product.url}/dashboard`);
  await expect(gems(page)).toHaveText("2");
});

const fact = (page: Page, label: string) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: label }) })
    .locator("dd");

test("the history leads to a receipt that explains the money-back guarantee @plain", async ({
  page,
  product,
  member,
}) => {
  const reference = await buyPackage(page, product, "starter");
  await expect(fact(page, "Reference")).toHaveText(reference);
  await expect(fact(page, "Date")).toHaveText(/^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/);
  await expect(fact(page, "Package")).toHaveText("Starter, 8 gems");
  await expect(fact(page, "Amount charged")).toHaveText(/^₦1,000/);
  await expect(fact(page, "Email address")).toHaveText(member.email);
  await expect(fact(page, "Status")).toHaveText("Paid");
  const ask = await page.getByRole("link", { name: "Ask for my money back" }).getAttribute("href");
  const mail = new URL(ask ?? "");
  expect(mail.href).toMatch(/^mailto:support@photogem\.example\?/);
  expect(mail.searchParams.get("subject")).toBe(`Money back: ${reference}`);
  expect(mail.searchParams.get("body")).toContain(reference);
  await page.getByRole("link", { name: "Transaction History" }).click();
  await page.waitForURL("**/settings?tab=history");
});

test("a receipt prints without the page's frame, with a print button under scripts @scripted", async ({
  page,
  product,
  member: _member,
  javaScriptEnabled,
}) => {
  await buyPackage(page, product, "starter");
  const print = page.getByRole("button", { name: "Print" });
  await expect(print).toBeVisible({ visible: javaScriptEnabled !== false });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(fact(page, "Reference")).toBeVisible();
  for (const around of [print, page.getByRole("navigation").first(), page.getByRole("contentinfo")]) {
    await expect(around).toBeHidden();
  }
  // The receipt prints ink on white in both themes.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light");
});

test("receipts of other members and of unpaid purchases return 404 @plain", async ({
  page,
  product,
  member: _member,
}) => {
  const reference = await buyPackage(page, product, "starter");
  await page.goto(`${product.url}/buy-coins`);
  await page.getByRole("button", { name: /₦3,000/ }).click();
  await product.reachedCheckout(page);
  const unpaid = new URL(page.url()).pathname.split("_").at(-1) ?? "";
  expect(unpaid).toMatch(/-popular-/);
  expect((await page.goto(`${product.url}/settings/receipts/${unpaid}`))?.status()).toBe(404);
  for (const nothing of ["none", "%00", "..%2f..%2fx"]) {
    expect((await page.goto(`${product.url}/settings/receipts/${nothing}`))?.status(), nothing).toBe(404);
  }
  await page.context().clearCookies();
  await page.goto(`${product.url}/settings/receipts/${reference}`);
  await page.waitForURL("**/login?next=*");
  const other = newAccount("Bayo Ade");
  await join(page, product, other);
  expect((await page.goto(`${product.url}/settings/receipts/${reference}`))?.status()).toBe(404);
  await expect(page.getByText(reference)).toHaveCount(0);
});

test.describe("with its own data folder", () => {
  test.setTimeout(240_000);

  test("a refund removes the gems, marks the receipt and leaves the ledger sound @long", async ({ page }) => {
    const product = await Product.create();
    try {
      const account = newAccount();
      await join(page, product, account);
      const reference = await buyPackage(page, product, "starter");
      await expect(gems(page)).toHaveText("10");

      // The mail goes out within the next sweep.
      const receipts = async () => (await product.mails()).filter(({ subject }) => subject === "Your Photogem receipt");
      await expect.poll(receipts, { timeout: 90_000, intervals: [2_000] }).toHaveLength(1);
      const [mail] = await receipts();
      expect(mail?.to).toBe(account.email);
      for (const part of [reference, "Amount charged: ₦1,000", `${product.url}/settings/receipts/${reference}`]) {
        expect(mail?.text).toContain(part);
      }

      if (!product.hosted) {
        const running = product.command("bin/refund-purchase.ts", reference);
        await expect(running).rejects.toMatchObject({ code: 1, stderr: /Another Photogem process is using/ });
      }

      await product.stopped(async () => {
        const refund = (given: string) => product.command("bin/refund-purchase.ts", given);
        await expect(refund("1-none-NGN")).rejects.toMatchObject({
          code: 1,
          stderr: "1-none-NGN: There is no purchase with this reference.\n",
        });
        expect(await refund(reference)).toBe(
          `New refund of ${reference}, ₦1,000: on its way; the receipt shows when it arrives.\nGems removed: 8 of 8.\n`,
        );
        await expect
          .poll(() => refund(reference), { timeout: 120_000 })
          .toBe(`Refund of ${reference}, ₦1,000: the money was sent back.\nGems removed: 8 of 8.\n`);
        expect(await product.command("bin/audit-gems.ts")).toMatch(/All \d+ (promises|invariants) hold\.\n$/);
      });

      await page.goto(`${product.url}/settings/receipts/${reference}`);
      if (page.url().includes("/login")) await signIn(page, product, account);
      await expect(fact(page, "Status")).toHaveText(/^Refunded on /);
      await expect(page.getByRole("heading", { name: "This purchase was refunded" })).toBeVisible();
      await expect(gems(page)).toHaveText("2");
      await page.goto(`${product.url}/settings?tab=history`);
      await expect(page.getByRole("row").filter({ hasText: "Clawback" })).toContainText("−8 gems");
      await expect(page.getByRole("link", { name: `Receipt ${reference}` })).toHaveCount(2);
    } finally {
      await product.remove();
    }
  });

  test("a refund that fails returns the gems, and the next one goes through", { tag: "@long" }, async ({ page }) => {
    const product = await Product.create();
    const refund = (reference: string) => product.command("bin/refund-purchase.ts", reference);
    try {
      const account = newAccount();
      await join(page, product, account);
      const reference = await buyPackage(page, product, "starter", { refund: "Fails" });
      await product.stopped(async () => void (await refund(reference)));

      await page.goto(`${product.url}/settings/receipts/${reference}`);
      if (page.url().includes("/login")) await signIn(page, product, account);
      await expect(fact(page, "Status")).toHaveText(/^Refund on its way since /);
      await expect(gems(page)).toHaveText("2");
      await expect(async () => {
        await page.reload();
        await expect(fact(page, "Status")).toHaveText(/^Paid; a refund failed on /, { timeout: 1_000 });
      }).toPass({ timeout: 150_000 });
      await expect(page.getByRole("heading", { name: "Your refund didn't go through" })).toBeVisible();
      await expect(gems(page)).toHaveText("10");
      await page.goto(`${product.url}/settings?tab=history`);
      await expect(page.getByRole("row").filter({ hasText: "Clawback" })).toContainText(
        "The refund didn't go through.",
      );

      await product.stopped(async () => {
        expect(await refund(reference)).toMatch(/^New refund of /);
        await expect.poll(() => refund(reference), { timeout: 120_000 }).toMatch(/: the money was sent back\./);
        expect(await product.command("bin/audit-gems.ts")).toMatch(/All \d+ (promises|invariants) hold\.\n$/);
      });
      await page.goto(`${product.url}/settings/receipts/${reference}`);
      if (page.url().includes("/login")) await signIn(page, product, account);
      await expect(fact(page, "Status")).toHaveText(/^Refunded on /);
      await expect(gems(page)).toHaveText("2");
    } finally {
      await product.remove();
    }
  });
});

test("the support page states response times, and its mail names the matter @plain", async ({
  page,
  product,
  member,
}) => {
  await page.goto(product.url);
  await page.getByRole("link", { name: "Support", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Support");
  await expect(page.getByText("you get an answer within 48 hours")).toBeVisible();
  await expect(page.getByText("You have not bought gems yet.")).toBeVisible();

  const reference = await buyPackage(page, product, "popular");
  await page.goto(`${product.url}/support`);
  await expect(page.getByText("you get an answer within 24 hours")).toBeVisible();
  const mail = new URL((await page.getByRole("link", { name: "Popular", exact: true }).getAttribute("href")) ?? "");
  expect(decodeURIComponent(mail.href)).toContain("mailto:support@photogem.example?subject=Payment");
  for (const known of [reference, member.email]) expect(decodeURIComponent(mail.search)).toContain(known);

  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByText("support@photogem.example").first()).toBeVisible();
  await expect(page.getByText(reference)).toBeHidden();
});
