import { expect, test } from "vitest";
import { crossSiteRefusal } from "./same-origin.server.ts";

const appUrl = "https://photogem.example";
const post = (path: string, headers: Record<string, string>) => new Request(appUrl + path, { method: "POST", headers });

test.each([
  ["our own page, by a browser that says so", { "Sec-Fetch-Site": "same-origin" }],
  ["our own page, by an older browser", { Origin: appUrl }],
])("accepts a form from %s", (_, headers) => {
  expect(crossSiteRefusal(post("/surprise-me/start", headers), appUrl)).toBeNull();
});

test.each([
  ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
  ["a sibling subdomain", { "Sec-Fetch-Site": "same-site", Origin: "https://blog.photogem.example" }],
  ["the address bar", { "Sec-Fetch-Site": "none" }],
  ["another origin, by an older browser", { Origin: "https://evil.example" }],
  ["the same host without encryption", { Origin: "http://photogem.example" }],
  ["a sandboxed frame", { Origin: "null" }],
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

test("accepts cross-site posts only for the signed webhook", () => {
  expect(crossSiteRefusal(post("/api/paystack/webhook", {}), appUrl)).toBeNull();
  expect(crossSiteRefusal(post("/api/paystack/webhook/more", {}), appUrl)?.status).toBe(403);
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
