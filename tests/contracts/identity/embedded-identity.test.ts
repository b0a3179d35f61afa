import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { IdentitySession } from "../../../app/account/identity.ts";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { openBrowser, type Browser } from "./browser.ts";
import { appUrl, openEmbeddedIdentity, type EmbeddedIdentityUnderTest } from "./embedded-identity.ts";

// Tests clock, mail, hashing and tables, which the contract cannot check on a hosted identity.

const minute = 60_000;
const hour = 60 * minute;
const password = "correct horse 1";
const newAddress = () => `member-${randomUUID()}@example.com`;

let embedded: EmbeddedIdentityUnderTest;
beforeAll(async () => {
  embedded = await openEmbeddedIdentity(await openPgliteDatabase(null), { secretKey: "sb_secret_test" });
});
afterAll(() => embedded?.close());

const newBrowser = () => openBrowser(embedded.identity);
const signUp = (email: string, fullName = "Ada Obi") =>
  newBrowser().visit((session) => session.signUp({ fullName, email, password }));
const member = (browser: Browser) => browser.visit((session) => session.member());
const proven = (browser: Browser) => browser.visit((session) => session.provenMember());
const verify = (tokenHash: string, type: "email" | "recovery" = "email") =>
  newBrowser().visit((session) => session.verifyLink({ tokenHash, type }));
const signIn = async (email: string) => {
  const browser = newBrowser();
  const answer = await browser.visit((session) => session.signIn({ email, password }));
  return { browser, answer };
};

async function confirmedMember() {
  const email = newAddress();
  await signUp(email);
  const browser = newBrowser();
  const tokenHash = await embedded.mailedToken("confirmation", email);
  await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
  return { email, browser };
}

/** Runs `work` and its background tasks with the server's clock moved by `milliseconds`. */
async function at<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const before = embedded.clock.offset;
  embedded.clock.offset += milliseconds;
  try {
    const result = await work();
    await embedded.drain();
    return result;
  } finally {
    embedded.clock.offset = before;
  }
}

async function mailsTo(email: string) {
  await embedded.drain();
  return embedded.mails.filter((mail) => mail.to === email);
}

describe("mail", () => {
  test("sends a new address its name and a token that the database stores only as a hash", async () => {
    const email = newAddress();
    await signUp(email, "Chinua Achebe");
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: "confirmation", fullName: "Chinua Achebe" });
    const kept = await sql`select 1 from auth.one_time_tokens where token_hash = ${mail?.tokenHash}`.execute(
      embedded.sql,
    );
    expect(kept.rows).toEqual([]);
    expect(await verify(mail?.tokenHash ?? "")).toMatchObject({ ok: true });
  });

  test("tells a confirmed address that signs up again that it has an account, with its own name", async () => {
    const { email } = await confirmedMember();
    await at(2 * minute, () => signUp(email, "Somebody Else"));
    expect((await mailsTo(email)).at(-1)).toEqual({
      kind: "already-registered",
      to: email,
      fullName: "Ada Obi",
      tokenHash: null,
    });
  });

  test("mails an address that signs up again right after confirming at once, then once a minute", async () => {
    const { email } = await confirmedMember();
    await at(1_000, () => signUp(email));
    await at(2_000, () => signUp(email));
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(["confirmation", "already-registered"]);
  });

  test("mails an address once a minute for any request, and a new link replaces the old one", async () => {
    const email = newAddress();
    await signUp(email);
    const resend = () => newBrowser().visit((session) => session.resendConfirmation(email));
    await at(30_000, resend);
    await at(30_000, () => signUp(email));
    expect(await mailsTo(email)).toHaveLength(1);
    await at(minute, resend);
    const [first, second] = await mailsTo(email);
    expect(await verify(first?.tokenHash ?? "")).toMatchObject({ problem: "link-invalid" });
    expect(await verify(second?.tokenHash ?? "")).toMatchObject({ ok: true });
  });

  test("mails nothing for an unknown address, and no second confirmation to a confirmed one", async () => {
    const { email } = await confirmedMember();
    const before = (await mailsTo(email)).length;
    const unknown = newAddress();
    await at(2 * minute, async () => {
      await newBrowser().visit((session) => session.resendConfirmation(email));
      await newBrowser().visit((session) => session.resendConfirmation(unknown));
      await newBrowser().visit((session) => session.requestPasswordReset(unknown));
    });
    expect(await mailsTo(email)).toHaveLength(before);
    expect(await mailsTo(unknown)).toEqual([]);
  });

  test("sends mail after the response and reports a failed delivery without changing it", async () => {
    const email = newAddress();
    const delivery = Promise.withResolvers<void>();
    embedded.delivery.gate = delivery.promise;
    expect(await signUp(email)).toMatchObject({ ok: true });
    expect(embedded.mails.filter((mail) => mail.to === email)).toEqual([]);
    delivery.reject(new Error("mail server gone"));
    await embedded.drain();
    embedded.delivery.gate = null;
    expect(embedded.failures.splice(0)).toEqual([new Error("mail server gone")]);
  });
});

describe("links", () => {
  test("accepts a confirmation link for 1 hour and then reports it as expired", async () => {
    const email = newAddress();
    await signUp(email);
    const token = await embedded.mailedToken("confirmation", email);
    for (const late of [hour + 1_000, 30 * hour])
      expect(await at(late, () => verify(token))).toMatchObject({ problem: "link-invalid", link: "expired" });
    expect(await at(hour - minute, () => verify(token))).toMatchObject({ ok: true });
  });

  test("reports a used link of either kind as used, also after its purpose was fulfilled", async () => {
    const email = newAddress();
    await signUp(email);
    const confirmation = await embedded.mailedToken("confirmation", email);
    expect(await verify(confirmation)).toMatchObject({ ok: true });
    expect(await verify(confirmation)).toMatchObject({ problem: "link-invalid", link: "used" });
    await newBrowser().visit((session) => session.requestPasswordReset(email));
    const recovery = await embedded.mailedToken("recovery", email);
    const browser = newBrowser();
    await browser.visit((session) => session.verifyLink({ tokenHash: recovery, type: "recovery" }));
    await browser.visit((session) => session.changePassword({ password: "a new password" }));
    expect(await verify(recovery, "recovery")).toMatchObject({ problem: "link-invalid", link: "used" });
  });

  test("rejects an unknown token even with the marker of a used one", async () => {
    const email = newAddress();
    await signUp(email);
    await verify(await embedded.mailedToken("confirmation", email));
    const { rows } = await sql<{ token_hash: string }>`select token_hash from auth.one_time_tokens`.execute(
      embedded.sql,
    );
    for (const made of ["x".repeat(43), ...rows.map((row) => row.token_hash)]) {
      const answer = await verify(made);
      expect(answer).toMatchObject({ problem: "link-invalid" });
      expect(answer).not.toHaveProperty("link");
    }
  });

  test("accepts a reset link for 1 hour and confirms the address with it", async () => {
    const email = newAddress();
    await signUp(email);
    await newBrowser().visit((session) => session.requestPasswordReset(email));
    const token = await embedded.mailedToken("recovery", email);
    expect(await at(hour + 1_000, () => verify(token, "recovery"))).toMatchObject({ problem: "link-invalid" });
    expect(await at(hour - minute, () => verify(token, "recovery"))).toMatchObject({ ok: true });
    expect((await signIn(email)).answer).toEqual({ ok: true });
  });

  test("signs in one of two requests that spend a link at once", async () => {
    const email = newAddress();
    await signUp(email);
    const token = await embedded.mailedToken("confirmation", email);
    const answers = await Promise.all([verify(token), verify(token)]);
    expect(answers.map((answer) => answer.ok).sort()).toEqual([false, true]);
  });
});

describe("sessions", () => {
  test("issues access tokens of 15 minutes with GoTrue's claims, signed with the published key", async () => {
    const { email, browser } = await confirmedMember();
    const cookie = browser.cookieHeader().replace("photogem-session=base64-", "");
    const { access_token: token } = JSON.parse(Buffer.from(cookie, "base64url").toString());
    const [header, claims] = token
      .split(".", 2)
      .map((part: string) => JSON.parse(Buffer.from(part, "base64url").toString()));
    expect(claims).toMatchObject({
      iss: `${appUrl}/auth/v1`,
      aud: "authenticated",
      role: "authenticated",
      email,
      aal: "aal1",
      amr: [{ method: "otp" }],
      app_metadata: { provider: "email" },
      user_metadata: { full_name: "Ada Obi" },
      is_anonymous: false,
    });
    expect(claims.exp - claims.iat).toBe(900);
    expect(header).toMatchObject({ alg: "ES256", kid: expect.any(String) });
  });

  test("keeps six parallel requests with an expired token signed in, on one successor", async () => {
    const { email } = await confirmedMember();
    const { browser } = await at(-20 * minute, () => signIn(email));
    const six = Array.from({ length: 6 }, () => browser.copy());
    const members = await Promise.all(six.map(member));
    expect(members).toEqual(Array(6).fill(expect.objectContaining({ email })));
    expect(new Set(six.map(refreshToken)).size).toBe(1);
  });

  test("repeats a refresh whose answer was lost, however much later", async () => {
    const { email } = await confirmedMember();
    const { browser } = await at(-20 * minute, () => signIn(email));
    const lost = browser.copy();
    await member(lost);
    await at(hour, () => member(browser));
    expect(refreshToken(browser)).toBe(refreshToken(lost));
  });

  test("answers a spent refresh token for 10 s with the current session, and ends the session later", async () => {
    const { email } = await confirmedMember();
    const { browser } = await at(-20 * minute, () => signIn(email));
    const thief = browser.copy();
    const late = browser.copy();
    await member(browser);
    browser.pretendExpiryIn(-60);
    await member(browser);
    expect(await at(5_000, () => member(late))).toMatchObject({ email });
    expect(refreshToken(late)).toBe(refreshToken(browser));
    expect(await at(30_000, () => member(thief))).toBeNull();
    expect(thief.cookieNames()).toEqual([]);
    expect(await proven(browser)).toBeNull();
  });

  test("ends the sessions of a deleted account and refuses its password", async () => {
    const { email, browser } = await confirmedMember();
    const elsewhere = browser.copy();
    await sql`delete from auth.users where email = ${email}`.execute(embedded.sql);
    expect(await proven(browser)).toBeNull();
    expect(browser.cookieNames()).toEqual([]);
    elsewhere.pretendExpiryIn(-60);
    expect(await member(elsewhere)).toBeNull();
    expect((await signIn(email)).answer).toMatchObject({ problem: "invalid-credentials" });
  });

  test("refuses the sessions of a banned account", async () => {
    const { email, browser } = await confirmedMember();
    await sql`update auth.users set banned_until = now() + interval '1 day' where email = ${email}`.execute(
      embedded.sql,
    );
    expect(await proven(browser)).toBeNull();
    expect((await signIn(email)).answer).toMatchObject({ problem: "refused", message: "User is banned" });
  });
});

describe("an unreachable identity", () => {
  /** Makes a request while the server is unreachable, with a short timeout. */
  async function inTheDark<T>(browser: Browser, work: (session: IdentitySession) => Promise<T>) {
    const impatient = browser.copy(embedded.impatientIdentity);
    embedded.connection.down = true;
    const result = await impatient.visit(work);
    embedded.connection.down = false;
    return { result, browser: impatient };
  }

  test("keeps every session through an outage", async () => {
    const { email } = await confirmedMember();
    const { browser } = await at(-20 * minute, () => signIn(email));
    const dark = await inTheDark(browser, async (session) => ({
      member: await session.member(),
      lost: session.lost(),
    }));
    expect(dark.result).toEqual({ member: null, lost: "unreachable" });
    expect(dark.browser.cookieHeader()).toBe(browser.cookieHeader());
    expect(await member(browser)).toMatchObject({ email });
  });

  test("reports an outage in the product's words", async () => {
    const { email, browser } = await confirmedMember();
    const answers = [
      await inTheDark(newBrowser(), (session) => session.signIn({ email, password })),
      await inTheDark(browser, (session) => session.changePassword({ password: "a new one" })),
    ];
    const unavailable = { ok: false, problem: "unavailable", message: expect.stringMatching(/could not reach/) };
    expect(answers.map((answer) => answer.result)).toEqual([unavailable, unavailable]);
  });

  test("signs out locally during an outage", async () => {
    const { email } = await confirmedMember();
    for (const { browser } of [await signIn(email), await at(-20 * minute, () => signIn(email))]) {
      const dark = await inTheDark(browser, (session) => session.signOut());
      expect(dark.result).toMatchObject({ ok: false, problem: "unavailable" });
      expect(dark.browser.cookieNames()).toEqual([]);
    }
  });
});

describe("account enumeration", () => {
  test("compares one password for a known, an unconfirmed and an unknown address", async () => {
    const { email } = await confirmedMember();
    const unconfirmed = newAddress();
    await signUp(unconfirmed);
    for (const address of [email, unconfirmed, newAddress()]) {
      const before = { ...embedded.work };
      await signIn(address);
      expect(embedded.work).toEqual({ hashes: before.hashes, comparisons: before.comparisons + 1 });
    }
  });

  test("hashes one password at sign-up for a new and for a known address", async () => {
    const { email } = await confirmedMember();
    for (const address of [email, newAddress()]) {
      const before = { ...embedded.work };
      await signUp(address);
      expect(embedded.work).toEqual({ hashes: before.hashes + 1, comparisons: before.comparisons });
    }
  });

  test("answers a new and a known address in one shape", async () => {
    const { email } = await confirmedMember();
    const ask = async (address: string) => {
      const answer = await fetchIdentity("/signup", { email: address, password, data: { full_name: "Ada" } });
      return {
        status: answer.status,
        fields: Object.entries(await answer.json()).map(([key, value]) => [key, typeof value]),
      };
    };
    expect(await ask(email)).toEqual(await ask(newAddress()));
  });
});

describe("stored identities", () => {
  test("keep passwords as bcrypt hashes of cost 10", async () => {
    const { email } = await confirmedMember();
    const { rows } = await sql<{ encrypted_password: string }>`
      select encrypted_password from auth.users where email = ${email}`.execute(embedded.sql);
    expect(rows[0]?.encrypted_password).toMatch(/^\$2b\$10\$.{53}$/);
  });

  test.each(["anon", "authenticated", "service_role"])("are closed to the role %s in every table", async (role) => {
    const tables = ["users", "identities", "sessions", "mfa_amr_claims", "refresh_tokens", "one_time_tokens"];
    for (const table of tables) {
      const reading = embedded.sql.transaction().execute(async (trx) => {
        await sql`select set_config('role', ${role}, true)`.execute(trx);
        await sql`select 1 from ${sql.table(`auth.${table}`)}`.execute(trx);
      });
      await expect(reading).rejects.toThrow(/permission denied for table/);
    }
  });
});

describe("the protocol", () => {
  test("refuses with GoTrue's code, message and API version", async () => {
    const answer = await fetchIdentity("/token?grant_type=password", { email: newAddress(), password });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(await answer.json()).toEqual({ code: "invalid_credentials", message: "Invalid login credentials" });
  });

  test.each([
    ["/signup", { password }, "An email address is required"],
    ["/token?grant_type=password", { password }, "missing email or phone"],
    ["/recover", {}, "Password recovery requires an email"],
    ["/verify", { token_hash: "x" }, "Verify requires a verification type"],
    ["/verify", { type: "email" }, "Verify requires a token or a token hash"],
  ])("names the missing field of %s in GoTrue's words", async (path, body, message) => {
    const answer = await fetchIdentity(path, body);
    expect([answer.status, await answer.json()]).toEqual([400, { code: "validation_failed", message }]);
  });

  test("lists the identity of a user", async () => {
    const { email } = await confirmedMember();
    const { user } = await (await fetchIdentity("/token?grant_type=password", { email, password })).json();
    expect(user.identities).toEqual([
      expect.objectContaining({ id: user.id, user_id: user.id, provider: "email", email }),
    ]);
  });

  test("rejects a forged token and a token for another purpose", async () => {
    for (const token of ["", "nonsense", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0."]) {
      const answer = await fetchIdentity("/user", null, { authorization: `Bearer ${token}` });
      expect([401, 403]).toContain(answer.status);
    }
  });

  test("reports an internal failure without its message", async () => {
    const broken = await openEmbeddedIdentity(await openPgliteDatabase(null));
    await sql`drop table auth.users cascade`.execute(broken.sql);
    const answer = await openBrowser(broken.identity).visit((session) => session.signIn({ email: "a@b.co", password }));
    expect(answer).toMatchObject({
      ok: false,
      problem: "unavailable",
      message: expect.stringMatching(/could not reach/),
    });
    expect(broken.failures).toHaveLength(1);
    await broken.close();
  });

  test("forwards the client's address only with the secret key", async () => {
    const before = embedded.connection.requests.length;
    for (const options of [{ clientAddress: "203.0.113.7" }, {}]) {
      const request = new Request(appUrl);
      await embedded.identity.session(request, new Headers(), options).requestPasswordReset(newAddress());
    }
    const sent = embedded.connection.requests.slice(before).map(({ headers }) => ({
      key: headers.get("apikey"),
      address: headers.get("sb-forwarded-for"),
    }));
    expect(sent).toEqual([
      { key: "sb_secret_test", address: "203.0.113.7" },
      { key: "embedded", address: null },
    ]);
  });

  test("passes a hosted identity the addresses that mail links lead to", async () => {
    const before = embedded.connection.requests.length;
    await signUp(newAddress());
    await newBrowser().visit((session) => session.requestPasswordReset(newAddress()));
    const targets = embedded.connection.requests
      .slice(before)
      .map(({ url }) => new URL(url).searchParams.get("redirect_to"));
    expect(targets).toEqual([`${appUrl}/dashboard`, `${appUrl}/reset-password`]);
  });
});

function refreshToken(browser: Browser): string {
  const cookie = browser.cookieHeader().replace("photogem-session=base64-", "");
  return JSON.parse(Buffer.from(cookie, "base64url").toString()).refresh_token;
}

function fetchIdentity(path: string, body: object | null, headers: Record<string, string> = {}) {
  return embedded.fetch(`http://identity.internal/auth/v1${path}`, {
    headers,
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
}
