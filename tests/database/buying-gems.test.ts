import { describe, expect, test } from "vitest";
import type { Happening } from "../../app/server/observability/observation.ts";
import type { PaymentProvider } from "../../app/gems/payment-provider.ts";
import { settlePurchase } from "../../app/gems/settle-purchase.server.ts";
import { sweepPendingPurchases } from "../../app/gems/sweep-purchases.server.ts";
import { recordRefunds } from "../../app/gems/record-refunds.server.ts";
import { newMember } from "./members.ts";
import {
  buyingOnSandbox,
  silentProvider,
  bonus,
  open,
  services,
  logged,
  begin,
  checkout,
  gemsOf,
  rowOf,
  age,
  reasons,
} from "./buying-scene.ts";

buyingOnSandbox();

describe("buying gems", () => {
  describe("starting a purchase", () => {
    test("saves the purchase with its package and names it by time, package and currency", async () => {
      const memberId = await newMember(open.kysely);
      const now = new Date("2026-01-02T03:04:05.678Z");
      const started = await begin(memberId, { packageId: "popular", currency: "USD", now });
      expect(started).toMatchObject({ ok: true, reference: `${now.getTime()}-popular-USD` });
      expect(await rowOf(`${now.getTime()}-popular-USD`)).toMatchObject({
        user_id: memberId,
        package_name: "Popular",
        gems: 30,
        amount_kobo: 300_000,
        currency: "NGN",
        display_currency: "USD",
        display_amount_usd_cents: 214,
        status: "pending",
      });
    });

    test("gives purchases of the same millisecond different references", async () => {
      const now = new Date("2026-02-03T04:05:06.007Z");
      const members = await Promise.all(Array.from({ length: 5 }, () => newMember(open.kysely)));
      const started = await Promise.all(members.map((member) => begin(member, { now })));
      const references = started.map((start) => (start.ok ? start.reference : start.problem));
      expect(references.toSorted()).toEqual([0, 1, 2, 3, 4].map((later) => `${now.getTime() + later}-starter-NGN`));
    });

    test("saves nothing for an unknown package and logs the reason", async () => {
      const memberId = await newMember(open.kysely);
      expect(await begin(memberId, { packageId: "platinum" })).toEqual({ ok: false, problem: "no-such-package" });
      expect(await open.kysely.selectFrom("purchases").select("id").where("user_id", "=", memberId).execute()).toEqual(
        [],
      );
      expect(reasons()).toEqual(["no-such-package"]);
    });

    test("closes the purchase when the provider does not answer", async () => {
      const memberId = await newMember(open.kysely);
      expect(await begin(memberId, { payments: silentProvider() })).toEqual({ ok: false, problem: "unavailable" });
      const rows = await open.kysely.selectFrom("purchases").select("status").where("user_id", "=", memberId).execute();
      expect(rows).toEqual([{ status: "failed" }]);
    });
  });

  describe("settling a purchase", () => {
    test("credits a paid purchase and logs it once", async () => {
      const { memberId, reference } = await checkout("pay");
      expect(await settlePurchase(services, reference)).toEqual({ ok: true, gems: 8, credited: true });
      expect(await settlePurchase(services, reference, { memberId })).toEqual({ ok: true, gems: 8, credited: false });
      expect(await gemsOf(memberId)).toBe(bonus + 8);
    });

    test("credits once for concurrent webhook, return page and sweeper", async () => {
      const { memberId, reference } = await checkout("pay", {}, "pro");
      await age(reference, "5 minutes");
      const [webhook, page, sweep] = await Promise.all([
        settlePurchase(services, reference),
        settlePurchase(services, reference, { memberId }),
        sweepPendingPurchases(services),
      ]);
      const credits =
        [webhook, page].filter((settlement) => settlement.ok && settlement.credited).length + sweep.credited;
      expect(credits).toBe(1);
      expect(await gemsOf(memberId)).toBe(bonus + 50);
    });

    test.for([
      [null, "pending", "pending"],
      ["leave-pending", "pending", "pending"],
      ["decline", "failed", "failed"],
    ] as const)("maps %j to the status %s and credits nothing", async ([button, problem, status]) => {
      const { memberId, reference } = await checkout(button);
      expect(await settlePurchase(services, reference)).toEqual({ ok: false, problem });
      expect(await rowOf(reference)).toMatchObject({ status, checked_at: expect.any(Date) });
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("credits a payment that was declined first and then paid", async () => {
      const { memberId, reference, click } = await checkout("decline");
      await settlePurchase(services, reference);
      await click("pay");
      expect(await settlePurchase(services, reference)).toMatchObject({ ok: true, credited: true });
      expect(await gemsOf(memberId)).toBe(bonus + 8);
    });

    test("refuses half the price with one log line that states the reason", async () => {
      const { memberId, reference } = await checkout("pay", { amount: "wrong" });
      expect(await settlePurchase(services, reference)).toEqual({ ok: false, problem: "refused" });
      expect(reasons()).toEqual(["wrong-amount"]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("counts a refusal once and logs repeated checks below error level", async () => {
      const { reference } = await checkout("pay", { amount: "wrong" });
      const noted: string[] = [];
      const observation = { noted: (happening: Happening) => "outcome" in happening && noted.push(happening.outcome) };
      for (let asked = 0; asked < 3; asked += 1) {
        const settlement = await settlePurchase({ ...services, observation }, reference);
        expect(settlement).toMatchObject({ ok: false, problem: "refused" });
      }
      expect(noted).toEqual(["refused", "refused-before", "refused-before"]);
    });

    test("refuses an amount beyond the database's integer for good", async () => {
      const { memberId, reference } = await checkout("pay");
      const payment = { status: "success", reference, amountKobo: 2 ** 40, currency: "NGN", domain: "test" } as const;
      const payments: PaymentProvider = { ...services.payments, verify: async () => ({ ok: true, payment }) };
      expect(await settlePurchase({ ...services, payments }, reference)).toEqual({ ok: false, problem: "refused" });
      expect(reasons()).toEqual(["wrong-amount"]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("refuses test money where real money is expected", async () => {
      const { memberId, reference } = await checkout("pay");
      const payments: PaymentProvider = { ...services.payments, domain: "live" };
      expect(await settlePurchase({ ...services, payments }, reference)).toEqual({ ok: false, problem: "refused" });
      expect(reasons()).toEqual(["wrong-domain"]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("reveals no purchase to another member", async () => {
      const { reference } = await checkout("pay");
      const stranger = await newMember(open.kysely);
      expect(await settlePurchase(services, reference, { memberId: stranger })).toEqual({
        ok: false,
        problem: "not-found",
      });
      expect((await rowOf(reference)).status).toBe("pending");
    });

    test("postpones the settlement when the provider does not answer", async () => {
      const { reference } = await checkout("pay");
      expect(await settlePurchase({ ...services, payments: silentProvider() }, reference)).toEqual({
        ok: false,
        problem: "unavailable",
      });
      expect(await settlePurchase(services, reference)).toMatchObject({ ok: true });
    });

    test("credits nothing for a purchase that was refunded before it was settled", async () => {
      const { memberId, reference } = await checkout("pay");
      await services.payments.refund(reference);
      await expect.poll(() => settlePurchase(services, reference)).toEqual({ ok: false, problem: "returned" });
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("logs no email address in any case", async () => {
      await checkout("pay", { amount: "wrong" }).then(({ reference }) => settlePurchase(services, reference));
      await settlePurchase(services, "ada@example.com");
      expect(logged).not.toEqual([]);
      expect(JSON.stringify(logged)).not.toContain("@example.com");
    });
  });

  describe("clawing back a purchase", () => {
    test("removes the gems after a refund of the whole price", async () => {
      const { memberId, reference } = await checkout("pay");
      await settlePurchase(services, reference);
      await recordRefunds(services, reference, [{ id: "1", kind: "refund", amountKobo: 100_000, status: "begun" }]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });

    test("removes nothing after a partial refund, and the gems once the parts reach the price", async () => {
      const { memberId, reference } = await checkout("pay");
      await settlePurchase(services, reference);
      const part = (id: string) => ({ id, kind: "refund", amountKobo: 50_000, status: "done" }) as const;
      await recordRefunds(services, reference, [part("1")]);
      await recordRefunds(services, reference, [part("1")]);
      expect(await gemsOf(memberId)).toBe(bonus + 8);
      await recordRefunds(services, reference, [part("2")]);
      expect(await gemsOf(memberId)).toBe(bonus);
    });
  });
});
