import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines, type OpenEngine } from "./engines.ts";
import { accountOf, newMember } from "./members.ts";
import type { Database } from "../../app/server/database/database.ts";
import { settlePurchase } from "../../app/gems/settle-purchase.server.ts";
import { startPurchaseSweeper, sweepPendingPurchases } from "../../app/gems/sweep-purchases.server.ts";
import {
  age,
  bonus,
  buyingOnSandbox,
  checkout,
  gemsOf,
  open,
  rowOf,
  services,
  silentProvider,
} from "./buying-scene.ts";

const price = 100_000;
const gems = 8;

for (const engine of engines) {
  describe.skipIf(engine.missing)(`purchases on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    /** A pending purchase of 8 gems for 1000 naira, as the server writes it. Returns its reference. */
    async function newPurchase(memberId: string): Promise<string> {
      const reference = `${randomUUID()}-starter-NGN`;
      await open.database.asService((trx) =>
        trx
          .insertInto("purchases")
          .values({
            user_id: memberId,
            reference,
            package_id: "starter",
            package_name: "Starter",
            gems,
            amount_kobo: price,
            display_currency: "NGN",
          })
          .execute(),
      );
      return reference;
    }

    async function call<T>(invocation: ReturnType<typeof sql>): Promise<T | undefined> {
      const { rows } = await open.database.asService((trx) =>
        sql<{ answer: T }>`select ${invocation} as answer`.execute(trx),
      );
      return rows[0]?.answer;
    }
    const settle = (reference: string, amount = price, currency = "NGN") =>
      call<string>(sql`public.settle_purchase(${reference}, ${amount}, ${currency})`);
    const takeBack = (reference: string) => call<number | null>(sql`public.take_back_purchase(${reference})`);
    const purchase = (reference: string) =>
      open.kysely.selectFrom("purchases").selectAll().where("reference", "=", reference).executeTakeFirstOrThrow();
    const spend = (memberId: string, amount: number) =>
      sql`select private.enter(${memberId}, 'usage', ${-amount}, 'spent', null, ${randomUUID()})`.execute(open.kysely);

    describe("settling a purchase in SQL", () => {
      test("credits the package with the payment's reference in the history", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        expect(await settle(reference)).toBe("credited");
        const { coins, ledger } = await accountOf(open.kysely, member);
        expect(coins).toBe(bonus + gems);
        expect(ledger.at(-1)).toMatchObject({
          type: "purchase",
          amount: gems,
          description: `Starter purchase - 8 gems (Paystack Ref: ${reference})`,
        });
        expect(await purchase(reference)).toMatchObject({ status: "paid", paid_at: expect.any(Date) });
      });

      test("credits once for two calls", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        expect([await settle(reference), await settle(reference)]).toEqual(["credited", "already-credited"]);
        expect((await accountOf(open.kysely, member)).coins).toBe(bonus + gems);
      });

      test("credits once for many concurrent calls", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        const outcomes = await Promise.all(Array.from({ length: 20 }, () => settle(reference)));
        expect(outcomes.filter((outcome) => outcome === "credited")).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === "already-credited")).toHaveLength(19);
        expect(await accountOf(open.kysely, member)).toMatchObject({ coins: bonus + gems, sum: bonus + gems });
      });

      test.each([
        ["too little", price - 1, "NGN", "wrong-amount"],
        ["too much", price + 1, "NGN", "wrong-amount"],
        ["nothing", 0, "NGN", "wrong-amount"],
        ["dollars", price, "USD", "wrong-currency"],
        ["naira in small letters", price, "ngn", "wrong-currency"],
      ])("credits nothing with %s", async (_, amount, currency, outcome) => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        expect(await settle(reference, amount, currency)).toBe(outcome);
        expect((await accountOf(open.kysely, member)).coins).toBe(bonus);
        expect((await purchase(reference)).status).toBe("pending");
      });

      test("credits nothing without an amount or a currency", async () => {
        const reference = await newPurchase(await newMember(open.kysely));
        expect(await call(sql`public.settle_purchase(${reference}, null, 'NGN')`)).toBe("wrong-amount");
        expect(await call(sql`public.settle_purchase(${reference}, ${price}, null)`)).toBe("wrong-currency");
      });

      test("refuses an unknown reference", async () => {
        expect(await settle(randomUUID())).toBe("unknown-reference");
      });

      test("credits a failed purchase that was paid after all", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await open.kysely
          .updateTable("purchases")
          .set({ status: "failed" })
          .where("reference", "=", reference)
          .execute();
        expect(await settle(reference)).toBe("credited");
        expect((await accountOf(open.kysely, member)).coins).toBe(bonus + gems);
      });

      test("credits nothing for a deleted account and retains the purchase as evidence", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await sql`delete from auth.users where id = ${member}`.execute(open.kysely);
        expect(await settle(reference)).toBe("no-member");
        expect(await purchase(reference)).toMatchObject({ user_id: member, status: "pending" });
      });

      test("only records a payment that was credited by hand before", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await sql`select public.add_coins_to_user(${member}, ${gems}, 'by support', ${reference})`.execute(open.kysely);
        expect(await settle(reference)).toBe("already-credited");
        expect((await accountOf(open.kysely, member)).coins).toBe(bonus + gems);
        expect((await purchase(reference)).status).toBe("paid");
      });
    });

    describe("clawing back a purchase in SQL", () => {
      test("removes the remaining gems once", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await settle(reference);
        expect(await takeBack(reference)).toBe(gems);
        expect(await takeBack(reference)).toBe(0);
        const { coins, ledger } = await accountOf(open.kysely, member);
        expect(coins).toBe(bonus);
        expect(ledger.filter(({ type }) => type === "clawback").map(({ amount }) => amount)).toEqual([-gems]);
      });

      test("never goes below zero", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await settle(reference);
        await spend(member, 7);
        expect(await takeBack(reference)).toBe(3);
        expect(await accountOf(open.kysely, member)).toMatchObject({ coins: 0, sum: 0 });
      });

      test("removes nothing from an empty balance", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await settle(reference);
        await spend(member, bonus + gems);
        expect(await takeBack(reference)).toBe(0);
        expect((await accountOf(open.kysely, member)).ledger.some(({ type }) => type === "clawback")).toBe(false);
      });

      test("removes once for many concurrent calls", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await settle(reference);
        const taken = await Promise.all(Array.from({ length: 10 }, () => takeBack(reference)));
        expect(taken.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, gems]);
      });

      test("removes nothing for an unpaid purchase and closes it for good", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        expect(await takeBack(reference)).toBe(0);
        expect(await settle(reference)).toBe("refunded");
        expect((await accountOf(open.kysely, member)).coins).toBe(bonus);
      });

      test("leaves a paid purchase unpayable", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await settle(reference);
        await takeBack(reference);
        expect(await settle(reference)).toBe("already-credited");
        expect((await accountOf(open.kysely, member)).coins).toBe(bonus);
      });

      test("returns null for an unknown reference", async () => {
        expect(await takeBack(randomUUID())).toBeNull();
      });
    });

    describe("permissions on purchases", () => {
      test("let members read their own purchases only", async () => {
        const [ada, obi] = [await newMember(open.kysely), await newMember(open.kysely)];
        const reference = await newPurchase(ada);
        const seenBy = (member: string) =>
          open.database.asMember(member, (trx) => trx.selectFrom("purchases").select("reference").execute());
        expect(await seenBy(ada)).toEqual([{ reference }]);
        expect(await seenBy(obi)).toEqual([]);
      });

      test.each([
        ["settle their own", (reference: string) => sql`select public.settle_purchase(${reference}, ${price}, 'NGN')`],
        ["take back", (reference: string) => sql`select public.take_back_purchase(${reference})`],
        [
          "mark as paid",
          (reference: string) => sql`update public.purchases set status = 'failed' where reference = ${reference}`,
        ],
        ["delete", (reference: string) => sql`delete from public.purchases where reference = ${reference}`],
      ])("do not let members %s", async (_, statement) => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(member);
        await expect(open.database.asMember(member, (trx) => statement(reference).execute(trx))).rejects.toThrow(
          /permission denied/,
        );
        expect((await purchase(reference)).status).toBe("pending");
      });

      test("do not let the server mark a purchase as paid without crediting it", async () => {
        const reference = await newPurchase(await newMember(open.kysely));
        const asPaid = (changes: { status: string; paid_at?: Date }) =>
          open.database.asService((trx) =>
            trx.updateTable("purchases").set(changes).where("reference", "=", reference).execute(),
          );
        await expect(asPaid({ status: "paid" })).rejects.toThrow(/check constraint/);
        await expect(asPaid({ status: "paid", paid_at: new Date() })).rejects.toThrow(/permission denied/);
      });
    });
  });
}

buyingOnSandbox();

describe("the sweeper of purchases", () => {
  /** Makes sure that no purchase of earlier tests is due. */
  beforeEach(() =>
    sql`update purchases set created_at = now() - interval '4 days', status = 'failed' where status <> 'paid'`.execute(
      open.kysely,
    ),
  );

  test("credits a payment whose webhook was lost and whose buyer never returned", async () => {
    const { memberId, reference } = await checkout("pay");
    await age(reference, "3 minutes");
    expect(await sweepPendingPurchases(services)).toEqual({ checked: 1, credited: 1 });
    expect(await gemsOf(memberId)).toBe(bonus + 8);
  });

  test("ignores a purchase in its first two minutes", async () => {
    const { reference } = await checkout("pay");
    await age(reference, "1 minute");
    expect(await sweepPendingPurchases(services)).toEqual({ checked: 0, credited: 0 });
  });

  test("checks failed purchases too, since buyers may try again", async () => {
    const { memberId, reference, click } = await checkout("decline");
    await settlePurchase(services, reference);
    await click("pay");
    await age(reference, "5 minutes");
    await sweepPendingPurchases(services);
    expect(await gemsOf(memberId)).toBe(bonus + 8);
  });

  test("checks at growing intervals of half the purchase's age", async () => {
    const { reference } = await checkout("leave-pending");
    await age(reference, "10 minutes");
    expect((await sweepPendingPurchases(services)).checked).toBe(1);
    expect((await sweepPendingPurchases(services)).checked).toBe(0);
    await age(reference, "4 minutes");
    expect((await sweepPendingPurchases(services)).checked).toBe(0);
    await age(reference, "1 minute 1 second");
    expect((await sweepPendingPurchases(services)).checked).toBe(1);
  });

  test("abandons a purchase after three days with a last check", async () => {
    const [waiting, paid] = [await checkout(null), await checkout("pay")];
    await age(waiting.reference, "3 days 1 minute");
    await age(paid.reference, "3 days 1 minute");
    expect(await sweepPendingPurchases(services)).toEqual({ checked: 2, credited: 1 });
    expect((await rowOf(waiting.reference)).status).toBe("failed");
    expect((await rowOf(paid.reference)).status).toBe("paid");
    await age(waiting.reference, "30 days");
    expect((await sweepPendingPurchases(services)).checked).toBe(0);
  });

  test.for(["webhook", "return page"] as const)("credits a payment after abandonment by the %s", async (way) => {
    const { memberId, reference, click } = await checkout(null);
    await age(reference, "3 days 1 minute");
    await sweepPendingPurchases(services);
    expect((await rowOf(reference)).status).toBe("failed");
    await click("pay");
    await age(reference, "10 days");
    expect((await sweepPendingPurchases(services)).checked).toBe(0);
    await settlePurchase(services, reference, way === "webhook" ? {} : { memberId });
    expect(await gemsOf(memberId)).toBe(bonus + 8);
  });

  test("checks the remaining purchases when one check fails", async () => {
    const purchases = [await checkout("pay"), await checkout("pay"), await checkout("pay")];
    for (const { reference } of purchases) await age(reference, "5 minutes");
    let transactions = 0;
    const asService: Database["asService"] = (work) => {
      // The first transaction claims, the second reads the first purchase.
      if ((transactions += 1) === 2) throw new Error("connection lost");
      return services.database.asService(work);
    };
    const swept = await sweepPendingPurchases({ ...services, database: { ...services.database, asService } });
    expect(swept).toEqual({ checked: 3, credited: 2 });
    for (const { reference } of purchases) await age(reference, "20 minutes");
    expect(await sweepPendingPurchases(services)).toEqual({ checked: 1, credited: 1 });
  });

  test("does not abandon purchases during the provider's outage", async () => {
    const { reference } = await checkout("pay");
    await age(reference, "3 days 1 minute");
    await sweepPendingPurchases({ ...services, payments: silentProvider() });
    expect((await rowOf(reference)).status).toBe("pending");
  });

  test("abandons a purchase that the provider gave no answer about for ten days", async () => {
    const { reference } = await checkout(null);
    await age(reference, "10 days 1 minute");
    await sweepPendingPurchases({ ...services, payments: silentProvider() });
    expect((await rowOf(reference)).status).toBe("failed");
    await age(reference, "20 days");
    expect((await sweepPendingPurchases(services)).checked).toBe(0);
  });

  test("stops on request", async () => {
    await expect(startPurchaseSweeper(services).stop()).resolves.toBeUndefined();
  });
});
