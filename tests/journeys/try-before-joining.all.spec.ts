import { request } from "@playwright/test";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expectStructure } from "./expect-structure.ts";
import { expect, gems, linkIn, newAccount, type Product, test } from "./product.ts";
import type { Account } from "./product.ts";
import type { Page } from "@playwright/test";

async function createAccount(page: Page, { fullName, email, password }: Account) {
  await page.waitForURL("**/register?next=**");
  await expect(page.getByText("Your photo is waiting")).toBeVisible();
  await page.getByLabel("Full Name").fill(fullName);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/verify-email");
}

const expectDelivered = async (page: Page, path: string) => {
  await page.waitForURL(`**${path}?job=*`);
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  await expect(gems(page)).toHaveText("1");
};

test("a visitor tries a photo from the landing page, joins in the same browser and has the chosen style @scripted", async ({
  page,
  product,
}) => {
  const { cameraJpeg } = await photoFixtures();
  await page.goto(`${product.url}/`);
  expect(await page.context().cookies()).toEqual([]);
  const sent = page.waitForRequest((asked) => asked.method() === "POST");
  await page.getByRole("main").getByLabel("Try it with your photo").setInputFiles(cameraJpeg);
  // The device has shrunk the photo, from over 4 MB.
  expect((await sent).headers()["content-type"]).toContain("multipart/form-data");
  expect(Number((await (await sent).allHeaders())["content-length"])).toBeLessThan(700_000);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your photo, enhanced", { timeout: 120_000 });
  expect(await page.context().cookies()).toEqual([
    expect.objectContaining({ name: "photogem-try", httpOnly: true, sameSite: "Lax" }),
  ]);
  await expectAccessible(page);
  await expectStructure(page.getByRole("main"), "tried-photo");
  await page.getByRole("radio", { name: "Sketch" }).check();
  await page.getByRole("button", { name: "Keep it in full size" }).click();
  const account = newAccount();
  await createAccount(page, account);
  await page.goto(linkIn((await product.mailTo(account.email)).text));
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await page.waitForURL("**/pixel-art?draft=*&step=style");
  await expect(page.getByRole("radio", { name: /Sketch/ })).toBeChecked();
  await expect(gems(page)).toHaveText("2");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expectDelivered(page, "/pixel-art");
});

test("without scripts a visitor tries a photo, and the link of the email brings it to another browser @plain", async ({
  page,
  product,
  browser,
}) => {
  const { snapshot } = await photoFixtures();
  await page.goto(`${product.url}/mobile`);
  await page.getByLabel("Try it with your photo").setInputFiles(snapshot);
  await page.getByRole("button", { name: "See it enhanced" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your photo, enhanced", { timeout: 120_000 });
  await expectHeld(page, product);
  await page.getByRole("button", { name: "Keep it in full size" }).click();
  const account = newAccount();
  await createAccount(page, account);
  const { text } = await product.mailTo(account.email);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "photogem-try");
  expect(cookie).toBeDefined();
  expect(text).not.toContain(cookie?.value ?? "");
  const elsewhere = await browser.newContext({ javaScriptEnabled: false });
  try {
    const other = await elsewhere.newPage();
    await other.goto(linkIn(text));
    await other.getByLabel("Password", { exact: true }).fill(account.password);
    await other.getByRole("button", { name: "Confirm my email address" }).click();
    await other.waitForURL("**/surprise-me?draft=*&step=enhance");
    await other.getByRole("button", { name: /Surprise Me/ }).click();
    await expectDelivered(other, "/surprise-me");
  } finally {
    await elsewhere.close();
  }
  // The first browser's cookie no longer opens anything.
  expect((await page.request.get(`${product.url}/try/after`)).status()).toBe(404);
});

/** Expects only two pictures of 480 px and tiles of 240, for the cookie's holder alone. */
async function expectHeld(page: Page, { url }: Product) {
  const get = (path: string) => page.request.get(url + path, { maxRedirects: 0 });
  for (const [picture, most] of [
    ["before", 480],
    ["after", 480],
    ["look-natural", 240],
  ] as const) {
    const answer = await get(`/try/${picture}`);
    expect(answer.headers()["cache-control"]).toContain("private");
    const { width = 0, height = 0 } = await sharp(await answer.body()).metadata();
    expect(Math.max(width, height), picture).toBe(most);
  }
  const id = /"([0-9a-f-]{36})-/.exec((await get("/try/after")).headers()["etag"] ?? "")?.[1] ?? "";
  expect(id).toHaveLength(36);
  const originals = [
    "/try/full",
    "/try/original",
    "/try/1920.webp",
    `/try/${id}`,
    "/try/..%2f..%2fimages",
    "/try/scene-home-library",
  ];
  for (const path of originals) expect((await get(path)).status(), path).toBe(404);
  expect((await get(`/images/${id}/full`)).status()).toBe(401);
  const stranger = await request.newContext({ extraHTTPHeaders: { Origin: url } });
  const [{ value = "" } = {}] = (await page.context().cookies()).filter(({ name }) => name === "photogem-try");
  const [payload, signature = ""] = value.split(".");
  for (const forged of [
    "",
    payload,
    `${payload}.${signature.slice(1)}A`,
    `${Buffer.from(JSON.stringify(id)).toString("base64")}.${signature}`,
  ]) {
    const headers = { Cookie: `photogem-try=${forged}` };
    expect((await stranger.get(`${url}/try/before`, { headers })).status()).toBe(404);
    await stranger.post(`${url}/try`, { headers, form: { intent: "delete" } });
  }
  await stranger.dispose();
  expect((await get("/try/before")).status()).toBe(200);
}

test("photos of visitors are limited by kind, size and network, and deleted on request @plain", async ({
  page,
  product,
}) => {
  const files = await photoFixtures();
  const visitor = await request.newContext({ extraHTTPHeaders: { Origin: product.url } });
  const post = async (file: string) =>
    visitor.post(`${product.url}/try`, {
      multipart: { image: { name: "../../photo.jpg", mimeType: "image/jpeg", buffer: await readFile(file) } },
      maxRedirects: 0,
    });
  expect((await post(files.elevenMegabytes)).status()).toBe(413);
  expect((await post(files.textNamedJpg)).status()).toBe(415);
  expect((await post(files.hugePng)).status()).toBe(422);
  expect((await visitor.get(`${product.url}/try/before`)).status()).toBe(404);
  expect(
    (await visitor.post(`${product.url}/try`, { form: { intent: "keep" }, maxRedirects: 0 })).headers()["location"],
  ).toBe("/try");
  let [tooMany, taken] = [await post(files.png), 0];
  for (; tooMany.status() === 303 && taken <= 27; taken += 1) tooMany = await post(files.png);
  expect(taken).toBeLessThanOrEqual(27);
  expect(tooMany.status()).toBe(429);
  expect(await tooMany.text()).toContain("Please join to continue");
  await visitor.dispose();

  await product.admitMember();
  await page.goto(`${product.url}/try`);
  await page.getByLabel("Choose a photo").setInputFiles(files.png);
  await page.getByRole("button", { name: "See it enhanced" }).click();
  await page.getByRole("button", { name: "Delete it now" }).click({ timeout: 60_000 });
  await expect(page.getByText("Your photo is deleted.")).toBeVisible();
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: "photogem-try" }));
  expect((await page.request.get(`${product.url}/try/before`)).status()).toBe(404);
});
