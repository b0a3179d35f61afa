import { basename } from "node:path";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { startCollectorServer } from "../servers/collector/collector-server.ts";
import {
  confirm,
  expect,
  gems,
  linkIn,
  message,
  newAccount,
  openDraft,
  Product,
  register,
  signIn,
  test,
} from "./product.ts";
import { startSmtpServer } from "../servers/smtp/smtp-server.ts";

const token = "an-operators-token";

test("logs, metrics and traces of a visit contain no personal data, photo or secret", async ({ page }) => {
  // This test starts a separate server.
  test.slow();
  const collector = await startCollectorServer();
  const product = await Product.create({
    LOG_LEVEL: "debug",
    METRICS_TOKEN: token,
    METRICS_PORT: "0",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SENTRY_DSN: collector.sentryDsn,
  });
  const metrics = (authorization?: string) =>
    page.request.get(`${product.url}/metrics`, { headers: authorization ? { Authorization: authorization } : {} });
  try {
    const account = newAccount("Ngozi Adichie-Observed");
    await register(page, product, account);
    const confirmation = linkIn((await product.mailTo(account.email)).text);
    await confirm(page, product, account);
    const dashboard = await page.goto(`${product.url}/dashboard`);
    expect(dashboard?.headers()["server-timing"]).toMatch(
      /^identity;dur=\d+, database;dur=\d+, render;dur=\d+, total;dur=\d+$/,
    );

    await openDraft(page, product, (await photoFixtures()).snapshot);
    await page.getByRole("button", { name: /Surprise Me/ }).click();
    await page.waitForURL("**/surprise-me?job=*");
    await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
    await page.getByRole("button", { name: "Share Link" }).click();
    const link = await page.getByLabel("Share link").inputValue();
    await page.goto(link);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await signIn(page, product, { email: account.email, password: "a wrong password" });
    await expect(message(page).first()).toBeVisible();
    await page.request.post(`${product.url}/api/paystack/webhook`, { data: { event: "charge.success" } });

    expect((await metrics()).status()).toBe(401);
    expect((await metrics("Bearer another-token")).status()).toBe(401);
    const scraped = await metrics(`Bearer ${token}`);
    expect(scraped.status()).toBe(200);
    expect(scraped.headers()).toMatchObject({ "cache-control": "no-store", "content-type": /^text\/plain/ });
    const text = await scraped.text();
    expect(text).toContain('photogem_webhooks_total{outcome="forged"} 1');
    const [host, identity] = product.hosted ? ["cloudinary", "gotrue"] : ["disk", "embedded-identity"];
    expect(text).toMatch(
      new RegExp(`photogem_provider_calls_total\\{provider="${host}",operation="put",outcome="ok"\\} [1-9]`),
    );
    expect(text).toContain(
      `photogem_provider_calls_total{provider="${identity}",operation="token",outcome="refused"} 1`,
    );
    expect(text).toContain('photogem_http_requests_total{method="GET",route="/s/:token",status="200"} 1');
    const addresses = [...product.output.matchAll(/^metrics +(\S+)$/gm)].map(([, address = ""]) => address);
    expect(addresses).toHaveLength(product.hosted ? 2 : 1);
    const ready = { ready: true, database: true, started: true, accepting: true };
    let everywhere = "";
    for (const address of addresses) {
      everywhere += await (await page.request.get(address)).text();
      const toOperators = await page.request.get(address.replace("metrics", "readyz"));
      expect(await toOperators.json()).toEqual({ ...ready, notWell: {} });
    }
    expect(everywhere).toContain('photogem_transformations_total{outcome="completed"} 1');
    const toStrangers = await page.request.get(`${product.url}/readyz`);
    expect(await toStrangers.json()).toEqual(ready);

    expect(product.output).toMatch(/"requestId":"[0-9a-f-]{36}".*"path":"\/dashboard"/);
    const secrets = [
      account.email,
      account.password,
      account.fullName,
      "a wrong password",
      basename(link),
      basename((await photoFixtures()).snapshot).replace(/\.\w+$/, ""),
      new URL(confirmation).searchParams.get("token_hash") ?? "no token",
      ...cookies.map(({ value }) => value).filter((value) => value.length > 8),
    ];
    await expect
      .poll(() => collector.received.map(({ body }) => body).join(""))
      .toContain('"name":"run transformations"');
    const sent = collector.received.map(({ path, body }) => path + body).join("\n");
    for (const secret of secrets)
      for (const said of [product.output, everywhere, sent]) expect(said).not.toContain(secret);
  } finally {
    await product.remove();
    await collector.close();
  }
});

test("the error page answers internal requests only", async ({ page, product }) => {
  const headers = { "X-Photogem-Failed": "1" };
  expect((await page.request.get(`${product.url}/failed`, { headers })).status()).toBe(404);
});

test("the metrics page does not exist without a token", async ({ page, product }) => {
  const answer = await page.goto(`${product.url}/metrics`);
  expect(answer?.status()).toBe(404);
});

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

    // An unreachable mail server fails no request.
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
