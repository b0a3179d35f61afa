import { RouterContextProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { inlineStyleContext, securityHeaders, nonceContext } from "./security-headers.server.ts";
import { type Site, siteContext } from "./site.ts";

afterEach(() => vi.unstubAllEnvs());

async function answered(
  response: Response,
  { appUrl = "https://photogem.example", style = null as string | null } = {},
) {
  vi.stubEnv("PROD", true);
  const context = new RouterContextProvider();
  const contentSources = { images: [], formTargets: ["https://checkout.paystack.com"] };
  context.set(siteContext, { appUrl, contentSources } as unknown as Site);
  const url = new URL("/dashboard", appUrl);
  const args = { request: new Request(url), url, context, params: {}, pattern: "dashboard" };
  const answer = await securityHeaders(args, async () => {
    if (style) context.set(inlineStyleContext, style);
    return response;
  });
  if (!(answer instanceof Response)) throw new Error("no answer");
  return { headers: answer.headers, nonce: context.get(nonceContext), policy: policyOf(answer) };
}

const html = () => new Response("<p>", { headers: { "Content-Type": "text/html; charset=utf-8" } });
const policyOf = ({ headers }: Response) =>
  Object.fromEntries(
    (headers.get("Content-Security-Policy") ?? "").split("; ").map((rule) => rule.split(/ (.*)/s).slice(0, 2)),
  );

test("trusts only the page's nonce, forbids framing and foreign scripts", async () => {
  const { policy, nonce, headers } = await answered(html());
  expect(policy).toMatchObject({
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}' 'strict-dynamic'`,
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self' https://checkout.paystack.com",
  });
  expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
  expect(Buffer.from(nonce, "base64").length).toBe(16);
});

test("uses a new nonce for each response", async () => {
  expect((await answered(html())).nonce).not.toBe((await answered(html())).nonce);
});

test("trusts the one stylesheet of a page without React by its hash, without a nonce", async () => {
  const { policy, headers } = await answered(html(), { style: "'sha256-x'" });
  expect(policy).toMatchObject({ "style-src": "'sha256-x'", "script-src": "'self'" });
  expect(headers.get("Content-Security-Policy")).not.toContain("nonce-");
});

test("makes every response private, unframeable and unsniffable", async () => {
  const { headers } = await answered(Response.json({}));
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  });
});

test("omits HSTS on a local machine without https", async () => {
  const { headers } = await answered(html(), { appUrl: "http://localhost:3000" });
  expect(headers.has("Strict-Transport-Security")).toBe(false);
});
