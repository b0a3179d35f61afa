import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expect, gems, join, newAccount, type Product, test } from "./product.ts";

const imageRoute = "/api/generate-image-gemini";
const artRoute = "/api/generate-pixel-art";

interface Call {
  fields?: Record<string, string>;
  file?: string | null;
  headers?: Record<string, string>;
}

/** Sends a call like another program of the member: with the session, as multipart. */
async function call(page: Page, product: Product, route: string, { fields = {}, file, headers = {} }: Call) {
  const path = file === undefined ? (await photoFixtures()).portrait : file;
  const image = path && { name: path.split("/").at(-1) ?? "", mimeType: "image/jpeg", buffer: await readFile(path) };
  const answer = await page.request.post(product.url + route, {
    headers: { Origin: product.url, ...headers },
    multipart: { ...fields, ...(image ? { image } : {}) },
    timeout: 80_000,
  });
  return { status: answer.status(), body: (await answer.json()) as Record<string, unknown>, headers: answer.headers() };
}

/** Returns the member's own id, which calls with their photos must name. */
async function ownId(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  const values = cookies.map(({ value }) => decodeURIComponent(value)).filter((value) => value.startsWith("base64-"));
  const session = Buffer.from((values[0] ?? "").replace("base64-", ""), "base64url").toString();
  const id = /"id":"([0-9a-f-]{36})"/.exec(session)?.[1] ?? /"sub":"([0-9a-f-]{36})"/.exec(payloadIn(session))?.[1];
  if (!id) throw new Error("no session cookie");
  return id;
}

/** The claims of the access token in a session. */
const payloadIn = (session: string) =>
  Buffer.from(/"access_token":"[^."]+\.([^."]+)/.exec(session)?.[1] ?? "", "base64url").toString();

const art = { transformationType: "ai-art-style", artStyle: "sketch", intensity: "80", prompt: "" };

test("a photo and a prompt become a picture, and a repeated key returns the same job", async ({
  page,
  product,
  member: _member,
}) => {
  const userId = await ownId(page);
  const headers = { "Idempotency-Key": randomUUID() };
  const first = await call(page, product, imageRoute, { fields: { userId, prompt: "warmer" }, headers });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ images: [{ enhanced_url: expect.stringMatching(/^\/images\/[0-9a-f-]{36}\/full$/) }] });
  const again = await call(page, product, imageRoute, { fields: { userId, prompt: "warmer" }, headers });
  expect(again).toMatchObject({ status: 200, body: first.body });
  const other = await call(page, product, artRoute, { fields: { ...art, userId }, headers });
  expect([other.status, other.body["error"]]).toEqual([422, "The Idempotency-Key was used for another request"]);
  const stranger = await call(page, product, imageRoute, {
    fields: { userId: randomUUID(), prompt: "warmer" },
    headers,
  });
  expect(stranger.status).toBe(403);
  const picture = await page.request.get(
    product.url + (first.body["images"] as { enhanced_url: string }[])[0]?.enhanced_url,
  );
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
  await page.goto(`${product.url}/gallery`);
  await expect(gems(page)).toHaveText("1");
});

test("the art and background tools' fields produce the same as their pages", async ({
  page,
  product,
  member: _member,
}) => {
  const userId = await ownId(page);
  expect((await call(page, product, artRoute, { fields: { ...art, userId } })).status).toBe(200);
  const background = {
    transformationType: "background-engine",
    backgroundMode: "replace",
    edgeSmoothness: "50",
    replaceOption: "studio-backdrop",
    selectedStudioBackdrop: "custom",
    customStudioColor: "#224466",
    prompt: "",
    userId,
  };
  expect((await call(page, product, artRoute, { fields: background })).status).toBe(200);
  await page.goto(`${product.url}/gallery`);
  await expect(page.getByText("portrait - Sketch (80%)").first()).toBeVisible();
  await expect(page.getByText("portrait - Studio: Custom").first()).toBeVisible();
  await expect(gems(page)).toHaveText("0");
  const third = await call(page, product, artRoute, { fields: { ...art, userId } });
  expect([third.status, third.body["error"]]).toEqual([402, "You need at least 1 gem to transform a photo."]);
});

test("an invalid call is answered with its status and costs nothing", async ({
  page,
  product,
  member: _member,
  browser,
}) => {
  const files = await photoFixtures();
  const userId = await ownId(page);
  const visitor = await browser.newPage();
  expect(await call(visitor, product, imageRoute, { fields: { userId, prompt: "" } })).toMatchObject({
    status: 401,
    body: { error: "User authentication required" },
  });
  await visitor.close();
  const cases: [number, string, Call][] = [
    [403, imageRoute, { fields: { userId: randomUUID(), prompt: "" } }],
    [403, imageRoute, { fields: { prompt: "" } }],
    [403, imageRoute, { fields: { userId, prompt: "" }, headers: { Origin: "https://evil.example" } }],
    [400, imageRoute, { fields: { userId, prompt: "" }, file: null }],
    [400, imageRoute, { fields: { userId, prompt: "" }, headers: { "Idempotency-Key": "short" } }],
    [413, imageRoute, { fields: { userId, prompt: "" }, file: files.elevenMegabytes }],
    [415, imageRoute, { fields: { userId, prompt: "" }, file: files.textNamedJpg }],
    [422, imageRoute, { fields: { userId, prompt: "" }, file: files.truncatedJpeg }],
    [422, imageRoute, { fields: { userId, prompt: "a".repeat(501) } }],
    [422, imageRoute, { fields: { userId, prompt: "", artStyle: "comic" } }],
    [422, artRoute, { fields: { userId } }],
    [422, artRoute, { fields: { ...art, userId, artStyle: "ghibli" } }],
    [422, artRoute, { fields: { ...art, userId, intensity: "55" } }],
    [
      422,
      artRoute,
      { fields: { userId, transformationType: "background-engine", backgroundMode: "remove", artStyle: "comic" } },
    ],
    [
      422,
      artRoute,
      {
        fields: { userId, transformationType: "background-engine", backgroundMode: "replace", replaceOption: "upload" },
      },
    ],
  ];
  for (const [status, route, wrong] of cases) {
    const answer = await call(page, product, route, wrong);
    expect([wrong, answer.status]).toEqual([wrong, status]);
    expect(answer.body["error"]).toEqual(expect.any(String));
  }
  const get = await page.request.get(product.url + artRoute);
  expect([get.status(), get.headers()["allow"]]).toEqual([405, "POST"]);
  await page.goto(`${product.url}/gallery`);
  await expect(gems(page)).toHaveText("2");
});

test("a foreign key gives no access to a member's picture", async ({ page, product, member: _member, browser }) => {
  const headers = { "Idempotency-Key": "the-very-same-key" };
  const mine = await call(page, product, imageRoute, { fields: { userId: await ownId(page), prompt: "" }, headers });
  const stranger = await browser.newPage();
  const account = newAccount();
  await join(stranger, product, account);
  const theirs = await call(stranger, product, imageRoute, {
    fields: { userId: await ownId(stranger), prompt: "" },
    headers,
  });
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  expect(theirs.body).not.toEqual(mine.body);
  await stranger.close();
});

test("an upload through the API is stored once under its key", async ({ page, product, member: _member }) => {
  const headers = { "Idempotency-Key": randomUUID() };
  const [first, second] = [
    await call(page, product, "/api/images/upload", { headers }),
    await call(page, product, "/api/images/upload", { headers }),
  ];
  expect(first).toMatchObject({
    status: 201,
    body: { url: expect.stringMatching(/^\/images\//), publicId: expect.stringMatching(/^[0-9a-f-]{36}\/portrait$/) },
  });
  expect(second.body).toEqual(first.body);
});
