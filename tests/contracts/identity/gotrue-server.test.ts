import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTakenMail } from "../../servers/smtp/smtp-server.ts";
import { openBrowser } from "./browser.ts";
import { type GotrueIdentityUnderTest, openGotrueIdentity } from "./hosted-identity.ts";
import { testServerUrl } from "./embedded-identity.ts";

// Tests gateway, limits, mails and outages of Supabase Auth, which the embedded identity lacks.

const password = "correct horse 1";
const newAddress = () => `member-${randomUUID()}@example.com`;

describe.skipIf(!testServerUrl)("Supabase Auth's protocol", () => {
  let under: GotrueIdentityUnderTest;
  beforeAll(async () => void (under = await openGotrueIdentity(testServerUrl ?? "")));
  afterAll(() => under?.close());

  const from = (clientAddress: string | null) => {
    const request = new Request("http://localhost:3000/");
    return under.identity.session(request, new Headers(), clientAddress ? { clientAddress } : {});
  };
  const signUp = (email: string) => from("203.0.113.7").signUp({ fullName: "Ada Obi", email, password });
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${under.gotrue.url}${path}`, { headers });

  test("refuses requests without the project's key and publishes its signing key", async () => {
    const { publishableKey, url } = under.gotrue;
    const without = await ask("/auth/v1/health");
    expect([without.status, await without.json()]).toMatchObject([401, { message: "No API key found in request" }]);
    const wrong = await ask("/auth/v1/health", { apikey: "sb_publishable_guessed" });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { message: "Invalid API key" }]);
    expect(await (await ask("/auth/v1/health", { apikey: publishableKey })).json()).toMatchObject({ name: "GoTrue" });
    expect(await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json()).toMatchObject({
      keys: [{ kty: "EC", alg: "ES256" }],
    });
  });

  test("mails the project's template and reports a known address to the product instead", async () => {
    const email = newAddress();
    await signUp(email);
    const [mail] = under.smtp.mails.filter(({ to }) => to.includes(email)).map(readTakenMail);
    expect(mail).toMatchObject({ subject: "Confirm your email address" });
    expect(mail?.text).toContain("http://localhost:3000/auth/confirm?token_hash=");
    const tokenHash = await under.mailedToken("confirmation", email);
    expect(await from(null).verifyLink({ tokenHash, type: "email" })).toMatchObject({ ok: true });
    under.known.length = 0;
    expect(await signUp(email)).toMatchObject({ ok: true });
    expect(under.known).toEqual([email]);
    expect(under.smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });

  test("accepts the client's address only with the secret key", async () => {
    await signUp(newAddress());
    expect(under.gotrue.requests.at(-1)).toMatchObject({ clientAddress: "203.0.113.7", key: "secret" });
    const { publishableKey } = under.gotrue;
    await ask("/auth/v1/health", { apikey: publishableKey, "Sb-Forwarded-For": "203.0.113.8" });
    expect(under.gotrue.requests.at(-1)).toMatchObject({ key: "publishable" });
    expect(under.gotrue.requests.at(-1)?.clientAddress).not.toBe("203.0.113.8");
  });

  test.each([
    ["refuses", { how: "refuse", status: 503 }],
    ["answers with a proxy's page", { how: "answer nonsense" }],
    ["hangs up", { how: "hang up" }],
    ["refuses our key", { how: "refuse", status: 401, body: '{"message":"Invalid API key"}' }],
    ["is a paused project", { how: "refuse", status: 540, body: '{"message":"project paused"}' }],
  ] as const)("reports an outage, not a wrong password, when it %s", async (_name, fault) => {
    under.gotrue.fail(fault, "/token", 1);
    const answer = await from(null).signIn({ email: newAddress(), password });
    expect(answer).toMatchObject({ ok: false, problem: "unavailable" });
  });

  test.each([
    [
      "limits the requests of an address",
      429,
      '{"code":"over_request_rate_limit","message":"Request rate limit reached"}',
    ],
    ["was asked twice at once", 409, '{"code":"conflict","message":"Too many concurrent token refresh requests"}'],
    ["has a gateway that refuses our key", 401, '{"message":"Invalid API key","hint":"Double check your API key."}'],
    ["is a paused project", 540, '{"message":"project paused"}'],
    ["stands behind a firewall's page", 403, "<html>Forbidden</html>"],
  ])("keeps every session when it %s, and resumes when identity answers", async (_name, status, body) => {
    const email = newAddress();
    const browser = openBrowser(under.identity);
    await browser.visit((session) => session.signUp({ fullName: "Ada Obi", email, password }));
    const tokenHash = await under.mailedToken("confirmation", email);
    await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
    const headers = { "X-Supabase-Api-Version": "2024-01-01" };
    const ask = (kind: "member" | "provenMember") =>
      browser.visit(async (session) => [await session[kind](), session.lost()]);
    under.gotrue.fail({ how: "refuse", status, body, headers }, "/user");
    expect(await ask("provenMember")).toEqual([null, "unreachable"]);
    browser.pretendExpiryIn(-60);
    under.gotrue.fail({ how: "refuse", status, body, headers }, "/token");
    expect(await ask("member")).toEqual([null, "unreachable"]);
    expect(await ask("provenMember")).toEqual([null, "unreachable"]);
    expect(browser.cookieNames()).toEqual(["photogem-session"]);
    under.gotrue.fail(null);
    expect(await ask("provenMember")).toEqual([expect.objectContaining({ email }), null]);
  });

  test("ends a deleted member's session at the next request", async () => {
    const email = newAddress();
    const browser = openBrowser(under.identity);
    await browser.visit((session) => session.signUp({ fullName: "Ada Obi", email, password }));
    const tokenHash = await under.mailedToken("confirmation", email);
    await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
    const id = (await browser.visit((session) => session.member()))?.id ?? "";
    const { url, secretKey } = under.gotrue;
    const byOperator = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
    await fetch(`${url}/auth/v1/admin/users/${id}`, { method: "DELETE", headers: byOperator });
    const refreshing = browser.copy();
    refreshing.pretendExpiryIn(-60);
    for (const each of [browser, refreshing]) {
      const found = await each.visit(async (session) => [await session.provenMember(), session.lost()]);
      expect(found).toEqual([null, "ended"]);
      expect(each.cookieNames()).toEqual([]);
    }
  });

  test("says that no more emails can be sent, and nothing about an address that is known", async () => {
    const body = '{"code":"over_email_send_rate_limit","message":"email rate limit exceeded"}';
    const headers = { "X-Supabase-Api-Version": "2024-01-01" };
    under.gotrue.fail({ how: "refuse", status: 429, body, headers });
    expect(await signUp(newAddress())).toEqual({
      ok: false,
      problem: "too-many-requests",
      message: "We can't send more emails right now. Please try again in an hour.",
      retryAfterSeconds: 3600,
    });
    expect(await from(null).requestPasswordReset(newAddress())).toEqual({ ok: true });
    expect(await from(null).resendConfirmation(newAddress())).toEqual({ ok: true });
    under.gotrue.fail(null);
  });

  test("fails the sign-up with a message when it cannot send mail", async () => {
    under.smtp.fault = "refuses-mail";
    const answer = await signUp(newAddress());
    under.smtp.fault = null;
    expect(answer).toMatchObject({ ok: false });
    expect(under.gotrue.failures.splice(0)).toHaveLength(1);
  });
});

describe.skipIf(!testServerUrl)("Supabase Auth's limits, by protocol", () => {
  test("limits each client address by itself and refuses with a message", async () => {
    const under = await openGotrueIdentity(testServerUrl ?? "", { perFiveMinutes: 3 });
    const signIn = (address: string) =>
      openBrowser(under.identity).visit(() =>
        under.identity
          .session(new Request("http://localhost:3000/"), new Headers(), { clientAddress: address })
          .signIn({ email: newAddress(), password }),
      );
    const answers = [];
    for (let attempt = 0; attempt < 4; attempt += 1) answers.push(await signIn("203.0.113.7"));
    expect(answers.map((answer) => !answer.ok && answer.problem)).toEqual([
      "invalid-credentials",
      "invalid-credentials",
      "invalid-credentials",
      "too-many-requests",
    ]);
    expect(answers[3]).toMatchObject({
      message: expect.stringMatching(/Please wait 5 minutes/),
      retryAfterSeconds: 300,
    });
    expect(await signIn("203.0.113.8")).toMatchObject({ problem: "invalid-credentials" });
    await under.close();
  });
});
