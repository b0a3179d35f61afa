import { startSmtpServer } from "../servers/smtp/smtp-server.ts";
import { expect, gems, newAccount, Product, register, test } from "./product.ts";

test("a mail server delivers the confirmation, and the mailbox page does not exist @long", async ({ page }) => {
  const smtp = await startSmtpServer();
  const product = await Product.create({ SMTP_URL: smtp.url, MAIL_FROM: "Photogem <hello@photogem.example>" });
  try {
    const account = newAccount();
    await register(page, product, account);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
    await expect(page.getByRole("link", { name: "Open the mailbox" })).toHaveCount(0);
    expect((await page.request.get(`${product.url}/mailbox`)).status()).toBe(404);
    await expect.poll(() => smtp.mails.map(({ to }) => to)).toEqual([[account.email]]);
    // Quoted-printable breaks long lines and writes "=" as "=3D".
    const source = smtp.mails[0]?.source.replace(/=\n/g, "").replaceAll("=3D", "=") ?? "";
    await page.goto(/https?:\/\/\S*\/auth\/confirm\S*/.exec(source)?.[0] ?? "");
    await page.getByRole("button", { name: "Confirm my email address" }).click();
    await page.waitForURL("**/dashboard");
    await expect(gems(page)).toHaveText("2");

    // A mail server that is away fails no request.
    smtp.fault = "hangs-up";
    await page.context().clearCookies();
    await register(page, product, newAccount());
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check Your Email");
    await expect.poll(() => product.output).toContain("account mail was not delivered");
  } finally {
    await product.remove();
    await smtp.close();
  }
});
