import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pino } from "pino";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { openBrowser } from "./browser.ts";
import { appUrl, type EmbeddedIdentityUnderTest, openEmbeddedIdentity } from "./embedded-identity.ts";
import { watchProjectLimits } from "../../../app/adapters/hosted/supabase/project-limits.server.ts";

// Compares the requests of one account's life with the documented API (github.com/supabase/auth, openapi.yaml).

const email = `member-${randomUUID()}@example.com`;
const password = "correct horse 1";
const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

interface Sent {
  line: string;
  /** `key` for the publishable key, `admin` for the secret one, `member` for an access token. */
  as: string;
  contentType: string | null;
  version: string | null;
  body: unknown;
}

let embedded: EmbeddedIdentityUnderTest;
const life: Record<string, Sent[]> = {};

beforeAll(async () => {
  embedded = await openEmbeddedIdentity(await openPgliteDatabase(null));
  const browser = openBrowser(embedded.identity);
  const record = async (name: string, work: () => Promise<unknown>) => {
    const before = embedded.connection.requests.length;
    await work();
    life[name] = await Promise.all(embedded.connection.requests.slice(before).map(read));
  };
  const visit = (name: string, ...[work]: Parameters<typeof browser.visit>) => record(name, () => browser.visit(work));
  await visit("sign up", (session) => session.signUp({ fullName: "Ada Obi", email, password }));
  await visit("resend", (session) => session.resendConfirmation(email));
  const confirmation = await embedded.mailedToken("confirmation", email);
  await visit("confirm", (session) => session.verifyLink({ tokenHash: confirmation, type: "email" }));
  await visit("who is here", (session) => session.member());
  await visit("who is here, proven", (session) => session.provenMember());
  browser.pretendExpiryIn(60);
  await visit("refresh", (session) => session.member());
  await visit("change password", (session) =>
    session.changePassword({ password: "a new password", current: password }),
  );
  await visit("sign out", (session) => session.signOut());
  await visit("forgot password", (session) => session.requestPasswordReset(email));
  const recovery = await embedded.mailedToken("recovery", email);
  await visit("reset link", (session) => session.verifyLink({ tokenHash: recovery, type: "recovery" }));
  await visit("sign in", (session) => session.signIn({ email, password: "a new password" }));
  await visit("delete account", (session) => session.deleteAccount("a new password"));
});
afterAll(() => embedded?.close());

const json = { contentType: "application/json;charset=UTF-8", version: "2024-01-01" };
const bare = { version: "2024-01-01" };
const dashboard = `redirect_to=${encodeURIComponent(`${appUrl}/dashboard`)}`;
const reset = `redirect_to=${encodeURIComponent(`${appUrl}/reset-password`)}`;
const token = expect.stringMatching(/^[\w-]{20,}$/);

const documented: Record<string, object[]> = {
  "sign up": [
    {
      ...json,
      line: `POST /auth/v1/signup?${dashboard}`,
      as: "key",
      body: expect.objectContaining({ email, password, data: { full_name: "Ada Obi" } }),
    },
  ],
  resend: [
    {
      ...json,
      line: `POST /auth/v1/resend?${dashboard}`,
      as: "key",
      body: expect.objectContaining({ email, type: "signup" }),
    },
  ],
  confirm: [
    {
      ...json,
      line: "POST /auth/v1/verify",
      as: "key",
      body: expect.objectContaining({ token_hash: token, type: "email" }),
    },
  ],
  "who is here": [{ ...bare, line: "GET /auth/v1/.well-known/jwks.json", as: "key", body: null }],
  "who is here, proven": [{ ...bare, line: "GET /auth/v1/user", as: "member", body: null }],
  refresh: [
    { ...json, line: "POST /auth/v1/token?grant_type=refresh_token", as: "key", body: { refresh_token: token } },
  ],
  "change password": [
    { ...bare, line: "GET /auth/v1/user", as: "member" },
    {
      ...json,
      line: "POST /auth/v1/token?grant_type=password",
      as: "key",
      body: expect.objectContaining({ email, password }),
    },
    {
      ...json,
      line: "PUT /auth/v1/user",
      as: "member",
      body: expect.objectContaining({ password: "a new password", current_password: password }),
    },
    { ...bare, line: "POST /auth/v1/logout?scope=others", as: "member" },
  ],
  "sign out": [{ ...bare, line: "POST /auth/v1/logout?scope=local", as: "member" }],
  "forgot password": [
    { ...json, line: `POST /auth/v1/recover?${reset}`, as: "key", body: expect.objectContaining({ email }) },
  ],
  "reset link": [
    {
      ...json,
      line: "POST /auth/v1/verify",
      as: "key",
      body: expect.objectContaining({ token_hash: token, type: "recovery" }),
    },
  ],
  "sign in": [
    {
      ...json,
      line: "POST /auth/v1/token?grant_type=password",
      as: "key",
      body: expect.objectContaining({ email, password: "a new password" }),
    },
  ],
  "delete account": [
    { ...bare, line: "GET /auth/v1/user", as: "member" },
    {
      ...json,
      line: "POST /auth/v1/token?grant_type=password",
      as: "key",
      body: expect.objectContaining({ email, password: "a new password" }),
    },
    // supabase-js checks that the account exists before it deletes it.
    {
      ...bare,
      line: expect.stringMatching(new RegExp(`^GET /auth/v1/admin/users/${uuid}$`)),
      as: "admin",
      body: null,
    },
    {
      ...json,
      line: expect.stringMatching(new RegExp(`^DELETE /auth/v1/admin/users/${uuid}$`)),
      as: "admin",
      body: { should_soft_delete: false },
    },
  ],
};

describe("the requests to Supabase Auth", () => {
  test.each(Object.entries(documented))("sends the recorded request to %s", (name, requests) => {
    expect(life[name]).toEqual(requests.map((request) => expect.objectContaining(request)));
  });

  test("sends no other request during an account's life", () => {
    expect(Object.keys(life).sort()).toEqual(Object.keys(documented).sort());
  });
});

async function read(request: Request): Promise<Sent> {
  const { pathname, search } = new URL(request.url);
  const bearer = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
  const text = await request.clone().text();
  const key = request.headers.get("apikey");
  return {
    line: `${request.method} ${pathname}${search}`,
    as: bearer === "the admin key" && key === bearer ? "admin" : bearer === key ? "key" : "member",
    contentType: request.headers.get("content-type"),
    version: request.headers.get("x-supabase-api-version"),
    body: text ? JSON.parse(text) : null,
  };
}

const hour = 3_600_000;

async function ask(status: number, body: object) {
  const [lines, limits]: [string[], string[]] = [[], []];
  let now = 0;
  const { fetch, problem } = watchProjectLimits(async () => Response.json(body, { status }), {
    log: pino({ level: "error" }, { write: (line: string) => void lines.push(line) }),
    onLimit: (limit) => void limits.push(limit),
    now: () => now,
  });
  const response = await fetch("https://project.supabase.co/auth/v1/signup");
  const meanwhile = problem();
  now = hour;
  return { answer: await response.json(), lines: lines.length, limits, meanwhile, later: problem() };
}

test.each([
  [{ code: "over_email_send_rate_limit", message: "email rate limit exceeded" }, "mails", /emails an hour/],
  [{ error_code: "over_email_send_rate_limit", msg: "email rate limit exceeded" }, "mails", /emails an hour/],
  [{ code: "over_request_rate_limit", message: "Request rate limit reached" }, "requests", /IP address forwarding/],
])("reports the project's limit of %j to the operator for an hour", async (body, limit, problem) => {
  const seen = await ask(429, body);
  expect(seen).toMatchObject({ answer: body, lines: 1, limits: [limit], later: null });
  expect(seen.meanwhile).toMatch(problem);
});

test.each([
  [
    429,
    {
      code: "over_email_send_rate_limit",
      message: "For security purposes, you can only request this after 58 seconds.",
    },
  ],
  [400, { code: "invalid_credentials", message: "Invalid login credentials" }],
  [200, { id: "1" }],
])("reports nothing for %i %j", async (status, body) => {
  expect(await ask(status, body)).toMatchObject({ answer: body, lines: 0, limits: [], meanwhile: null });
});
