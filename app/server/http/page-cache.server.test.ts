import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { samePathContext, visitorPages } from "./page-cache.server.ts";

const origin = "https://photogem.example";
const html = `<!DOCTYPE html><title>Photogem</title>${"<p>The same for every visitor.</p>".repeat(40)}`;

let pages: ReturnType<typeof visitorPages>;
let rendered: number;
beforeEach(() => {
  pages = visitorPages();
  rendered = 0;
});

interface Page {
  status?: number;
  headers?: Record<string, string>;
  /** The address at which every visitor gets the same page; null if the page differs. */
  samePath?: string | null;
}

async function ask(path: string, init: RequestInit = {}, { status = 200, headers = {}, samePath = "/" }: Page = {}) {
  const context = new RouterContextProvider();
  const url = new URL(path, origin);
  const args = { request: new Request(url, init), url, pattern: "/", params: {}, context };
  const response = await pages(args, () => {
    rendered++;
    context.set(samePathContext, samePath);
    const answer = new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
    return Promise.resolve(answer);
  });
  if (!response) throw new Error("the middleware gave no answer");
  return response;
}

/** Requests the page until the response comes from memory. */
async function keep() {
  await ask("/", {}, { headers: { "Content-Security-Policy": "default-src 'none'" } });
  await vi.waitFor(async () => {
    const before = rendered;
    await ask("/");
    expect(rendered).toBe(before);
  });
  rendered = 0;
}

test.each([
  ["br", (body: Buffer) => brotliDecompressSync(body).toString()],
  ["gzip", (body: Buffer) => gunzipSync(body).toString()],
  ["identity", (body: Buffer) => body.toString()],
])("renders a page that is the same for all visitors once, with its headers, as %s", async (encoding, unpack) => {
  await keep();
  const response = await ask("/", { headers: { "Accept-Encoding": encoding } });
  const body = Buffer.from(await response.arrayBuffer());
  expect(rendered).toBe(0);
  expect(unpack(body)).toBe(html);
  expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'");
  expect(response.headers.get("Content-Length")).toBe(String(body.length));
  expect(response.headers.get("Content-Encoding")).toBe(encoding === "identity" ? null : encoding);
});

test("caches one page per currency", async () => {
  await keep();
  const request = new Request(origin);
  expect(pages.cached(request, "NGN")).not.toBeNull();
  expect(pages.cached(request, "USD")).toBeNull();
});

test("answers HEAD with the page's headers and no body", async () => {
  await keep();
  const response = await ask("/", { method: "HEAD" });
  expect(rendered).toBe(0);
  expect(await response.text()).toBe("");
  expect(response.headers.get("Content-Length")).toBe(String(html.length));
});

test.each<[string, string, RequestInit]>([
  ["with a cookie", "/", { headers: { Cookie: "sb-auth=anything" } }],
  ["with a query", "/?next=/gallery", {}],
  ["that posts", "/", { method: "POST", body: "" }],
  ["for another address", "/terms", {}],
])("never answers a request %s from the cache", async (_, path, init) => {
  await keep();
  await ask(path, init);
  expect(rendered).toBe(1);
});

test.each<[string, string, RequestInit, Page]>([
  ["asked for with a cookie", "/", { headers: { Cookie: "flash=toast" } }, {}],
  ["asked for with a query", "/?currency=USD", {}, {}],
  ["posted to", "/", { method: "POST", body: "" }, {}],
  ["asked for without its body", "/", { method: "HEAD" }, {}],
  ["that is not declared the same for visitors, or shows a member or a toast", "/", {}, { samePath: null }],
  ["asked for by another spelling of its address", "/TERMS", {}, { samePath: "/terms" }],
  ["that failed", "/", {}, { status: 500 }],
  ["that is not there", "/", {}, { status: 404 }],
  ["that sets a cookie", "/", {}, { headers: { "Set-Cookie": "flash=; Max-Age=0" } }],
  ["that is no HTML", "/", {}, { headers: { "Content-Type": "application/json" } }],
])("does not cache a response %s", async (_, path, init, page) => {
  // Compresses at once, so that the cache is ready for the next request.
  pages = visitorPages((plain) => Promise.resolve({ br: plain, gzip: plain }));
  await ask(path, init, page);
  await new Promise((resolve) => setImmediate(resolve));
  await ask(new URL(path, origin).pathname);
  expect(rendered).toBe(2);
});
