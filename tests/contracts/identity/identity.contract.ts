import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Identity } from "../../../app/account/identity.ts";
import { openBrowser, type Browser } from "./browser.ts";

/** One identity to hold the contract against, however it is run. */
export interface IdentityUnderTest {
  identity: Identity;
  /** The same identity for an app served over https. */
  secureIdentity: Identity;
  /** The token in the newest link mailed to an address, waiting for the mail to arrive. */
  mailedToken(kind: "confirmation" | "recovery", address: string): Promise<string>;
  /** The gem balance of a member's profile. */
  coins(memberId: string): Promise<number>;
  close(): Promise<void>;
}

const password = "correct horse 1";
const newAddress = () => `member-${randomUUID()}@example.com`;

/** With nothing to `open` the suite is skipped, and says so: `needs` names the variables that would run it. */
export function identityContract(name: string, open: (() => Promise<IdentityUnderTest>) | null, needs = "") {
  if (!open) process.stderr.write(`SKIPPED: the identity contract on ${name}; set ${needs} to run it.\n`);
  describe.skipIf(!open)(`identity: ${name}`, () => {
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
    /** What became of the session of a request that is nobody's. */
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
      test("a new account signs nobody in and refuses its password until the address is confirmed", async () => {
        const email = newAddress();
        const browser = openBrowser(under.identity);
        const answer = await browser.visit((session) => session.signUp({ fullName: "Ada Obi", email, password }));
        expect(answer).toMatchObject({ ok: true });
        expect(browser.cookieNames()).toEqual([]);
        const early = await signIn(email);
        expect(early.answer).toMatchObject({ ok: false, problem: "email-not-confirmed" });
        expect(await member(early.browser)).toBeNull();
      });

      test("the mailed link confirms the address and signs its person in", async () => {
        const { email, browser } = await confirmedMember();
        expect(await member(browser)).toMatchObject({ email });
        expect(await proven(browser)).toMatchObject({ email });
        expect((await signIn(email)).answer).toEqual({ ok: true });
      });

      test("a confirmed address brings 2 gems", async () => {
        const { browser } = await confirmedMember();
        const { id } = (await member(browser)) ?? { id: "" };
        expect(await under.coins(id)).toBe(2);
      });

      test("addresses are the same in any case", async () => {
        const { email } = await confirmedMember();
        expect((await signIn(email.toUpperCase())).answer).toEqual({ ok: true });
      });

      test("signing a known address up answers as for a new one and changes nothing", async () => {
        const { email } = await confirmedMember();
        expect(await signUp(email, "another password")).toMatchObject({ ok: true });
        expect((await signIn(email, "another password")).answer).toMatchObject({ problem: "invalid-credentials" });
        expect((await signIn(email)).answer).toEqual({ ok: true });
      });

      test("signing an unconfirmed address up again answers as for a new one and keeps the first password", async () => {
        const email = newAddress();
        await signUp(email);
        expect(await signUp(email, "another password")).toMatchObject({ ok: true });
        expect((await signIn(email, "another password")).answer).toMatchObject({ problem: "invalid-credentials" });
        expect((await signIn(email)).answer).toMatchObject({ problem: "email-not-confirmed" });
      });

      test("a sign-up that creates an account names it, and a repeated one does not name the first", async () => {
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

      test("the password that the person of the mailed link settles replaces a stranger's and ends its sessions", async () => {
        const { email, browser } = await confirmedMember("Mallory");
        const stranger = await signIn(email);
        const settled = await browser.visit((session) => session.settlePassword("the owner's own 1"));
        expect(settled).toEqual({ ok: true, replaced: true });
        expect(await proven(stranger.browser)).toBeNull();
        expect((await signIn(email)).answer).toMatchObject({ problem: "invalid-credentials" });
        expect((await signIn(email, "the owner's own 1")).answer).toEqual({ ok: true });
      });

      test("settling the password that is in force changes nothing", async () => {
        const { email, browser } = await confirmedMember();
        const settled = await browser.visit((session) => session.settlePassword(password));
        expect(settled).toEqual({ ok: true, replaced: false });
        expect((await signIn(email)).answer).toEqual({ ok: true });
      });

      test("the confirmation link can be asked for again, with one answer for everyone", async () => {
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
      ])("a password %s is refused as weak, in words", async (_case, given) => {
        const answer = await signUp(newAddress(), given);
        expect(answer).toMatchObject({ ok: false, problem: "weak-password" });
        expect(answer).toHaveProperty("message", expect.stringMatching(/^Password .*(6|72) characters/));
      });

      test("something that is not an address is refused", async () => {
        expect(await signUp("not an address")).toMatchObject({ ok: false, problem: "refused" });
      });
    });

    describe("mailed links", () => {
      test("work once", async () => {
        const { tokenHash } = await confirmedMember();
        const browser = openBrowser(under.identity);
        const answer = await browser.visit((session) => session.verifyLink({ tokenHash, type: "email" }));
        expect(answer).toMatchObject({ ok: false, problem: "link-invalid" });
        expect(browser.cookieNames()).toEqual([]);
      });

      test("work for their own purpose only, and cannot be made up", async () => {
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
      test("a wrong password and an unknown address get the same refusal", async () => {
        const { email } = await confirmedMember();
        const wrong = await signIn(email, "wrong password");
        const unknown = await signIn(newAddress());
        expect(wrong.answer).toMatchObject({ ok: false, problem: "invalid-credentials" });
        expect(wrong.answer).toEqual(unknown.answer);
        expect(wrong.browser.cookieNames()).toEqual([]);
      });

      test("sets cookies no script can read, for the whole site, and forbids caching the answer", async () => {
        const { email } = await confirmedMember();
        const { browser } = await signIn(email);
        const lines = browser.lastHeaders().getSetCookie();
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(/^photogem-session=/);
        expect(lines[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
        expect(browser.lastHeaders().get("Cache-Control")).toContain("no-store");
      });

      test("over https the cookies are Secure and bound to this host", async () => {
        const { email } = await confirmedMember();
        const browser = openBrowser(under.secureIdentity);
        await browser.visit((session) => session.signIn({ email, password }));
        expect(browser.lastHeaders().getSetCookie()[0]).toMatch(
          /^__Host-photogem-session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        );
        expect(await member(browser)).toMatchObject({ email });
      });

      test("a session too long for one cookie is kept in several and cleared whole", async () => {
        const { email, browser } = await confirmedMember("A".repeat(4_000));
        expect(browser.cookieNames().length).toBeGreaterThan(1);
        expect(await member(browser)).toMatchObject({ email });
        await browser.visit((session) => session.signOut());
        expect(browser.cookieNames()).toEqual([]);
      });
    });

    describe("a request", () => {
      test("without cookies is nobody's", async () => {
        const browser = openBrowser(under.identity);
        expect(await member(browser)).toBeNull();
        expect(await proven(browser)).toBeNull();
        expect(browser.lastHeaders().getSetCookie()).toEqual([]);
        expect(await whyNobody(browser)).toBeNull();
      });

      test("with a live session sets no cookies", async () => {
        const { browser } = await confirmedMember();
        expect(await whyNobody(browser)).toBeNull();
        expect(await member(browser)).not.toBeNull();
        expect(browser.lastHeaders().getSetCookie()).toEqual([]);
      });

      test("refreshes a session of which less than 90 s remain, once however often it is asked", async () => {
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

      test("leaves a session alone of which more than 90 s remain", async () => {
        const { browser } = await confirmedMember();
        browser.pretendExpiryIn(120);
        await member(browser);
        expect(browser.lastHeaders().getSetCookie()).toEqual([]);
      });

      test("keeps everyone signed in when six of them refresh the same session at once", async () => {
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

      test("with a session that cannot be refreshed any more is signed out and its cookies are cleared", async () => {
        const { browser } = await confirmedMember();
        const stolen = browser.copy();
        await browser.visit((session) => session.signOut());
        stolen.pretendExpiryIn(-60);
        expect(await whyNobody(stolen)).toBe("ended");
        expect(stolen.cookieNames()).toEqual([]);
      });

      test.each([
        ["rubbish", "rubbish"],
        ["unreadable base64", "base64-%%%"],
        ["another thing", `base64-${Buffer.from('"text"').toString("base64url")}`],
        [
          "a session of wrong types",
          `base64-${Buffer.from('{"access_token":5,"refresh_token":{},"expires_at":9999999999}').toString("base64url")}`,
        ],
      ])("with %s for a session is nobody's and fails nothing", async (_case, value) => {
        // @supabase/ssr says on the console that it dropped the cookie.
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
      test("ends the session on the server: copied cookies prove nothing, although their claims still verify", async () => {
        const { email, browser } = await confirmedMember();
        const stolen = browser.copy();
        expect(await browser.visit((session) => session.signOut())).toEqual({ ok: true });
        expect(browser.cookieNames()).toEqual([]);
        expect(await member(stolen)).toMatchObject({ email });
        expect(await proven(stolen)).toBeNull();
        expect(stolen.cookieNames()).toEqual([]);
      });

      test("leaves the person's other sessions alone", async () => {
        const { email, browser } = await confirmedMember();
        const phone = (await signIn(email)).browser;
        await browser.visit((session) => session.signOut());
        expect(await proven(phone)).toMatchObject({ email });
      });
    });

    describe("leaving", () => {
      test("takes the right password, ends every session, and leaves the address free to join again", async () => {
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

      test("signed out deletes nothing", async () => {
        const answer = await openBrowser(under.identity).visit((session) => session.deleteAccount(password));
        expect(answer.ok).toBe(false);
      });
    });

    describe("passwords", () => {
      test("a changed password replaces the old one and ends the other sessions", async () => {
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
      ])("a new password that is %s is refused", async (_case, given, problem) => {
        const { browser } = await confirmedMember();
        const answer = await browser.visit((session) => session.changePassword({ password: given }));
        expect(answer).toMatchObject({ ok: false, problem });
      });

      test("a session opened with a password changes it only with the current one", async () => {
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

      test("a mailed link proves its owner, and a password does not", async () => {
        const { email, browser } = await confirmedMember();
        const mailProven = (one: Browser) => one.visit((session) => session.mailProvenMember());
        expect(await mailProven(browser)).toMatchObject({ email });
        expect(await mailProven((await signIn(email)).browser)).toBeNull();
      });

      test("a signed-out visitor changes no password", async () => {
        const answer = await openBrowser(under.identity).visit((session) =>
          session.changePassword({ password: "a new password" }),
        );
        expect(answer).toMatchObject({ ok: false, problem: "link-invalid" });
      });

      test("a reset link signs its person in to choose a new password", async () => {
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

      test("a reset answers the same for unknown addresses, and when asked for again at once", async () => {
        const { email } = await confirmedMember();
        for (const address of [email, email, newAddress()]) {
          const answer = await openBrowser(under.identity).visit((session) => session.requestPasswordReset(address));
          expect(answer).toEqual({ ok: true });
        }
      });
    });
  });
}
