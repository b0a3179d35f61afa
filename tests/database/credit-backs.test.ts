import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { createShare } from "../../app/sharing/shares.server.ts";
import { creditBack } from "../../app/transformations/ending/credit-back.server.ts";
import { engines, type OpenEngine } from "./engines.ts";
import { accountOf, newMember, newMemberWithGems, newShare, newTransformation } from "./members.ts";

for (const engine of engines) {
  describe.skipIf(engine.missing)(`credit-backs on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    /** A paid and delivered transformation of the member. */
    async function delivered(member: string): Promise<string> {
      const id = await newTransformation(open.kysely, member);
      await open.database.asService((trx) =>
        sql`select public.deduct_coins_for_transformation(${member}, ${id}, 1)`.execute(trx),
      );
      await open.kysely
        .updateTable("transformations")
        .set({ status: "completed", enhanced_url: "/images/x/full" })
        .where("id", "=", id)
        .execute();
      return id;
    }
    const giveBack = (member: string, id: string) => creditBack(open.database, member, id, "not-me");
    const coins = async (member: string) => (await accountOf(open.kysely, member)).coins;

    test("returns the gem once with reason and photo name for repeated requests", async () => {
      const member = await newMember(open.kysely);
      const id = await delivered(member);
      expect(await giveBack(member, id)).toEqual({ ok: true });
      expect(await creditBack(open.database, member, id, null)).toEqual({ ok: true });
      const account = await accountOf(open.kysely, member);
      expect(account.coins).toBe(2);
      expect(account.ledger.map(({ type, amount, description }) => [type, amount, description])).toEqual([
        ["bonus", 2, "Welcome bonus"],
        ["usage", -1, "Lagos"],
        ["refund", 1, "Gem returned: it does not look like me (Lagos)"],
      ]);
      const row = await open.kysely.selectFrom("transformations").selectAll().where("id", "=", id).executeTakeFirst();
      expect(row).toMatchObject({ status: "completed", coins_used: 0 });
    });

    test("refuses a transformation that is running, failed or another member's", async () => {
      const [member, other] = [await newMember(open.kysely), await newMember(open.kysely)];
      const inWork = await newTransformation(open.kysely, member);
      const theirs = await delivered(other);
      const missing = { ok: false, problem: "missing" };
      expect(await giveBack(member, inWork)).toEqual(missing);
      expect(await giveBack(member, theirs)).toEqual(missing);
      expect(await giveBack(member, "no id at all")).toEqual(missing);
      await open.kysely
        .updateTable("transformations")
        .set({ status: "failed", failure: "failed" })
        .where("id", "=", inWork)
        .execute();
      expect(await giveBack(member, inWork)).toEqual(missing);
      expect(await coins(other)).toBe(1);
    });

    test("refuses a result that was ever shared, revoked links included", async () => {
      const member = await newMember(open.kysely);
      const id = await delivered(member);
      await newShare(open.kysely, member, id);
      expect(await giveBack(member, id)).toEqual({ ok: false, problem: "shared" });
      await open.kysely.updateTable("shares").set({ revoked_at: new Date() }).where("user_id", "=", member).execute();
      expect(await giveBack(member, id)).toEqual({ ok: false, problem: "shared" });
      expect(await coins(member)).toBe(1);
    });

    test("prevents sharing of a credited-back result", async () => {
      const member = await newMember(open.kysely);
      const id = await delivered(member);
      const photo = { id: randomUUID(), user_id: member, kind: "result", public_id: `${randomUUID()}/Lagos` } as const;
      const picture = { mime_type: "image/jpeg", width: 3, height: 2, bytes: 10, file_name: "Lagos" } as const;
      await open.kysely
        .insertInto("photos")
        .values({ ...photo, ...picture, placeholder: "data:image/webp;base64,AAAA" })
        .execute();
      await open.kysely
        .updateTable("transformations")
        .set({ result_photo_id: photo.id })
        .where("id", "=", id)
        .execute();
      await giveBack(member, id);
      const photoHost = { derive: async () => null } as unknown as PhotoHost;
      const wish = { transformationId: id, showsOriginal: false };
      const shared = await createShare({ database: open.database, photoHost }, member, wish);
      expect(shared).toEqual({ ok: false, problem: "given-back" });
    });

    test("allows two within 30 days, also for concurrent requests and deleted results", async () => {
      const member = await newMemberWithGems(open.kysely, 3);
      const ids = [];
      for (let count = 0; count < 5; count += 1) ids.push(await delivered(member));
      const answers = await Promise.all(ids.map((id) => giveBack(member, id)));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
      expect(await coins(member)).toBe(2);
      await open.kysely.deleteFrom("transformations").where("user_id", "=", member).execute();
      expect(await giveBack(member, await delivered(member))).toEqual({ ok: false, problem: "too-many" });

      await open.kysely.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`update public.coin_transactions set created_at = created_at - interval '30 days'
          where user_id = ${member}`.execute(trx);
      });
      expect(await giveBack(member, await delivered(member))).toEqual({ ok: true });
    });

    test("denies members the SQL function itself", async () => {
      const member = await newMember(open.kysely);
      const id = await delivered(member);
      const call = open.database.asMember(member, (trx) =>
        sql`select public.credit_back_transformation(${member}, ${id}, 'mine')`.execute(trx),
      );
      await expect(call).rejects.toThrow(/permission denied/);
    });
  });
}
