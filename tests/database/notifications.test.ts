import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Mail, Mailer } from "../../app/server/mail/mailer.ts";
import { claimNotice, mailDoneNotices } from "../../app/transformations/notifications/mail-done-notices.server.ts";
import { recordSeen, saveNoticesSetting } from "../../app/transformations/notifications/done-notices.server.ts";
import { notificationTexts } from "../../app/tools/notification-texts.ts";
import {
  cancelTransformation,
  failTransformation,
} from "../../app/transformations/ending/end-transformation.server.ts";
import { usualEngine } from "./engines.ts";
import { newMember, newTransformation } from "./members.ts";
import { openTransformationScene, RecordingGenerator, type TransformationScene } from "./transformation-scene.ts";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`notifications on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => void (scene = await openTransformationScene(engine)));
    afterAll(() => scene.close());
    beforeEach(async () => {
      logged.length = 0;
      await scene.open.kysely.deleteFrom("done_notices").execute();
    });

    const logged: unknown[] = [];
    const log = {
      info: (entry: unknown) => void logged.push(entry),
      warn: (entry: unknown) => void logged.push(entry),
    };
    const sweep = (mailer: Mailer | null) =>
      mailDoneNotices({
        database: scene.open.database,
        mailer,
        appUrl: "https://photogem.example",
        supportEmail: "help@photogem.example",
        sessionSecret: "a secret",
        texts: notificationTexts,
        log,
      });
    const outbox = (refused = (_mail: Mail): boolean => false) => {
      const sent: Mail[] = [];
      const send = async (mail: Mail) => {
        if (refused(mail)) throw Object.assign(new Error(`451 ${mail.to}`), { code: "EENVELOPE", responseCode: 451 });
        sent.push(mail);
      };
      return { sent, send };
    };
    const mailed = async () => {
      const box = outbox();
      await sweep(box);
      return box.sent.map(({ subject }) => subject);
    };
    const pending = async () => (await scene.open.kysely.selectFrom("done_notices").select("id").execute()).length;
    const update = (statement: ReturnType<typeof sql>) => statement.execute(scene.open.kysely);
    const requestedAgo = (id: string, seconds: number) =>
      update(sql`update transformations set created_at = now() - ${seconds} * interval '1 second' where id = ${id}`);
    const seenAgo = (id: string, seconds: number) =>
      update(sql`update transformations set seen_at = now() - ${seconds} * interval '1 second' where id = ${id}`);
    const fail = (id: string) => failTransformation(scene.open.database, id, "rejected");
    const complete = (id: string) => scene.run(id, new RecordingGenerator(scene.made));
    /** A running transformation, requested two minutes ago. */
    async function longOne(email?: string) {
      const memberId = await newMember(scene.open.kysely, email);
      const id = await newTransformation(scene.open.kysely, memberId);
      await requestedAgo(id, 120);
      return { memberId, id };
    }
    /** A batch of `count` transformations, requested two minutes ago. */
    async function longBatch(count: number) {
      const { kysely } = scene.open;
      const memberId = await newMember(kysely);
      const batch = { user_id: memberId, tool: "surprise-me", idempotency_key: randomUUID() };
      const { id } = await kysely.insertInto("batches").values(batch).returning("id").executeTakeFirstOrThrow();
      const ids: string[] = [];
      for (let position = 1; position <= count; position++) ids.push(await inBatch(memberId, id, position));
      return { memberId, id, ids };
    }
    async function inBatch(memberId: string, batchId: string, position: number) {
      const id = await newTransformation(scene.open.kysely, memberId);
      await update(
        sql`update transformations set batch_id = ${batchId}, batch_position = ${position} where id = ${id}`,
      );
      await requestedAgo(id, 120);
      return id;
    }

    test("mails a slow result once to a member who left and stores nothing of it", async () => {
      const { id, memberId } = await scene.requested();
      await update(sql`update auth.users set email = 'left@example.com' where id = ${memberId}`);
      await requestedAgo(id, 61);
      await complete(id);
      const box = outbox();
      expect(await sweep(box)).toEqual({ mailed: 1 });
      expect(box.sent).toMatchObject([
        {
          to: "left@example.com",
          subject: "Your photo is ready",
          text: expect.stringContaining(`https://photogem.example/surprise-me?job=${id}`),
        },
      ]);
      expect([await mailed(), await pending()]).toEqual([[], 0]);
      expect(JSON.stringify(logged)).not.toContain("left@example.com");
    });

    test("mails a failure with its reason and the refunded gem", async () => {
      const { id } = await scene.requested();
      await requestedAgo(id, 61);
      await fail(id);
      const box = outbox();
      await sweep(box);
      expect(box.sent).toMatchObject([
        {
          subject: "Your photo could not be made",
          text: expect.stringMatching(/could not use this photo[^]*Your gem is back/),
        },
      ]);
    });

    test("mails nothing about quick, watched and cancelled transformations", async () => {
      const [quick, looked, cancelled] = [await longOne(), await longOne(), await longOne()];
      await requestedAgo(quick.id, 55);
      await recordSeen(scene.open.database, looked.memberId, [{ id: looked.id, status: "processing", seconds: 120 }]);
      await Promise.all([fail(quick.id), fail(looked.id)]);
      expect(await cancelTransformation(scene.open.database, cancelled.memberId, cancelled.id)).toBe(true);
      expect([await pending(), await mailed()]).toEqual([0, []]);
    });

    test("mails a member who looked a while ago and records views only of old, running transformations", async () => {
      const [left, young] = [await longOne(), await longOne()];
      await seenAgo(left.id, 25);
      await requestedAgo(young.id, 30);
      const seen = (memberId: string, id: string) =>
        recordSeen(scene.open.database, memberId, [{ id, status: "processing" }]);
      await seen(young.memberId, young.id);
      expect((await scene.row(young.id)).seen_at).toBeNull();
      await seen(young.memberId, left.id);
      await fail(left.id);
      await seen(left.memberId, left.id);
      expect(await mailed()).toHaveLength(1);
    });

    test("mails nothing to members who switched notifications off, also about earlier results", async () => {
      const [before, after] = [await longOne(), await longOne()];
      await saveNoticesSetting(scene.open.database, before.memberId, false);
      await Promise.all([fail(before.id), fail(after.id)]);
      await saveNoticesSetting(scene.open.database, after.memberId, false);
      expect([await mailed(), await pending()]).toEqual([[], 0]);
      const again = await newTransformation(scene.open.kysely, before.memberId);
      await saveNoticesSetting(scene.open.database, before.memberId, true);
      await requestedAgo(again, 120);
      await fail(again);
      expect(await mailed()).toHaveLength(1);
    });

    test("mails each notification once from two concurrent sweepers", async () => {
      for (let n = 0; n < 8; n++) await fail((await longOne(`sweeper-${n}@example.com`)).id);
      const box = outbox();
      await Promise.all([sweep(box), sweep(box), sweep(box)]);
      expect(box.sent.map(({ to }) => to).sort()).toEqual(
        Array.from({ length: 8 }, (_, n) => `sweeper-${n}@example.com`),
      );
      await update(sql`delete from auth.users where email like 'sweeper-%'`);
    });

    test("releases the claim of a sender that dies between claiming and sending", async () => {
      const { id } = await longOne();
      await fail(id);
      expect(await claimNotice(scene.open.database)).toMatchObject({ notice: { id, tries: 1 } });
      expect(await mailed()).toEqual([]);
      await update(sql`update done_notices set claimed_at = now() - interval '121 seconds'`);
      expect(await mailed()).toHaveLength(1);
      expect(await pending()).toBe(0);
    });

    test("retries a refused mail after a pause without delaying other members' mails", async () => {
      const [refused, other] = [await longOne("refused@example.com"), await longOne("other@example.com")];
      await fail(refused.id);
      await fail(other.id);
      const box = outbox(({ to }) => to === "refused@example.com");
      await sweep(box);
      await sweep(box);
      expect(box.sent.map(({ to }) => to)).toEqual(["other@example.com"]);
      expect(logged).toEqual([{ notice: refused.id, reason: "EENVELOPE 451" }]);
      await update(sql`update done_notices set claimed_at = now() - interval '3 minutes'`);
      expect(await mailed()).toHaveLength(1);
    });

    test("abandons a mail after a day and stores nothing where there is no mail", async () => {
      await fail((await longOne()).id);
      await update(sql`update done_notices set ended_at = now() - interval '25 hours'`);
      expect([await mailed(), await pending()]).toEqual([[], 0]);
      await fail((await longOne()).id);
      await sweep(null);
      expect(await pending()).toBe(0);
    });

    test("removes the notifications of deleted transformations and accounts", async () => {
      const [row, account] = [await longOne(), await longOne()];
      await Promise.all([fail(row.id), fail(account.id)]);
      await update(sql`delete from transformations where id = ${row.id}`);
      await update(sql`delete from auth.users where id = ${account.memberId}`);
      expect(await pending()).toBe(0);
    });

    test("mails a batch once after its last photo", async () => {
      const { id, ids } = await longBatch(3);
      const [first = "", second = "", third = ""] = ids;
      await fail(first);
      await fail(second);
      expect(await mailed()).toEqual([]);
      await fail(third);
      const box = outbox();
      await Promise.all([sweep(box), sweep(box)]);
      expect(box.sent).toMatchObject([
        { subject: "Your 3 photos could not be made", text: expect.stringContaining(`/batches/${id}`) },
      ]);
      expect(await pending()).toBe(0);
    });

    test("counts the last attempt of a batch's photo and reports a retry separately", async () => {
      const { memberId, id, ids } = await longBatch(2);
      for (const each of ids) await fail(each);
      expect(await mailed()).toEqual(["Your 2 photos could not be made"]);
      const again = await inBatch(memberId, id, 2);
      await update(
        sql`update transformations set status = 'completed', enhanced_url = '/x', finished_at = now() where id = ${again}`,
      );
      await update(sql`select public.note_end(${again}, 60, 20)`);
      expect(await mailed()).toEqual(["1 of your 2 photos is ready"]);
    });

    test("mails nothing about a batch whose last photo the member watches", async () => {
      const { memberId, ids } = await longBatch(2);
      const [first = "", last = ""] = ids;
      await fail(first);
      await recordSeen(scene.open.database, memberId, [{ id: last, status: "processing", seconds: 120 }]);
      await fail(last);
      expect([await pending(), await mailed()]).toEqual([0, []]);
    });

    test("mails nothing about a batch whose last photo the member cancels, but reports later ones", async () => {
      const { memberId, id, ids } = await longBatch(2);
      const [first = "", last = ""] = ids;
      await fail(first);
      expect(await pending()).toBe(1);
      expect(await cancelTransformation(scene.open.database, memberId, last)).toBe(true);
      expect([await pending(), await mailed()]).toEqual([0, []]);
      await fail(await inBatch(memberId, id, 1));
      expect(await mailed()).toHaveLength(1);
    });

    test("reports transformations that end while a mail is being sent", async () => {
      const { memberId, id, ids } = await longBatch(1);
      await fail(ids[0] ?? "");
      const box = outbox();
      let again = async () => fail(await inBatch(memberId, id, 1));
      await sweep({
        send: async (mail) => {
          await box.send(mail);
          await again();
          again = async () => true;
        },
      });
      expect(box.sent).toHaveLength(2);
      expect(await pending()).toBe(0);
    });
  });
}
