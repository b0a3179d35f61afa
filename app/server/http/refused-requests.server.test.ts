import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { allowedHostNames, crossSiteRefusal, refuseProxied, rejectRequest } from "./refused-requests.server.ts";
import { nextOf, safePath, withNext } from "./next-path.ts";

const server = createServer((request, response) => {
  if (!rejectRequest(request, response, allowedHostNames("https://photogem.example"))) response.end("served");
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

function answer(method: string, path: string, host = "localhost:3000"): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    send({ port, method, path, headers: { host, connection: "close" } }, (response) => resolve(response.resume()))
      .on("error", reject)
      .end();
  });
}

test.each(["GET", "HEAD", "POST"])("serves %s", async (method) => {
  expect((await answer(method, "/")).statusCode).toBe(200);
});

test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])(
  "answers %s with 405 and the allowed methods",
  async (method) => {
    const { statusCode, headers } = await answer(method, "/logout");
    expect([statusCode, headers.allow]).toEqual([405, "GET, HEAD, POST"]);
  },
);

test("serves DELETE only for a picture's identifier", async () => {
  expect((await answer("DELETE", "/api/images/0f8fad5b%2Fname")).statusCode).toBe(200);
  expect((await answer("DELETE", "/api/imagesX")).statusCode).toBe(405);
  expect((await answer("DELETE", "/gallery")).statusCode).toBe(405);
});

test.each(["*", "http://other.example/"])("answers the malformed path %s with 400", async (path) => {
  expect((await answer("GET", path)).statusCode).toBe(400);
});

test("refuses a foreign Host where embedded services run", async () => {
  expect((await answer("GET", "/mailbox", "evil.example:3000")).statusCode).toBe(421);
  expect((await answer("GET", "/mailbox", "photogem.example")).statusCode).toBe(200);
  expect((await answer("GET", "/mailbox", "127.0.0.1:3000")).statusCode).toBe(200);
});

const appUrl = "https://photogem.example";
const post = (path: string, headers: Record<string, string>) => new Request(appUrl + path, { method: "POST", headers });

test.each([
  ["our own page, by a browser that says so", { "Sec-Fetch-Site": "same-origin" }],
  ["our own page, by an older browser", { Origin: appUrl }],
  ["our own page, by a text browser", { Referer: `${appUrl}/register` }],
])("accepts a form from %s", (_, headers) => {
  expect(crossSiteRefusal(post("/surprise-me/start", headers), appUrl)).toBeNull();
});

test.each([
  ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
  ["a sibling subdomain", { "Sec-Fetch-Site": "same-site", Origin: "https://blog.photogem.example" }],
  ["the address bar", { "Sec-Fetch-Site": "none" }],
  ["another origin, by an older browser", { Origin: "https://evil.example" }],
  ["the same host without encryption", { Origin: "http://photogem.example" }],
  ["a sandboxed frame", { Origin: "null", Referer: `${appUrl}/register` }],
  ["another site, by a text browser", { Referer: "https://photogem.example.evil.example/register" }],
  ["an unreadable Referer", { Referer: "/register" }],
  ["nowhere", {}],
  ["another site that claims our origin", { "Sec-Fetch-Site": "cross-site", Origin: appUrl }],
])("refuses a form from %s with 403, on pages and resource routes alike", (_, headers) => {
  for (const path of ["/surprise-me/start", "/logout", "/api/images/upload"]) {
    expect(crossSiteRefusal(post(path, headers), appUrl)?.status).toBe(403);
  }
});

test("accepts reading requests from any site", () => {
  const request = new Request(`${appUrl}/`, { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(crossSiteRefusal(request, appUrl)).toBeNull();
});

test("accepts cross-site posts only for the signed webhook and for signed links in emails", () => {
  expect(crossSiteRefusal(post("/api/paystack/webhook", {}), appUrl)).toBeNull();
  expect(crossSiteRefusal(post("/unsubscribe?token=signed", {}), appUrl)).toBeNull();
  expect(crossSiteRefusal(post("/unsubscribe?token=signed", { Origin: appUrl }), appUrl)).toBeNull();
  expect(crossSiteRefusal(post("/api/paystack/webhook/more", {}), appUrl)?.status).toBe(403);
});

test.each(["https://evil.example", "null"])("refuses a page of %s that posts a signed link", (origin) => {
  const byPage = post("/unsubscribe?token=signed", { Origin: origin, "Sec-Fetch-Site": "cross-site" });
  expect(crossSiteRefusal(byPage, appUrl)?.status).toBe(403);
  expect(crossSiteRefusal(post("/unsubscribe?token=signed", { Origin: origin }), appUrl)?.status).toBe(403);
});

test("accepts a post without a page only for the share target", () => {
  expect(crossSiteRefusal(post("/share-photo", { "Sec-Fetch-Site": "none" }), appUrl)).toBeNull();
  expect(crossSiteRefusal(post("/share-photo", { "Sec-Fetch-Site": "same-origin" }), appUrl)).toBeNull();
  for (const headers of [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "null" },
    {},
  ]) {
    expect(crossSiteRefusal(post("/share-photo", headers as Record<string, string>), appUrl)?.status).toBe(403);
  }
  for (const path of ["/share-photo/", "/share-photo/more", "/SHARE-PHOTO"]) {
    expect(crossSiteRefusal(post(path, { "Sec-Fetch-Site": "none" }), appUrl)?.status).toBe(403);
  }
});

const request = (headers: Record<string, string>) => new Request("http://localhost:3000/mailbox", { headers });

test.each(["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "Via"])(
  "refuses a request with the proxy header %s with 403",
  (name) => {
    expect(() => refuseProxied(request({ [name]: "203.0.113.5" }), false)).toThrow(
      expect.objectContaining({ status: 403 }),
    );
  },
);

test("serves a proxied request where embedded services may be public", () => {
  expect(() => refuseProxied(request({ Via: "1.1 proxy" }), true)).not.toThrow();
});

test("serves a direct request", () => {
  expect(() => refuseProxied(request({ "User-Agent": "browser" }), false)).not.toThrow();
});

describe("safePath", () => {
  it.each(["/", "/dashboard", "/transform?draft=1&step=background", "/settings#history", "/a%20b", "/é"])(
    "follows a path on this origin: %s",
    (path) => {
      const followed = new URL(safePath(path, "/fallback"), "http://own.example");
      expect(followed.href).toBe(new URL(path, "http://own.example").href);
    },
  );

  it.each([
    ["another origin", "https://evil.example/"],
    ["a scheme-relative address", "//evil.example"],
    ["three slashes", "///evil.example"],
    ["a backslash read as a slash", "/\\evil.example"],
    ["two backslashes", "\\\\evil.example"],
    ["a backslash further on", "/a\\..\\..\\evil.example"],
    ["a tab browsers strip", "/\t/evil.example"],
    ["a line break browsers strip", "/\n/evil.example"],
    ["a carriage return", "/\r/evil.example"],
    ["a header split in two", "/dashboard\r\nSet-Cookie: a=b"],
    ["a null character", "/\u0000/evil.example"],
    ["a delete character", "/\u007f"],
    ["a leading space", " //evil.example"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a relative path", "dashboard"],
    ["an address without a path", "evil.example"],
    ["credentials", "@evil.example"],
    ["nothing", ""],
    ["an absent value", null],
    ["an undefined value", undefined],
    ["a path no page has", `/${"a".repeat(2000)}`],
  ])("returns the fallback for %s", (_, path) => {
    expect(safePath(path, "/fallback")).toBe("/fallback");
  });

  it.each(["/..//evil.example", "/.//evil.example", "/a/../..//evil.example", "/%2e%2e//evil.example"])(
    "never leaves the site through dots: %s",
    (path) => {
      const target = new URL(safePath(path, "/fallback"), "http://own.example");
      expect(target.origin).toBe("http://own.example");
    },
  );

  it("preserves escaped slashes", () => {
    expect(safePath("/%2f%2fevil.example", "/fallback")).toBe("/%2f%2fevil.example");
  });

  it("rejects a file", () => {
    expect(safePath(new File([], "/dashboard"), "/fallback")).toBe("/fallback");
  });
});

test("carries the page that sent the member for gems through the payment and back", () => {
  const left = "/transform?draft=1b4e28ba-2fa1-4d3b-883f-0016d3cca427&step=camera-angle";
  const away = withNext("/buy-coins/return?cancelled=1", nextOf(left));
  expect(new URL(away, "http://own.example").searchParams.get("next")).toBe(left);
});

test.each(["https://evil.example/", "//evil.example", "", null])("drops a foreign address: %s", (next) => {
  expect(withNext("/buy-coins", nextOf(next))).toBe("/buy-coins");
});
