import { readFile } from "node:fs/promises";
import { type ClientRequest, request as send } from "node:http";
import type { Browser, Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { choosePhoto, expect, gems, join, newAccount, type Product, test } from "./product.ts";
import { cookieOf } from "./raw-request.ts";

/** Posts a step's form with fields that none of our pages would send. */
const post = (page: Page, url: string, form: Record<string, string>) =>
  page.request.post(url, { form, headers: { Origin: new URL(url).origin }, maxRedirects: 0 });

async function begun(page: Page, product: Product, tool: string) {
  await page.goto(`${product.url}${tool}`);
  await choosePhoto(page, (await photoFixtures()).portrait);
  await page.waitForURL("**?draft=*&step=*");
  return page.url();
}

test("a description of 10 000 characters shows an error and stays editable", async ({
  page,
  product,
  member: _member,
}) => {
  const url = await begun(page, product, "/transform");
  const long = "ẹ".repeat(10_000);
  const answer = await post(page, url, {
    background: "describe",
    backgroundText: long,
    asked: "background,backgroundText",
  });
  expect(answer.status()).toBe(422);
  const html = await answer.text();
  expect(html).toContain("Please use at most 500 characters.");
  expect(html).toContain(long);
  await page.goto(url);
  await expect(gems(page)).toHaveText("2");
});

test("unknown and contradictory options spend nothing", async ({ page, product, member: _member }) => {
  const art = await begun(page, product, "/pixel-art");
  const key = `${new URL(art).searchParams.get("draft")}.0`;
  for (const form of [
    { style: "photorealistic", intensity: "100" },
    { style: "comic", intensity: "1e2" },
    { style: "comic", intensity: "-10" },
    { style: "__proto__", intensity: "100" },
  ]) {
    const answer = await post(page, art, { ...form, key, asked: "style,intensity" });
    expect([form, answer.status()]).toEqual([form, 422]);
  }
  const studio = await begun(page, product, "/transform");
  const portrait = { background: "studio", attire: "formal", gender: "male", pose: "maintain", angle: "low" };
  const last = studio.replace("step=background", "step=camera-angle");
  const wrongPlace = await post(page, last, { ...portrait, template: "beach-sunset", key: "x" });
  // The redirect leads to the step with the error.
  expect([wrongPlace.status(), wrongPlace.headers()["location"]]).toEqual([
    302,
    expect.stringContaining("step=template"),
  ]);
  const back = await post(page, last, {
    ...portrait,
    template: "elegant-gray-studio",
    angle: "back",
    key: "x",
    asked: "angle",
  });
  expect(back.status()).toBe(422);
  await page.goto(`${product.url}/dashboard`);
  await expect(gems(page)).toHaveText("2");
});

test("another member's draft, photo and transformation return 404", async ({
  page,
  product,
  member: _member,
  browser,
}) => {
  const mine = await begun(page, product, "/background-engine");
  const context = await browser.newContext({ javaScriptEnabled: false });
  const stranger = await context.newPage();
  const account = newAccount();
  await join(stranger, product, account);
  const form = { mode: "remove", edges: "50", asked: "mode,edges", key: "x" };
  const answer = await post(stranger, mine, form);
  expect([answer.status(), answer.headers()["location"]]).toEqual([302, "/background-engine"]);
  const draft = new URL(mine).searchParams.get("draft") ?? "";
  const saved = await post(stranger, `${product.url}/api/drafts/${draft}`, { tool: "background-engine", mode: "blur" });
  expect(saved.status()).toBe(404);
  const photo = /\/images\/([0-9a-f-]{36})\//.exec(
    (await page.locator(".tool-photo img[srcset]").getAttribute("srcset")) ?? "",
  );
  const stolen = await post(stranger, `${product.url}/api/drafts/${crypto.randomUUID()}`, {
    tool: "background-engine",
    photo: photo?.[1] ?? "",
  });
  expect([photo?.[1]?.length, stolen.status()]).toEqual([36, 404]);

  await page.getByRole("radio", { name: /^Remove/ }).check();
  await page.getByRole("button", { name: /^Generate/ }).click();
  await page.waitForURL("**?job=*");
  const job = new URL(page.url()).searchParams.get("job") ?? "";
  expect((await stranger.request.get(page.url())).status()).toBe(404);
  expect((await stranger.request.get(`${product.url}/api/transformations/${job}`)).status()).toBe(404);
  await post(stranger, `${product.url}/background-engine/cancel`, { job });
  await post(stranger, `${product.url}/background-engine/again`, { job });
  await expect(page.getByText("Transformation complete!").first()).toBeVisible({ timeout: 120_000 });
  await expect(gems(page)).toHaveText("1");
  await context.close();
});

test("an oversized form is refused", async ({ page, product, member: _member }) => {
  const url = await begun(page, product, "/transform");
  const answer = await post(page, url, { background: "describe", backgroundText: "a".repeat(300_000) });
  expect(answer.status()).toBe(413);
});

/** Starts an upload of 9 MB that never finishes. */
function trickle({ url }: Product, cookie: string): ClientRequest {
  const upload = send(`${url}/api/images/upload`, {
    method: "POST",
    headers: {
      Cookie: cookie,
      Origin: url,
      "Content-Type": "multipart/form-data; boundary=b",
      "Content-Length": 9_000_000,
    },
  });
  upload.on("error", () => {});
  upload.write('--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n');
  return upload;
}

async function strangerCookie(browser: Browser, product: Product): Promise<string> {
  const page = await (await browser.newContext()).newPage();
  await join(page, product, newAccount());
  const cookie = await cookieOf(page);
  await page.context().close();
  return cookie;
}

test("trickling uploads from several accounts do not block another member", async ({
  page,
  product,
  member: _member,
  browser,
}) => {
  const trickles: ClientRequest[] = [];
  for (let account = 0; account < 4; account += 1) {
    const cookie = await strangerCookie(browser, product);
    for (let upload = 0; upload < 3; upload += 1) trickles.push(trickle(product, cookie));
  }
  const { portrait } = await photoFixtures();
  const image = { name: "portrait.jpg", mimeType: "image/jpeg", buffer: await readFile(portrait) };
  const post = () =>
    page.request.post(`${product.url}/api/images/upload`, { multipart: { image }, headers: { Origin: product.url } });
  await expect(async () => expect((await post()).status()).toBe(201)).toPass();
  for (const each of trickles) each.destroy();
});

test("an upload with an excessive stated length is refused unread", async ({ page, product, member: _member }) => {
  const cookie = await cookieOf(page);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const upload = send(`${product.url}/api/images/upload`, {
      method: "POST",
      headers: {
        Cookie: cookie,
        Origin: product.url,
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": 1_000_000_000,
      },
    });
    upload.on("response", ({ statusCode }) => {
      resolve(statusCode);
      upload.destroy();
    });
    upload.on("error", reject);
    upload.write("--b\r\n");
  });
  expect(status).toBe(413);
});
