import { randomUUID } from "node:crypto";
import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { createSupabaseIdentity } from "../../../app/adapters/hosted/supabase/supabase-identity.server.ts";
import type { Identity } from "../../../app/account/identity.ts";
import { openBrowser, type Browser } from "./browser.ts";
import { appUrl, openEmbeddedIdentity, type EmbeddedIdentityUnderTest } from "./embedded-identity.ts";

// A Supabase project with its legacy secret signs with HS256 and publishes no key, so every token check is a request to
// Supabase Auth.

const secret = new TextEncoder().encode("the project's legacy secret, long");
const email = `member-${randomUUID()}@example.com`;
const password = "correct horse 1";

let embedded: EmbeddedIdentityUnderTest;
let identity: Identity;
const asked: string[] = [];
beforeAll(async () => {
  embedded = await openEmbeddedIdentity(await openPgliteDatabase(null));
  const keys = { url: "http://identity.internal", publishableKey: "embedded", adminKey: "the admin key" };
  identity = createSupabaseIdentity({
    ...keys,
    appUrl,
    secureCookies: false,
    fetch: signingSymmetrically(embedded.fetch),
  });
});
afterAll(() => embedded?.close());

const member = (browser: Browser) => browser.visit((session) => session.member());
const signedIn = async () => {
  const browser = openBrowser(identity);
  await browser.visit((session) => session.signIn({ email, password }));
  return browser;
};

describe("a project that signs with a secret", () => {
  test("confirms, signs in and reads the member by asking Supabase Auth", async () => {
    const browser = openBrowser(identity);
    await browser.visit((session) => session.signUp({ fullName: "Ada Obi", email, password }));
    const tokenHash = await embedded.mailedToken("confirmation", email);
    await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
    expect(algorithmOf(browser)).toBe("HS256");
    asked.length = 0;
    expect(await member(browser)).toMatchObject({ email });
    expect(asked).toContain("GET /auth/v1/user");
    expect(await member(await signedIn())).toMatchObject({ email });
  });

  test("refreshes an expiring session", async () => {
    const browser = await signedIn();
    browser.pretendExpiryIn(60);
    asked.length = 0;
    expect(await member(browser)).toMatchObject({ email });
    expect(asked).toContain("POST /auth/v1/token?grant_type=refresh_token");
    expect(await member(browser)).toMatchObject({ email });
  });

  test.each([
    ["signed with another secret", "HS256", "a guess at the project's secret"],
    ["signed with the publishable key", "HS256", "embedded"],
    ["not signed", "none", ""],
  ])("has no member for a token that is %s", async (_case, algorithm, key) => {
    const browser = await signedIn();
    const { claims } = tokenOf(browser);
    const forged = await forge({ ...claims, email: "owner@photogem.example" }, algorithm, key);
    putToken(browser, forged);
    expect(await member(browser)).toBeNull();
    expect(await browser.visit((session) => session.provenMember())).toBeNull();
  });

  test("signs out with a symmetric key", async () => {
    const browser = await signedIn();
    const stolen = browser.copy();
    await browser.visit((session) => session.signOut());
    expect(await member(browser)).toBeNull();
    expect(await member(stolen)).toBeNull();
  });
});

/** Issues and accepts HS256 tokens instead of the server's own, and publishes no key. */
function signingSymmetrically(server: typeof fetch): typeof fetch {
  const originals = new Map<string, string>();
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    asked.push(`${request.method} ${pathname}${search}`);
    if (pathname.endsWith("/jwks.json")) return Response.json({ keys: [] });
    const headers = new Headers(request.headers);
    const bearer = headers.get("authorization")?.replace("Bearer ", "") ?? "";
    if (bearer.split(".").length === 3) {
      const genuine = await jwtVerify(bearer, secret, { algorithms: ["HS256"] }).catch(() => null);
      headers.set("authorization", `Bearer ${(genuine && originals.get(bearer)) ?? "none.of.ours"}`);
    }
    const body = request.body ? await request.text() : null;
    const answer = await server(request.url, { method: request.method, headers, body });
    if (!answer.ok || answer.status === 204) return answer;
    const given: { access_token?: string } = await answer.json();
    if (!given.access_token) return Response.json(given);
    const token = await new SignJWT(decodeJwt(given.access_token)).setProtectedHeader({ alg: "HS256" }).sign(secret);
    originals.set(token, given.access_token);
    return Response.json({ ...given, access_token: token });
  };
}

async function forge(claims: Record<string, unknown>, algorithm: string, key: string): Promise<string> {
  if (algorithm !== "none") {
    return new SignJWT(claims).setProtectedHeader({ alg: algorithm }).sign(new TextEncoder().encode(key));
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part(claims)}.`;
}

const cookiePrefix = "photogem-session=base64-";
const sessionOf = (browser: Browser): { access_token: string } =>
  JSON.parse(Buffer.from(browser.cookieHeader().replace(cookiePrefix, ""), "base64url").toString());

function tokenOf(browser: Browser) {
  return { claims: decodeJwt(sessionOf(browser).access_token) };
}

function algorithmOf(browser: Browser): string {
  const [header = ""] = sessionOf(browser).access_token.split(".");
  return JSON.parse(Buffer.from(header, "base64url").toString()).alg;
}

function putToken(browser: Browser, token: string) {
  const session = JSON.stringify({ ...sessionOf(browser), access_token: token });
  browser.setCookie("photogem-session", `base64-${Buffer.from(session).toString("base64url")}`);
}
