import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Mail } from "../../app/server/mail/mailer.ts";
import { decodeCursor } from "../../app/server/database/page-cursor.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { createShare, revokeShare, takeDownShare } from "../../app/sharing/shares.server.ts";
import { mailReports, storeReport } from "../../app/sharing/reports/reports.server.ts";
import { openShare } from "../../app/sharing/open-share.server.ts";
import { readShare, readSharePage, sharesPageSize } from "../../app/sharing/read-share.server.ts";
import { type OpenEngine, usualEngine } from "./engines.ts";
import { newMember, newPhoto, newShare, newTransformation } from "./members.ts";

const appUrl = "https://photogem.example";

/** A host whose copies have these numbers of bytes by width; sharing calls nothing else. */
const hostOf = (weights: Record<number, number>) =>
  ({
    derive: async (_publicId: string, width: number) => ({
      bytes: new Uint8Array(weights[width] ?? 1),
      mimeType: "image/jpeg",
    }),
  }) as unknown as PhotoHost;
const photoHost = hostOf({});

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`sharing on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    /** A member's finished result. */
    async function finished(memberId: string): Promise<string> {
      const id = await newTransformation(open.kysely, memberId);
      const result = await newPhoto(open.kysely, memberId);
      await open.kysely
        .updateTable("transformations")
        .set({ status: "completed", result_photo_id: result, enhanced_url: `/images/${result}/full` })
        .where("id", "=", id)
        .execute();
      return id;
    }
    const share = (memberId: string, transformationId: string, showsOriginal = false, host = photoHost) =>
      createShare({ database: open.database, photoHost: host }, memberId, { transformationId, showsOriginal });
    const shareOf = (memberId: string, id: string) => readShare({ database: open.database, appUrl }, memberId, id);
    async function shared() {
      const memberId = await newMember(open.kysely);
      const transformationId = await finished(memberId);
      expect(await share(memberId, transformationId)).toEqual({ ok: true });
      const made = await shareOf(memberId, transformationId);
      if (!made) throw new Error("not shared");
      return { memberId, transformationId, share: made, token: made.url.slice(-32) };
    }
    const isOpen = async (token: string) => (await openShare(open.database, token)) !== null;

    test("gives a finished result one link of 128 random bits for repeated requests", async () => {
      const { memberId, transformationId, share: first, token } = await shared();
      expect(first.url).toMatch(/^https:\/\/photogem\.example\/s\/[0-9a-f]{32}$/);
      expect(await share(memberId, transformationId)).toEqual({ ok: true });
      expect(await shareOf(memberId, transformationId)).toEqual(first);
      expect(await isOpen(token)).toBe(true);
    });

    test("makes one link for twenty concurrent requests", async () => {
      const memberId = await newMember(open.kysely);
      const transformationId = await finished(memberId);
      const answers = await Promise.all(Array.from({ length: 20 }, () => share(memberId, transformationId)));
      expect(answers.every(({ ok }) => ok)).toBe(true);
      const rows = await open.kysely
        .selectFrom("shares")
        .select("token")
        .where("transformation_id", "=", transformationId)
        .execute();
      expect(rows).toHaveLength(1);
    });

    test("shows the original only while its owner allows it, under the same link", async () => {
      const { memberId, transformationId, token, share: first } = await shared();
      expect(await openShare(open.database, token)).toMatchObject({ original: null });
      await share(memberId, transformationId, true);
      expect((await openShare(open.database, token))?.original?.width).toBe(900);
      expect((await shareOf(memberId, transformationId))?.url).toBe(first.url);
      await share(memberId, transformationId, false);
      expect(await openShare(open.database, token)).toMatchObject({ original: null });
    });

    test("refuses unfinished, missing and foreign transformations", async () => {
      const [ada, bayo] = [await newMember(open.kysely), await newMember(open.kysely)];
      const processing = await newTransformation(open.kysely, ada);
      const bayos = await finished(bayo);
      for (const id of [processing, bayos, randomUUID(), "1' or '1'='1", ""]) {
        expect(await share(ada, id)).toEqual({ ok: false, problem: "not-found" });
      }
      expect(await open.kysely.selectFrom("shares").select("id").where("user_id", "in", [ada, bayo]).execute()).toEqual(
        [],
      );
    });

    test("ends a revoked link and makes a different one next", async () => {
      const { memberId, transformationId, share: first, token } = await shared();
      expect(await revokeShare(open.database, memberId, first.id)).toBe(true);
      expect(await isOpen(token)).toBe(false);
      expect(await shareOf(memberId, transformationId)).toBeNull();
      expect(await revokeShare(open.database, memberId, first.id)).toBe(true);
      await share(memberId, transformationId);
      const second = await shareOf(memberId, transformationId);
      expect(second?.url).toBeDefined();
      expect(second?.url).not.toBe(first.url);
      expect(await isOpen(token)).toBe(false);
    });

    test("prevents members from revoking and reading foreign links", async () => {
      const { transformationId, share: first, token } = await shared();
      const bayo = await newMember(open.kysely);
      for (const id of [first.id, randomUUID(), token]) {
        expect(await revokeShare(open.database, bayo, id)).toBe(false);
      }
      expect(await isOpen(token)).toBe(true);
      expect(await shareOf(bayo, transformationId)).toBeNull();
      expect((await readSharePage({ database: open.database, appUrl }, bayo, null)).shares).toEqual([]);
    });

    test("prevents opening, revoking and resharing after a take-down", async () => {
      const { memberId, transformationId, share: first, token } = await shared();
      expect(await takeDownShare(open.database, token)).toEqual({ ok: true, links: 1 });
      expect(await isOpen(token)).toBe(false);
      expect(await shareOf(memberId, transformationId)).toMatchObject({ takenDown: true });
      expect(await revokeShare(open.database, memberId, first.id)).toBe(false);
      expect(await share(memberId, transformationId)).toEqual({ ok: false, problem: "taken-down" });
      expect(await takeDownShare(open.database, token)).toEqual({ ok: false, problem: "already-taken-down" });
      expect(await takeDownShare(open.database, "0".repeat(32))).toEqual({ ok: false, problem: "unknown" });
    });

    test("takes down the new link when the reported one was revoked", async () => {
      const { memberId, transformationId, share: first, token } = await shared();
      await revokeShare(open.database, memberId, first.id);
      await share(memberId, transformationId);
      const second = await shareOf(memberId, transformationId);
      expect(await takeDownShare(open.database, token)).toEqual({ ok: true, links: 2 });
      expect(await isOpen(second?.url.slice(-32) ?? "")).toBe(false);
      expect(await share(memberId, transformationId)).toEqual({ ok: false, problem: "taken-down" });
    });

    test("deletes a link with its transformation and with its owner's account", async () => {
      const first = await shared();
      await open.kysely.deleteFrom("transformations").where("id", "=", first.transformationId).execute();
      expect(await isOpen(first.token)).toBe(false);
      const second = await shared();
      await sql`delete from auth.users where id = ${second.memberId}`.execute(open.kysely);
      expect(await isOpen(second.token)).toBe(false);
      const left = await open.kysely
        .selectFrom("shares")
        .select("id")
        .where("user_id", "in", [first.memberId, second.memberId])
        .execute();
      expect(left).toEqual([]);
    });

    test("uses the largest picture of at most 100 kB for link previews", async () => {
      const memberId = await newMember(open.kysely);
      const widthWith = async (host: PhotoHost) => {
        const id = await finished(memberId);
        await share(memberId, id, false, host);
        const token = (await shareOf(memberId, id))?.url.slice(-32) ?? "";
        return (await openShare(open.database, token))?.previewWidth;
      };
      expect(await widthWith(hostOf({ 960: 100_000 }))).toBe(960);
      expect(await widthWith(hostOf({ 960: 100_001, 640: 90_000 }))).toBe(640);
      expect(await widthWith(hostOf({ 960: 500_000, 640: 200_000, 320: 100_001 }))).toBeNull();
    });

    test("lists live and taken-down links, newest first, page by page, without revoked ones", async () => {
      const memberId = await newMember(open.kysely);
      const tokens: string[] = [];
      for (let count = 0; count < sharesPageSize + 3; count += 1) {
        tokens.unshift(await newShare(open.kysely, memberId, await newTransformation(open.kysely, memberId)));
      }
      await takeDownShare(open.database, tokens[1] ?? "");
      await open.kysely
        .updateTable("shares")
        .set({ revoked_at: new Date() })
        .where("token", "=", tokens[0] ?? "")
        .execute();
      const read = (before: string | null) =>
        readSharePage({ database: open.database, appUrl }, memberId, decodeCursor(before, "uuid"));
      const first = await read(null);
      const second = await read(first.next);
      const seen = [...first.shares, ...second.shares];
      expect(seen.map(({ url }) => url.slice(-32))).toEqual(tokens.slice(1));
      expect(seen.map(({ takenDown }) => takenDown)).toEqual(tokens.slice(1).map((_, place) => place === 0));
      expect(first.shares).toHaveLength(sharesPageSize);
      expect(second.next).toBeNull();
    });

    describe("reports about shared pictures", () => {
      const report = { reason: "other", details: "<b>Look</b>\nat it", email: "eye@example.com" } as const;
      const log = { error: () => {}, warn: () => {} };
      const mailing = (mailer: { send: (mail: Mail) => Promise<void> } | null) =>
        mailReports({ database: open.database, mailer, appUrl, supportEmail: "support@example.com", log });
      const outbox = () => {
        const sent: Mail[] = [];
        return { sent, send: async (mail: Mail) => void sent.push(mail) };
      };
      const waiting = async () =>
        (await open.kysely.selectFrom("share_reports").select("id").where("mailed_at", "is", null).execute()).length;

      test("are mailed to support once with the link and the reporter's text", async () => {
        const { share: reported, token } = await shared();
        await storeReport(open.database, { id: reported.id, token }, report);
        const { sent, send } = outbox();
        await mailing({ send });
        await mailing({ send });
        expect(sent).toHaveLength(1);
        expect(sent[0]).toMatchObject({ to: "support@example.com", subject: "A shared picture was reported" });
        expect(sent[0]?.text).toContain(reported.url);
        expect(sent[0]?.text).toContain("> <b>Look</b>\n> at it");
        expect(sent[0]?.text).toContain("eye@example.com");
        expect(sent[0]?.text).toContain(`npm run shares:takedown ${token}`);
        expect(sent[0]?.html).toContain("&lt;b&gt;Look&lt;/b&gt;");
      });

      test("wait for the next try when the mail is refused or cannot be sent", async () => {
        const { share: reported, token } = await shared();
        await storeReport(open.database, { id: reported.id, token }, { reason: "child" });
        await mailing({ send: () => Promise.reject(new Error("mailbox full")) });
        await mailing(null);
        expect(await waiting()).toBe(1);
        const { sent, send } = outbox();
        await mailing({ send });
        expect(sent).toHaveLength(1);
        expect(await waiting()).toBe(0);
      });

      test("outlive the picture and are deleted after a year", async () => {
        const { share: reported, token, transformationId } = await shared();
        await storeReport(open.database, { id: reported.id, token }, report);
        await open.kysely.deleteFrom("transformations").where("id", "=", transformationId).execute();
        const kept = () =>
          open.kysely.selectFrom("share_reports").select(["share_id", "reason"]).where("token", "=", token).execute();
        await mailing(outbox());
        expect(await kept()).toEqual([{ share_id: null, reason: "other" }]);
        await open.kysely
          .updateTable("share_reports")
          .set({ created_at: new Date(Date.now() - 366 * 86_400_000) })
          .where("token", "=", token)
          .execute();
        await mailing(outbox());
        expect(await kept()).toEqual([]);
      });
    });
  });
}
