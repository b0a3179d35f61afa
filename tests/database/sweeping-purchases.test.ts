import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../app/server/database/database.ts";
import { settlePurchase } from "../../app/gems/settle-purchase.server.ts";
import { startPurchaseSweeper, sweepPendingPurchases } from "../../app/gems/sweep-purchases.server.ts";
import {
  buyingOnSandbox,
  silentProvider,
  bonus,
  open,
  services,
  checkout,
  gemsOf,
  rowOf,
  age,
} from "./buying-scene.ts";

buyingOnSandbox();

describe("the sweeper of purchases", () => {
  /** Nothing of earlier tests is due. */
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
      // The first claims, the second reads the first purchase.
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
