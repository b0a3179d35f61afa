import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { fillGallery } from "./fill-gallery.ts";
import { type Account, expect, join, message, newAccount, test, type Product } from "./product.ts";

/** Clicks Share Link on the page of a result. Returns the link. */
async function share(page: Page, product: Product, { email }: Account): Promise<string> {
  const [id] = await fillGallery(product, email, [{ name: "snapshot" }]);
  await page.goto(`${product.url}/surprise-me?job=${id}`);
  await page.getByRole("button", { name: "Share Link" }).click();
  return linkOn(page);
}
const linkOn = (page: Page) => page.getByLabel("Share link").inputValue();

const newVisitor = async (browser: Browser) => (await browser.newContext()).newPage();

/** Posts like a member's own page. */
const post = (page: Page, product: Product, path: string, form: Record<string, string>) =>
  page.request.post(product.url + path, { form, headers: { Origin: product.url }, maxRedirects: 0 });

test("a shared result is public until its link is revoked @plain", async ({ page, product, browser, member }) => {
  const link = await share(page, product, member);
  expect(link).toMatch(new RegExp(`^${product.url}/s/[0-9a-f]{32}$`));
  await page.reload();
  expect(await linkOn(page)).toBe(link);

  const visitor = await newVisitor(browser);
  const answer = await visitor.goto(link);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()["x-robots-tag"]).toBe("noindex");
  expect(answer?.headers()["cache-control"]).toContain("no-store");
  await expect(visitor.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Enhanced photo");
  await expect(visitor.getByRole("img", { name: "The shared picture" })).toBeVisible();
  await expect(visitor.getByRole("main")).toContainText("AI");
  await expect(visitor.getByRole("main").getByRole("link", { name: "Make your own" })).toHaveAttribute(
    "href",
    "/register",
  );
  const html = await visitor.content();
  for (const secret of ["snapshot", member.email, member.fullName, "Adaeze", "/images/"]) {
    expect(html).not.toContain(secret);
  }

  const picture = await visitor.request.get(`${link}/640.webp`);
  expect(picture.status()).toBe(200);
  const { etag = "", ...headers } = picture.headers();
  expect(headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  });
  const asked = async (path: string) =>
    (await visitor.request.get(link + path, { headers: { "If-None-Match": etag } })).status();
  expect(await asked("/640.webp")).toBe(304);
  for (const path of ["/full", "/641.webp", "/640.gif", "/og.png", "/original/og.jpg", "/result/640.webp"]) {
    expect(await asked(path), path).toBe(404);
  }

  const property = (name: string) => visitor.locator(`meta[property='${name}']`).getAttribute("content");
  expect(await property("og:image")).toBe(`${link}/og.jpg`);
  const preview = await visitor.request.get(`${link}/og.jpg`);
  expect(preview.headers()["content-type"]).toBe("image/jpeg");
  const bytes = await preview.body();
  expect(bytes.byteLength).toBeLessThanOrEqual(100_000);
  const { format, width, height } = await sharp(bytes).metadata();
  expect(format).toBe("jpeg");
  expect(width).toBeLessThanOrEqual(1200);
  expect([await property("og:image:width"), await property("og:image:height")]).toEqual([`${width}`, `${height}`]);
  await expect(visitor.locator("meta[name='twitter:card']")).toHaveAttribute("content", "summary_large_image");

  expect(await asked("/original/640.webp")).toBe(404);
  const original = page.getByRole("switch", { name: "Show the original photo too" });
  await original.click();
  await expect(original).toBeChecked();
  expect(await linkOn(page)).toBe(link);
  await visitor.reload();
  await expect(visitor.getByRole("img", { name: "The original photo" })).toBeVisible();
  await expect(visitor.getByRole("slider", { name: /^Compare/ })).toBeVisible();
  expect(await asked("/original/640.webp")).toBe(200);
  await original.click();
  await expect(original).not.toBeChecked();
  expect(await asked("/original/640.webp")).toBe(404);

  await page.goto(`${product.url}/shares`);
  await expect(page.getByRole("listitem").filter({ hasText: "snapshot" }).getByRole("textbox")).toHaveValue(link);
  await page.getByRole("button", { name: "Revoke link to snapshot" }).click();
  await expect(page.getByText("Nothing is shared")).toBeVisible();
  await expect(page.getByRole("status").getByText("Link revoked")).toBeVisible();
  expect((await visitor.goto(link))?.status()).toBe(404);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  for (const path of ["/640.webp", "/og.jpg", "/report"]) expect(await asked(path), path).toBe(404);
});

test("a link can be revoked and made again on the result's page @scripted", async ({
  page,
  product,
  browser,
  member,
}) => {
  const first = await share(page, product, member);
  await page.getByRole("button", { name: "Revoke link" }).click();
  await page.getByRole("button", { name: "Share Link" }).click();
  const original = page.getByRole("switch", { name: "Show the original photo too" });
  await original.click();
  await expect(original).toBeChecked();
  const second = await linkOn(page);
  expect(second).not.toBe(first);
  const visitor = await newVisitor(browser);
  expect((await visitor.goto(first))?.status()).toBe(404);
  await visitor.goto(second);
  await expect(visitor.getByRole("img", { name: "The original photo" })).toBeVisible();
});

test("no member shares or revokes another's result @plain", async ({ page, product, browser, member }) => {
  const link = await share(page, product, member);
  const transformation = new URL(page.url()).searchParams.get("job") ?? "";
  const revoke = (await page.locator("form[action$='/revoke']").getAttribute("action")) ?? "";
  expect(revoke).toMatch(/^\/shares\/[0-9a-f-]{36}\/revoke$/);

  const other = await newVisitor(browser);
  for (const path of ["/shares", revoke]) {
    const answer = await post(other, product, path, { transformation });
    expect(answer.status()).toBe(302);
    expect(answer.headers()["location"]).toContain("/login");
  }
  await join(other, product, newAccount("Bayo Ade"));
  const attempts = [
    await post(other, product, "/shares", { transformation, original: "on" }),
    await post(other, product, "/shares", { transformation: "../../etc" }),
    await post(other, product, "/shares", {}),
    await post(other, product, revoke, {}),
    await post(other, product, "/shares/none/revoke", {}),
  ];
  expect(attempts.map((answer) => answer.status())).toEqual([404, 404, 404, 404, 404]);
  await other.goto(`${product.url}/shares`);
  await expect(other.getByText("Nothing is shared")).toBeVisible();
  expect((await other.goto(link))?.status()).toBe(200);
  await expect(other.getByRole("slider")).toHaveCount(0);
});

test("a report reaches support, who takes the picture down for good @plain", async ({
  page,
  product,
  browser,
  member,
}) => {
  const link = await share(page, product, member);
  const result = page.url();
  const visitor = await newVisitor(browser);
  await visitor.goto(link);
  await visitor.getByRole("link", { name: "Report this picture" }).click();
  await visitor.getByLabel("Anything else?").fill("That is me <b>at home</b>");
  await visitor.getByLabel("Your email").fill("no address");
  const [refused] = await Promise.all([
    visitor.waitForResponse((response) => response.request().method() === "POST"),
    visitor.getByRole("button", { name: "Send report" }).click(),
  ]);
  expect(refused.status()).toBe(422);
  await expect(visitor).toHaveTitle(/^Error: /);
  await expect(message(visitor)).toContainText("Choose a reason.");
  await expect(message(visitor)).toContainText("name@example.com");
  await expect(visitor.getByLabel("Anything else?")).toHaveValue("That is me <b>at home</b>");
  await expect(visitor.getByLabel("Your email")).toHaveValue("no address");
  await visitor.getByLabel("What is wrong?").selectOption("not-agreed");
  await visitor.getByLabel("Your email").fill("me@example.com");
  await visitor.getByRole("button", { name: "Send report" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Thank you for your report");

  const mail = await product.mailTo("support@photogem.example");
  expect(mail.subject).toBe("A shared picture was reported");
  for (const part of [link, "It shows me", "> That is me <b>at home</b>", "me@example.com"]) {
    expect(mail.text).toContain(part);
  }
  expect((await visitor.goto(link))?.status(), "it stays up until support decides").toBe(200);

  const command = /npm run shares:takedown (\S+)/.exec(mail.text);
  await product.kill();
  const printed = await product.command("bin/takedown-share.ts", command?.[1] ?? "");
  expect(printed).toBe("Taken down: 1 link to this picture.\n");
  await product.start();
  expect((await visitor.goto(link))?.status()).toBe(404);
  expect((await visitor.request.get(`${link}/640.webp`)).status()).toBe(404);
  await page.goto(`${product.url}/shares`);
  await expect(page.getByRole("listitem").filter({ hasText: "snapshot" })).toContainText("Taken down");
  await expect(page.getByRole("button", { name: /^Revoke/ })).toHaveCount(0);
  await page.goto(result);
  await expect(page.getByRole("main")).toContainText("It can no longer be shared.");
  await expect(page.getByRole("button", { name: "Share Link" })).toHaveCount(0);
  const transformation = new URL(result).searchParams.get("job") ?? "";
  expect((await post(page, product, "/shares", { transformation })).status()).toBe(303);
  await page.goto(`${product.url}/shares`);
  await expect(page.getByRole("status").getByText("Not shared")).toBeVisible();
  expect((await visitor.goto(link))?.status()).toBe(404);
});
