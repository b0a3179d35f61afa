import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenEngine } from "./engines.ts";
import { accountOf, newMember, newTransformation } from "./members.ts";

for (const engine of engines) {
  describe.skipIf(engine.missing)(`the gem ledger on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    /** Calls a function like the server; returns its result. */
    async function call(invocation: ReturnType<typeof sql>): Promise<boolean> {
      const { rows } = await open.database.asService((trx) =>
        sql<{ answer: boolean }>`select ${invocation} as answer`.execute(trx),
      );
      return rows[0]?.answer ?? false;
    }
    const deduct = (member: string, transformation: string, gems = 1) =>
      call(sql`public.deduct_coins_for_transformation(${member}, ${transformation}, ${gems})`);
    const giveBack = (member: string, transformation: string, reason = "Returned: it took too long") =>
      call(sql`public.return_coins_for_transformation(${member}, ${transformation}, ${reason})`);
    const add = (member: string, gems: number, reference: string) =>
      call(sql`public.add_coins_to_user(${member}, ${gems}, 'pro purchase', ${reference})`);
    const end = (transformation: string, status: "completed" | "failed") =>
      open.kysely
        .updateTable("transformations")
        .set(status === "failed" ? { status, failure: "failed" } : { status, enhanced_url: "/images/x/full" })
        .where("id", "=", transformation)
        .execute();
    const rowsOf = async (member: string) =>
      (await accountOf(open.kysely, member)).ledger.map(({ type, amount }) => `${type} ${amount}`);
    const transformation = async (id: string) =>
      open.kysely.selectFrom("transformations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

    describe("a hold", () => {
      test("charges the gem once for repeated requests", async () => {
        const member = await newMember(open.kysely);
        const id = await newTransformation(open.kysely, member);
        expect([await deduct(member, id), await deduct(member, id), await deduct(member, id)]).toEqual([
          true,
          true,
          true,
        ]);
        expect(await rowsOf(member)).toEqual(["bonus 2", "usage -1"]);
        expect((await accountOf(open.kysely, member)).ledger[1]).toMatchObject({
          description: "Lagos",
          transformation_id: id,
        });
      });

      test("a hold is refused with too few gems and leaves nothing behind", async () => {
        const member = await newMember(open.kysely);
        const id = await newTransformation(open.kysely, member);
        expect(await deduct(member, id, 3)).toBe(false);
        expect(await rowsOf(member)).toEqual(["bonus 2"]);
        expect((await accountOf(open.kysely, member)).coins).toBe(2);
      });

      test("a hold is refused for a foreign, a missing and an ended transformation", async () => {
        const [ada, bayo] = [await newMember(open.kysely), await newMember(open.kysely)];
        const ended = await newTransformation(open.kysely, ada);
        await end(ended, "failed");
        expect(await deduct(bayo, await newTransformation(open.kysely, ada))).toBe(false);
        expect(await deduct(ada, randomUUID())).toBe(false);
        expect(await deduct(ada, ended)).toBe(false);
        expect([await rowsOf(ada), await rowsOf(bayo)]).toEqual([["bonus 2"], ["bonus 2"]]);
      });

      test.each([0, -1, null])("rejects %s gems as a bug", async (gems) => {
        const member = await newMember(open.kysely);
        const id = await newTransformation(open.kysely, member);
        await expect(call(sql`public.deduct_coins_for_transformation(${member}, ${id}, ${gems})`)).rejects.toThrow(
          /at least 1/,
        );
      });
    });

    describe("a refund", () => {
      test("returns held gems once with the reason in the history", async () => {
        const member = await newMember(open.kysely);
        const id = await newTransformation(open.kysely, member);
        await deduct(member, id, 2);
        await end(id, "failed");
        expect([await giveBack(member, id), await giveBack(member, id)]).toEqual([true, true]);
        expect(await rowsOf(member)).toEqual(["bonus 2", "usage -2", "refund 2"]);
        expect((await accountOf(open.kysely, member)).ledger[2]?.description).toBe(
          "Returned: it took too long (Lagos)",
        );
        expect((await transformation(id)).coins_used).toBe(0);
      });

      test("returns nothing for a running or delivered transformation", async () => {
        const member = await newMember(open.kysely);
        const id = await newTransformation(open.kysely, member);
        await deduct(member, id);
        expect(await giveBack(member, id)).toBe(false);
        await end(id, "completed");
        expect(await giveBack(member, id)).toBe(false);
        expect(await rowsOf(member)).toEqual(["bonus 2", "usage -1"]);
      });

      test("returns nothing without a hold, nor to another member", async () => {
        const [ada, bayo] = [await newMember(open.kysely), await newMember(open.kysely)];
        const id = await newTransformation(open.kysely, ada);
        expect(await giveBack(ada, id)).toBe(false);
        await deduct(ada, id);
        await end(id, "failed");
        expect(await giveBack(bayo, id)).toBe(false);
        expect([await rowsOf(ada), await rowsOf(bayo)]).toEqual([["bonus 2", "usage -1"], ["bonus 2"]]);
      });

      test("returns nothing for a deleted row, whose gem was settled or returned before", async () => {
        const member = await newMember(open.kysely);
        const [delivered, failed] = [
          await newTransformation(open.kysely, member),
          await newTransformation(open.kysely, member),
        ];
        await deduct(member, delivered);
        await deduct(member, failed);
        await end(failed, "failed");
        await giveBack(member, failed);
        await open.kysely.deleteFrom("transformations").where("user_id", "=", member).execute();
        expect([await giveBack(member, delivered), await giveBack(member, failed)]).toEqual([false, true]);
        expect(await rowsOf(member)).toEqual(["bonus 2", "usage -1", "usage -1", "refund 1"]);
      });

      test("ends the hold, so that deducting again charges nothing", async () => {
        const member = await newMember(open.kysely);
        const id = await newTransformation(open.kysely, member);
        await deduct(member, id);
        await end(id, "failed");
        await giveBack(member, id);
        await deduct(member, id);
        expect(await rowsOf(member)).toEqual(["bonus 2", "usage -1", "refund 1"]);
      });
    });

    describe("a credited purchase", () => {
      test("adds its gems once per reference, whichever caller repeats it", async () => {
        const [ada, bayo] = [await newMember(open.kysely), await newMember(open.kysely)];
        const reference = `1795205640123-pro-NGN-${randomUUID()}`;
        expect([await add(ada, 50, reference), await add(ada, 50, reference), await add(bayo, 50, reference)]).toEqual([
          true,
          false,
          false,
        ]);
        expect([await rowsOf(ada), await rowsOf(bayo)]).toEqual([["bonus 2", "purchase 50"], ["bonus 2"]]);
      });

      test.each([
        ["no gems", 0, "reference-0"],
        ["fewer than none", -5, "reference-1"],
        ["no reference", 8, ""],
      ])("rejects %s as a bug", async (_, gems, reference) => {
        const member = await newMember(open.kysely);
        await expect(add(member, gems, reference)).rejects.toThrow(/required/);
        expect(await rowsOf(member)).toEqual(["bonus 2"]);
      });

      test("adds no gems for a deleted account", async () => {
        const reference = randomUUID();
        expect(await add(randomUUID(), 8, reference)).toBe(false);
        const row = open.kysely
          .selectFrom("coin_transactions")
          .select("id")
          .where("idempotency_key", "=", `purchase:${reference}`);
        expect(await row.execute()).toEqual([]);
      });
    });

    describe("ledger rows", () => {
      test.each([
        "update public.coin_transactions set amount = 99",
        "delete from public.coin_transactions",
        "truncate public.coin_transactions",
      ])("refuse changes, even the owner's `%s`", async (statement) => {
        const member = await newMember(open.kysely);
        await expect(sql.raw(statement).execute(open.kysely)).rejects.toThrow(/append-only/);
        expect(await rowsOf(member)).toEqual(["bonus 2"]);
      });

      test("outlive the account", async () => {
        const member = await newMember(open.kysely);
        await add(member, 8, randomUUID());
        await sql`delete from auth.users where id = ${member}`.execute(open.kysely);
        expect(await accountOf(open.kysely, member)).toMatchObject({
          coins: undefined,
          ledger: [{ amount: 2 }, { amount: 8 }],
        });
      });

      test.each([
        ["usage", 1],
        ["clawback", 1],
        ["bonus", -1],
        ["refund", -1],
        ["purchase", 0],
        ["gift", 1],
      ])("reject the type %s with amount %i", async (type, amount) => {
        const row = { user_id: randomUUID(), type, amount, idempotency_key: randomUUID() };
        await expect(open.kysely.insertInto("coin_transactions").values(row).execute()).rejects.toThrow(
          /check constraint/,
        );
      });

      test("add up to every member's balance, which is never below 0", async () => {
        const { rows } = await sql`select user_id from public.profiles
          left join public.coin_transactions using (user_id) group by user_id, coins
          having coins <> coalesce(sum(amount), 0) or coins < 0`.execute(open.kysely);
        expect(rows).toEqual([]);
        await expect(sql`update public.profiles set coins = -1`.execute(open.kysely)).rejects.toThrow(
          /check constraint/,
        );
      });
    });
  });
}
