import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Identity } from "../../../app/account/identity.ts";
import { openBrowser, type Browser } from "./browser.ts";

/** The identity under test. */
export interface IdentityUnderTest {
  identity: Identity;
  /** The same identity for an app served over https. */
  secureIdentity: Identity;
  /** Waits for the newest link mailed to an address and returns its token. */
  mailedToken(kind: "confirmation" | "recovery", address: string): Promise<string>;
  /** The gem balance of a member's profile. */
  coins(memberId: string): Promise<number>;
  close(): Promise<void>;
}

const password = "correct horse 1";
const newAddress = () => `member-${randomUUID()}@example.com`;

/** Skipped without `open`; `needs` names the variables that enable it. */
export function identityContract(name: string, open: (() => Promise<IdentityUnderTest>) | null, needs = "") {
  describe.skipIf(!open)(`identity: ${name}`, { meta: { skipped: `set ${needs}` } }, () => {
    let under: IdentityUnderTest;
    beforeAll(async () => {
      if (open) under = await open();
    });
    afterAll(() => under?.close());

    const signUp = (email: string, given = password, fullName = "Ada Obi") =>
      openBrowser(under.identity).visit((session) => session.signUp({ fullName, email, password: given }));
    const signIn = async (email: string, given = password) => {
      const browser = openBrowser(under.identity);
      const answer = await browser.visit((session) => session.signIn({ email, password: given }));
      return { browser, answer };
    };
    const member = (browser: Browser) => browser.visit((session) => session.member());
    /** The reason why the request has no session. */
    const whyNobody = (browser: Browser) =>
      browser.visit(async (session) => {
        await session.member();
        return session.lost();
      });
    const proven = (browser: Browser) => browser.visit((session) => session.provenMember());

    /** Signs a new person up and follows the link; their browser is signed in. */
    async function confirmedMember(fullName = "Ada Obi") {
      const email = newAddress();
      await signUp(email, password, fullName);
      const tokenHash = await under.mailedToken("confirmation", email);
      const browser = openBrowser(under.identity);
      const answer = await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
      expect(answer).toEqual({ ok: true, justConfirmed: true });
      return { email, browser, tokenHash };
    }

    describe("joining", () => {
      test("starts no session after sign-up and refuses the password until the address is confirmed", async () => {
        const email = newAddress();
        const browser = openBrowser(under.identity);
        const answer = await browser.visit((session) => session.signUp({ fullName: "Ada Obi", email, password }));
        expect(answer).toMatchObject({ ok: true });
        expect(browser.cookieNames()).toEqual([]);
        const early = await signIn(email);
        expect(early.answer).toMatchObject({ ok: false, problem: "email-not-confirmed" });
        expect(await member(early.browser)).toBeNull();
      });

      test("confirms the address and signs in by the mailed link", async () => {
        const { email, browser } = await confirmedMember();
        expect(await member(browser)).toMatchObject({ email });
        expect(await proven(browser)).toMatchObject({ email });
        expect((await signIn(email)).answer).toEqual({ ok: true });
      });

      test("gives a confirmed address 2 gems", async () => {
        const { browser } = await confirmedMember();
        const { id } = (await member(browser)) ?? { id: "" };
        expect(await under.coins(id)).toBe(2);
      });

      test("treats addresses as equal in any case", async () => {
        const { email } = await confirmedMember();
        expect((await signIn(email.toUpperCase())).answer).toEqual({ ok: true });
      });

      test("answers sign-up of a known address like a new one and changes nothing", async () => {
        const { email } = await confirmedMember();
        expect(await signUp(email, "another password")).toMatchObject({ ok: true });
        expect((await signIn(email, "another password")).answer).toMatchObject({ problem: "invalid-credentials" });
        expect((await signIn(email)).answer).toEqual({ ok: true });
      });

      test("answers a repeated sign-up of an unconfirmed address like a new one and keeps the first password", async () => {
        const email = newAddress();
        await signUp(email);
        expect(await signUp(email, "another password")).toMatchObject({ ok: true });
        expect((await signIn(email, "another password")).answer).toMatchObject({ problem: "invalid-credentials" });
        expect((await signIn(email)).answer).toMatchObject({ problem: "email-not-confirmed" });
      });

      test("names a newly created account and not a repeated one", async () => {
        const email = newAddress();
        const first = await signUp(email);
        const second = await signUp(email, "another password");
        const tokenHash = await under.mailedToken("confirmation", email);
        const browser = openBrowser(under.identity);
        await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
        const { id } = (await member(browser)) ?? { id: "" };
        expect(first).toEqual({ ok: true, createdId: id });
        expect(second).not.toEqual({ ok: true, createdId: id });
      });

      test("replaces a stranger's password by the one set through the mailed link and ends its sessions", async () => {
        const { email, browser } = await confirmedMember("Mallory");
        const stranger = await signIn(email);
        const settled = await browser.visit((session) => session.settlePassword("the owner's own 1"));
        expect(settled).toEqual({ ok: true, replaced: true });
        expect(await proven(stranger.browser)).toBeNull();
        expect((await signIn(email)).answer).toMatchObject({ problem: "invalid-credentials" });
        expect((await signIn(email, "the owner's own 1")).answer).toEqual({ ok: true });
      });

      test("changes nothing when the current password is set again", async () => {
        const { email, browser } = await confirmedMember();
        const settled = await browser.visit((session) => session.settlePassword(password));
        expect(settled).toEqual({ ok: true, replaced: false });
        expect((await signIn(email)).answer).toEqual({ ok: true });
      });

      test("sends the confirmation link again with one answer for every address", async () => {
        const confirmed = await confirmedMember();
        const waiting = newAddress();
        await signUp(waiting);
        for (const email of [confirmed.email, waiting, waiting, newAddress()]) {
          const answer = await openBrowser(under.identity).visit((session) => session.resendConfirmation(email));
          expect(answer).toEqual({ ok: true });
        }
      });

      test.each([
        ["of 5 characters", "12345"],
        ["longer than bcrypt reads", "x".repeat(73)],
      ])("refuses a password %s as weak, with a message", async (_case, given) => {
        const answer = await signUp(newAddress(), given);
        expect(answer).toMatchObject({ ok: false, problem: "weak-password" });
        expect(answer).toHaveProperty("message", expect.stringMatching(/^Password .*(6|72) characters/));
      });

      test("refuses a malformed address", async () => {
        expect(await signUp("not an address")).toMatchObject({ ok: false, problem: "refused" });
      });
    });

    describe("mailed links", () => {
      test("accepts a mailed link once", async () => {
        const { tokenHash } = await confirmedMember();
        const browser = openBrowser(under.identity);
        const answer = await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
        expect(answer).toMatchObject({ ok: false, problem: "link-invalid" });
        expect(browser.cookieNames()).toEqual([]);
      });

      test("accepts a mailed link for its purpose only and rejects a forged one", async () => {
        const email = newAddress();
        await signUp(email);
        const tokenHash = await under.mailedToken("confirmation", email);
        for (const link of [
          { tokenHash, type: "recovery" },
          { tokenHash: randomUUID(), type: "email" },
        ] as const) {
          const answer = await openBrowser(under.identity).visit((session) => session.verifyLink(link));
          expect(answer).toMatchObject({ ok: false, problem: "link-invalid" });
        }
      });
    });

    describe("signing in", () => {
      test("refuses a wrong password and an unknown address alike", async () => {
        const { email } = await confirmedMember();
        const wrong = await signIn(email, "wrong password");
        const unknown = await signIn(newAddress());
        expect(wrong.answer).toMatchObject({ ok: false, problem: "invalid-credentials" });
        expect(wrong.answer).toEqual(unknown.answer);
        expect(wrong.browser.cookieNames()).toEqual([]);
      });

      test("sets HttpOnly cookies for the whole site and forbids caching the answer", async () => {
        const { email } = await confirmedMember();
        const { browser } = await signIn(email);
        const lines = browser.lastHeaders().getSetCookie();
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(/^photogem-session=/);
        expect(lines[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
        expect(browser.lastHeaders().get("Cache-Control")).toContain("no-store");
      });

      test("sets Secure cookies bound to this host over https", async () => {
        const { email } = await confirmedMember();
        const browser = openBrowser(under.secureIdentity);
        await browser.visit((session) => session.signIn({ email, password }));
        expect(browser.lastHeaders().getSetCookie()[0]).toMatch(
          /^__Host-photogem-session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        );
        expect(await member(browser)).toMatchObject({ email });
      });

      test("stores a long session in several cookies and clears all of them", async () => {
        const { email, browser } = await confirmedMember("A".repeat(4_000));
        expect(browser.cookieNames().length).toBeGreaterThan(1);
        expect(await member(browser)).toMatchObject({ email });
        await browser.visit((session) => session.signOut());
        expect(browser.cookieNames()).toEqual([]);
      });
    });

    describe("a request", () => {
      test("has no member without cookies", async () => {
        const browser = openBrowser(under.identity);
        expect(await member(browser)).toBeNull();
        expect(await proven(browser)).toBeNull();
        expect(browser.lastHeaders().getSetCookie()).toEqual([]);
        expect(await whyNobody(browser)).toBeNull();
      });

      test("sets no cookies with a live session", async () => {
        const { browser } = await confirmedMember();
        expect(await whyNobody(browser)).toBeNull();
        expect(await member(browser)).not.toBeNull();
        expect(browser.lastHeaders().getSetCookie()).toEqual([]);
      });

      test("refreshes a session with less than 90 s left, once however often it is read", async () => {
        const { email, browser } = await confirmedMember();
        browser.pretendExpiryIn(89);
        const before = browser.cookieHeader();
        const members = await browser.visit(async (session) => [
          ...(await Promise.all([session.member(), session.member(), session.provenMember()])),
          await session.member(),
        ]);
        expect(members).toEqual(Array(4).fill(expect.objectContaining({ email })));
        expect(browser.lastHeaders().getSetCookie()).toHaveLength(1);
        expect(browser.lastHeaders().get("Cache-Control")).toContain("no-store");
        expect(browser.cookieHeader()).not.toBe(before);
        expect(await proven(browser)).toMatchObject({ email });
      });

      test("does not refresh a session with more than 90 s left", async () => {
        const { browser } = await confirmedMember();
        browser.pretendExpiryIn(120);
        await member(browser);
        expect(browser.lastHeaders().getSetCookie()).toEqual([]);
      });

      test("keeps six parallel refreshes of one session signed in", async () => {
        const { email, browser } = await confirmedMember();
        browser.pretendExpiryIn(-60);
        const six = Array.from({ length: 6 }, () => browser.copy());
        expect(await Promise.all(six.map(member))).toEqual(Array(6).fill(expect.objectContaining({ email })));
        for (const each of six) {
          each.pretendExpiryIn(-60);
          expect(await member(each)).toMatchObject({ email });
          expect(await proven(each)).toMatchObject({ email });
        }
      });

      test("signs out and clears the cookies when a session cannot be refreshed", async () => {
        const { browser } = await confirmedMember();
        const stolen = browser.copy();
        await browser.visit((session) => session.signOut());
        stolen.pretendExpiryIn(-60);
        expect(await whyNobody(stolen)).toBe("ended");
        expect(stolen.cookieNames()).toEqual([]);
      });

      test.each([
        ["nonsense", "nonsense"],
        ["unreadable base64", "base64-%%%"],
        ["another thing", `base64-${Buffer.from('"text"').toString("base64url")}`],
        [
          "a session of wrong types",
          `base64-${Buffer.from('{"access_token":5,"refresh_token":{},"expires_at":9999999999}').toString("base64url")}`,
        ],
      ])("has no member and no failure with %s as session", async (_case, value) => {
        // @supabase/ssr logs the dropped cookie.
        vi.spyOn(console, "warn").mockImplementation(() => {});
        const browser = openBrowser(under.identity);
        browser.setCookie("photogem-session", value);
        expect(await member(browser)).toBeNull();
        expect(await proven(browser)).toBeNull();
        expect(await browser.visit((session) => session.signOut())).toBeDefined();
        expect(browser.cookieNames()).toEqual([]);
      });
    });

    describe("signing out", () => {
      test("ends the session on the server, so that copied cookies fail although their claims still verify", async () => {
        const { email, browser } = await confirmedMember();
        const stolen = browser.copy();
        expect(await browser.visit((session) => session.signOut())).toEqual({ ok: true });
        expect(browser.cookieNames()).toEqual([]);
        expect(await member(stolen)).toMatchObject({ email });
        expect(await proven(stolen)).toBeNull();
        expect(stolen.cookieNames()).toEqual([]);
      });

      test("does not end the member's other sessions", async () => {
        const { email, browser } = await confirmedMember();
        const phone = (await signIn(email)).browser;
        await browser.visit((session) => session.signOut());
        expect(await proven(phone)).toMatchObject({ email });
      });
    });

    describe("deleting the account", () => {
      test("requires the password, ends every session and frees the address", async () => {
        const { email, browser } = await confirmedMember();
        const phone = (await signIn(email)).browser;
        const wrong = await browser.visit((session) => session.deleteAccount("not the password"));
        expect(wrong).toMatchObject({ ok: false, problem: "invalid-credentials" });
        expect(await proven(browser)).toMatchObject({ email });
        expect(await proven(phone)).toMatchObject({ email });

        expect(await browser.visit((session) => session.deleteAccount(password))).toEqual({ ok: true });
        expect(browser.cookieNames()).toEqual([]);
        expect(await proven(phone)).toBeNull();
        expect((await signIn(email)).answer).toMatchObject({ problem: "invalid-credentials" });

        await signUp(email);
        const tokenHash = await under.mailedToken("confirmation", email);
        const anew = openBrowser(under.identity);
        expect(await anew.visit((session) => session.verifyLink({ tokenHash, type: "email" }))).toMatchObject({
          ok: true,
        });
        const id = (await proven(anew))?.id ?? "";
        expect(await under.coins(id), "the welcome gems are given once").toBe(0);
      });

      test("deletes nothing for a signed-out visitor", async () => {
        const answer = await openBrowser(under.identity).visit((session) => session.deleteAccount(password));
        expect(answer.ok).toBe(false);
      });
    });

    describe("passwords", () => {
      test("replaces the old password and ends the other sessions", async () => {
        const { email, browser } = await confirmedMember();
        const phone = (await signIn(email)).browser;
        expect(await browser.visit((session) => session.changePassword({ password: "a new password" }))).toEqual({
          ok: true,
        });
        expect(await proven(browser)).toMatchObject({ email });
        expect(await proven(phone)).toBeNull();
        expect((await signIn(email)).answer).toMatchObject({ problem: "invalid-credentials" });
        expect((await signIn(email, "a new password")).answer).toEqual({ ok: true });
      });

      test.each([
        ["the old one", password, "same-password"],
        ["too short", "12345", "weak-password"],
        ["too long", "x".repeat(73), "weak-password"],
      ])("refuses a new password that is %s", async (_case, given, problem) => {
        const { browser } = await confirmedMember();
        const answer = await browser.visit((session) => session.changePassword({ password: given }));
        expect(answer).toMatchObject({ ok: false, problem });
      });

      test("requires the current password in a session opened with a password", async () => {
        const { email } = await confirmedMember();
        const { browser } = await signIn(email);
        const change = (current?: string) =>
          browser.visit((session) =>
            session.changePassword({ password: "a new password", ...(current && { current }) }),
          );
        expect(await change()).toMatchObject({ ok: false, problem: "link-invalid" });
        expect(await change("a wrong guess")).toMatchObject({ ok: false, problem: "invalid-credentials" });
        expect((await signIn(email)).answer, "a wrong guess changes nothing").toEqual({ ok: true });
        expect(await change(password)).toEqual({ ok: true });
        expect((await signIn(email, "a new password")).answer).toEqual({ ok: true });
      });

      test("treats a mailed link as proof of the address, and a password not", async () => {
        const { email, browser } = await confirmedMember();
        const mailProven = (one: Browser) => one.visit((session) => session.mailProvenMember());
        expect(await mailProven(browser)).toMatchObject({ email });
        expect(await mailProven((await signIn(email)).browser)).toBeNull();
      });

      test("refuses a password change by a signed-out visitor", async () => {
        const answer = await openBrowser(under.identity).visit((session) =>
          session.changePassword({ password: "a new password" }),
        );
        expect(answer).toMatchObject({ ok: false, problem: "link-invalid" });
      });

      test("signs in by a reset link to choose a new password", async () => {
        const { email } = await confirmedMember();
        const browser = openBrowser(under.identity);
        expect(await browser.visit((session) => session.requestPasswordReset(email))).toEqual({ ok: true });
        const tokenHash = await under.mailedToken("recovery", email);
        const answer = await browser.visit((session) => session.verifyLink({ tokenHash, type: "recovery" }));
        expect(answer).toMatchObject({ ok: true });
        expect(await browser.visit((session) => session.changePassword({ password: "a new password" }))).toEqual({
          ok: true,
        });
        expect((await signIn(email, "a new password")).answer).toEqual({ ok: true });
      });

      test("answers a reset alike for unknown addresses and for a repeated request", async () => {
        const { email } = await confirmedMember();
        for (const address of [email, email, newAddress()]) {
          const answer = await openBrowser(under.identity).visit((session) => session.requestPasswordReset(address));
          expect(answer).toEqual({ ok: true });
        }
      });
    });
  });
}
