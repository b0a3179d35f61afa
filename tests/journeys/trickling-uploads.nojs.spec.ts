import { readFile } from "node:fs/promises";
import { request as send, type ClientRequest } from "node:http";
import type { Browser } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expect, join, newAccount, test, type Product } from "./product.ts";
import { cookieOf } from "./raw-request.ts";

/** An upload of 9 MB that never comes. */
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
