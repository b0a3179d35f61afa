import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  openPaymentSandbox,
  type RunningPaymentSandbox,
} from "../../app/adapters/embedded/payment-sandbox/payment-sandbox.server.ts";
import { createPaystackPayments } from "../../app/adapters/hosted/paystack/paystack-payments.server.ts";
import type { PaymentProvider } from "../../app/gems/payment-provider.ts";
import { noSandboxFaults, type SandboxFaults } from "../../app/gems/sandbox/payment-sandbox.ts";
import { purchaseEvidence } from "../../app/gems/purchase-evidence.server.ts";
import { readPaidPurchase } from "../../app/gems/receipts/receipt.server.ts";
import { readTransactions } from "../../app/account/settings/transactions.server.ts";
import { refundPurchase } from "../../app/gems/refund-purchase.server.ts";
import { settlePurchase } from "../../app/gems/settle-purchase.server.ts";
import { sweepOpenRefunds } from "../../app/gems/sweep-purchases.server.ts";
import { checkRefunds, recordRefunds } from "../../app/gems/record-refunds.server.ts";
import { usualEngine, type OpenEngine } from "./engines.ts";
import { accountOf, newMember } from "./members.ts";
import { newPaidPurchase, newPurchase, starter } from "./buying-scene.ts";

const log = pino({ level: "silent" });
const bonus = 2;

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`refunds on ${engine.name}`, () => {
    let open: OpenEngine;
    let directory: string;
    let sandbox: RunningPaymentSandbox;
    let payments: PaymentProvider;
    beforeAll(async () => {
      open = await engine.open();
      directory = await mkdtemp(join(tmpdir(), "refunding-"));
      const secretKey = "sk_test_refunding";
      sandbox = await openPaymentSandbox({
        directory,
        secretKey,
        webhookUrl: "http://127.0.0.1:9/api/paystack/webhook",
        checkoutUrl: (accessCode) => `http://localhost/${accessCode}`,
        log,
        retryDelaysMs: [],
        refundStepMs: 0,
      });
      payments = createPaystackPayments({ secretKey, fetch: sandbox.fetch, log });
    });
    afterAll(async () => {
      await sandbox.close();
      await open.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    });

    const refund = (reference: string, change: Partial<PaymentProvider> = {}) =>
      refundPurchase({ database: open.database, payments: { ...payments, ...change }, log }, reference);
    const settle = (reference: string) => settlePurchase({ database: open.database, payments, log }, reference);
    const webhook = (reference: string) => checkRefunds({ database: open.database, payments, log }, reference);
    const gemsOf = async (memberId: string) => (await accountOf(open.kysely, memberId)).coins;
    const spend = (memberId: string, gems: number) =>
      sql`select private.enter(${memberId}, 'usage', ${-gems}, 'spent', null, gen_random_uuid()::text)`.execute(
        open.kysely,
      );
    const atProvider = async (reference: string) => {
      const check = await payments.verify(reference);
      return check.ok ? check.payment.status : check.problem;
    };

    /** A purchase with an opened payment page, paid if `pay`; nothing is credited yet. */
    async function checkout({ pay, ...chosen }: { pay: boolean } & Partial<SandboxFaults>) {
      const member = await newMember(open.kysely);
      const reference = await newPurchase(open, member);
      const started = await payments.initialize({
        reference,
        amountKobo: starter.priceKobo,
        email: "ada@example.com",
        callbackUrl: "http://localhost/return",
        cancelUrl: "http://localhost/cancel",
        metadata: {},
      });
      if (!started.ok) throw new Error(started.problem);
      const accessCode = started.authorizationUrl.split("/").at(-1) ?? "";
      const faults = { ...noSandboxFaults, webhook: "never", ...chosen } as const;
      const click = () => sandbox.act(accessCode, { button: "pay", faults });
      if (pay) await click();
      return { member, reference, click };
    }
    async function bought(chosen: Partial<SandboxFaults> = {}) {
      const { member, reference } = await checkout({ pay: true, ...chosen });
      await settle(reference);
      return { member, reference };
    }
    const refunded = (reference: string, change: object = {}) => ({
      ok: true,
      refund: {
        reference,
        amountKobo: 100_000,
        status: "begun",
        gems: 8,
        clawedBack: 8,
        accountExists: true,
        repeated: false,
        ...change,
      },
    });

    const repeated = { repeated: true, status: "done" };
    const gemsAndStatus = async (member: string, reference: string) => {
      const rows = await open.kysely
        .selectFrom("refunds")
        .select("status")
        .where("reference", "=", reference)
        .execute();
      return [await gemsOf(member), ...rows.map(({ status }) => status).toSorted()];
    };

    test("returns the money and removes the gems", async () => {
      const { member, reference } = await bought();
      expect(await refund(reference)).toEqual(refunded(reference));
      expect(await gemsOf(member)).toBe(bonus);
      expect(await atProvider(reference)).toBe("reversed");
    });

    test("removes the remaining gems where some were spent and states how many", async () => {
      const { member, reference } = await bought();
      await spend(member, 7);
      expect(await refund(reference)).toEqual(refunded(reference, { clawedBack: 3 }));
      expect(await gemsOf(member)).toBe(0);
    });

    test("removes no gems from an empty balance", async () => {
      const { member, reference } = await bought();
      await spend(member, 10);
      expect(await refund(reference)).toEqual(refunded(reference, { clawedBack: 0 }));
    });

    test("repeats the outcome without another request to the provider", async () => {
      const { member, reference } = await bought();
      await refund(reference);
      const asked = vi.fn<PaymentProvider["refund"]>(payments.refund);
      expect(await refund(reference, { refund: asked })).toEqual(refunded(reference, repeated));
      expect(asked).not.toHaveBeenCalled();
      expect(await gemsOf(member)).toBe(bonus);
    });

    test("refunds and removes once for many concurrent calls", async () => {
      const { member, reference } = await bought();
      const answers = await Promise.all(Array.from({ length: 8 }, () => refund(reference)));
      expect(answers.map((answer) => answer.ok && answer.refund.clawedBack)).toEqual(Array(8).fill(8));
      expect(await gemsOf(member)).toBe(bonus);
    });

    describe("after a crash between the two steps", () => {
      const crash = async () => {
        const purchase = await bought();
        await payments.refund(purchase.reference);
        expect(await gemsOf(purchase.member)).toBe(bonus + 8);
        return purchase;
      };

      test("completes when it runs again", async () => {
        const { member, reference } = await crash();
        expect(await refund(reference)).toEqual(refunded(reference, repeated));
        expect(await gemsOf(member)).toBe(bonus);
      });

      test("completes by the provider's webhook, and stays complete when repeated", async () => {
        const { member, reference } = await crash();
        await webhook(reference);
        expect(await gemsOf(member)).toBe(bonus);
        expect(await refund(reference)).toEqual(refunded(reference, repeated));
        await webhook(reference);
        expect(await gemsOf(member)).toBe(bonus);
      });
    });

    test("removes nothing when the answer is lost and completes when it runs again", async () => {
      const { member, reference } = await bought();
      const lost: PaymentProvider["refund"] = async (asked) => {
        await payments.refund(asked);
        return { ok: false, problem: "unavailable" };
      };
      expect(await refund(reference, { refund: lost })).toEqual({ ok: false, problem: "unavailable" });
      expect(await gemsOf(member)).toBe(bonus + 8);
      expect(await refund(reference)).toEqual(refunded(reference, repeated));
    });

    test("completes on another run after the database failed to remove the gems", async () => {
      const { member, reference } = await bought();
      let statements = 0;
      const failing: OpenEngine["database"] = {
        ...open.database,
        asService: (work) => {
          statements += 1;
          return statements <= 4 ? open.database.asService(work) : Promise.reject(new Error("database away"));
        },
      };
      await expect(refundPurchase({ database: failing, payments, log }, reference)).rejects.toThrow("database away");
      expect([await atProvider(reference), await gemsOf(member)]).toEqual(["reversed", bonus + 8]);
      expect(await refund(reference)).toEqual(refunded(reference, repeated));
    });

    test("removes nothing when the provider refuses", async () => {
      const member = await newMember(open.kysely);
      // The purchase is credited here and unknown to the provider.
      const reference = await newPaidPurchase(open, member);
      expect(await refund(reference)).toEqual({ ok: false, problem: "rejected" });
      expect(await gemsOf(member)).toBe(bonus + 8);
    });

    test("removes the gems when the provider refuses because of a refund in its dashboard", async () => {
      const { member, reference } = await bought();
      await payments.refund(reference);
      const refusing = async () => ({ ok: false, problem: "rejected" }) as const;
      expect(await refund(reference, { refund: refusing })).toEqual(refunded(reference, repeated));
      expect(await gemsOf(member)).toBe(bonus);
    });

    test("removes nothing when the provider does not answer", async () => {
      const { member, reference } = await bought();
      const silent = async () => ({ ok: false, problem: "unavailable" }) as const;
      const unavailable = { ok: false, problem: "unavailable" };
      expect(await refund(reference, { refund: silent })).toEqual(unavailable);
      const refusing = async () => ({ ok: false, problem: "rejected" }) as const;
      expect(await refund(reference, { refund: refusing, verify: silent })).toEqual(unavailable);
      expect(await gemsOf(member)).toBe(bonus + 8);
    });

    test("leaves an unpaid purchase payable", async () => {
      const { member, reference, click } = await checkout({ pay: false });
      expect(await refund(reference)).toEqual({ ok: false, problem: "unpaid" });
      const silent = async () => ({ ok: false, problem: "unavailable" }) as const;
      expect(await refund(reference, { verify: silent })).toEqual({ ok: false, problem: "unavailable" });
      await click();
      expect(await settle(reference)).toMatchObject({ ok: true, credited: true });
      expect(await gemsOf(member)).toBe(bonus + 8);
    });

    test("refunds a payment that was never credited and prevents a later credit", async () => {
      const { member, reference } = await checkout({ pay: true });
      expect(await refund(reference)).toEqual(refunded(reference, { gems: 0, clawedBack: 0 }));
      expect(await atProvider(reference)).toBe("reversed");
      // Stays refunded even if the provider still reports success.
      const settled = await open.database.asService((trx) =>
        sql<{
          outcome: string;
        }>`select public.settle_purchase(${reference}, ${starter.priceKobo}, 'NGN') as outcome`.execute(trx),
      );
      expect(settled.rows).toEqual([{ outcome: "refunded" }]);
      expect(await gemsOf(member)).toBe(bonus);
    });

    test("returns the gems when a refund fails, and begins another when it is asked again", async () => {
      const { member, reference } = await bought({ refund: "failed" });
      await refund(reference);
      expect(await gemsAndStatus(member, reference)).toEqual([bonus, "begun"]);
      await webhook(reference);
      expect(await gemsAndStatus(member, reference)).toEqual([bonus + 8, "failed"]);
      expect(await refund(reference)).toEqual(refunded(reference));
      await webhook(reference);
      expect(await gemsAndStatus(member, reference)).toEqual([bonus, "done", "failed"]);
    });

    test("shows the outcome of its own refund beside each removal in the history", async () => {
      const { member, reference } = await bought({ refund: "failed" });
      await refund(reference);
      await webhook(reference);
      await refund(reference);
      const notes = async () =>
        (await readTransactions(open.database, member, null)).transactions
          .filter(({ type }) => type === "clawback")
          .map(({ refund: state }) => state);
      expect(await notes()).toEqual(["begun", "failed"]);
      await webhook(reference);
      expect(await notes()).toEqual(["done", "failed"]);
    });

    test("returns only the gems that a failed refund removed", async () => {
      const { member, reference } = await bought({ refund: "failed" });
      await spend(member, 7);
      await refund(reference);
      await webhook(reference);
      await webhook(reference);
      expect(await gemsAndStatus(member, reference)).toEqual([3, "failed"]);
    });

    test("keeps the gems removed while a refund needs the buyer's bank details, and begins no other", async () => {
      const { member, reference } = await bought({ refund: "needs-attention" });
      await refund(reference);
      expect(await refund(reference)).toEqual(refunded(reference, { repeated: true, status: "needs-attention" }));
      expect(await gemsAndStatus(member, reference)).toEqual([bonus, "needs-attention"]);
    });

    test("removes the gems when a dispute is lost, and not while it is open", async () => {
      const { member, reference } = await bought();
      const dispute = (status: "begun" | "done") =>
        recordRefunds({ database: open.database, log }, reference, [
          { id: "dispute:1", kind: "dispute", amountKobo: starter.priceKobo, status },
        ]);
      await dispute("begun");
      expect(await gemsAndStatus(member, reference)).toEqual([bonus + 8, "begun"]);
      await dispute("done");
      // A late reminder does not reopen the dispute.
      await dispute("begun");
      expect(await gemsAndStatus(member, reference)).toEqual([bonus, "done"]);
      expect(await readPaidPurchase(open.database, member, reference)).toMatchObject({
        refund: { status: "returned" },
      });
      const [removal] = (await readTransactions(open.database, member, null)).transactions;
      expect(removal).toMatchObject({ type: "clawback", refund: "returned" });
    });

    test("keeps the refund's outcome in the history when the refunded payment wins a dispute", async () => {
      const { member, reference } = await bought();
      await refund(reference);
      await webhook(reference);
      await recordRefunds({ database: open.database, log }, reference, [
        { id: "dispute:3", kind: "dispute", amountKobo: starter.priceKobo, status: "failed" },
      ]);
      const [removal] = (await readTransactions(open.database, member, null)).transactions;
      expect(removal).toMatchObject({ type: "clawback", refund: "done" });
    });

    test("checks an open refund at intervals until it ends", async () => {
      const { member, reference } = await bought({ refund: "failed" });
      await refund(reference);
      const services = { database: open.database, payments, log };
      await sweepOpenRefunds(services);
      expect(await gemsAndStatus(member, reference)).toEqual([bonus, "begun"]);
      await sql`update public.refunds set checked_at = now() - interval '2 minutes' where reference = ${reference}`.execute(
        open.kysely,
      );
      await sweepOpenRefunds(services);
      expect(await gemsAndStatus(member, reference)).toEqual([bonus + 8, "failed"]);
    });

    test("prints proof of delivery for a disputed payment without the buyer's name or address", async () => {
      const { member, reference } = await bought();
      await recordRefunds({ database: open.database, log }, reference, [
        { id: "dispute:2", kind: "dispute", amountKobo: 100_000, status: "begun", dueAt: "2026-11-25T18:00:00.000Z" },
      ]);
      const text = (await purchaseEvidence(open.database, reference))?.join("\n") ?? "";
      expect(text).toContain(`Payment ${reference}: Starter, 8 gems, ₦1,000`);
      expect(text).toMatch(/Dispute of ₦1,000, opened \S+: open since /);
      expect(text).toContain("answer until 2026-11-25T18:00:00.000Z");
      expect(text).toMatch(/ {2}purchase {2}8\n/);
      expect(text).toContain(member);
      expect(text).not.toContain("@");
      expect(await purchaseEvidence(open.database, "no-such")).toBeNull();
    });

    test("refunds a deleted account", async () => {
      const { member, reference } = await bought();
      await sql`delete from auth.users where id = ${member}`.execute(open.kysely);
      expect(await refund(reference)).toEqual(refunded(reference, { clawedBack: 0, accountExists: false }));
      expect(await atProvider(reference)).toBe("reversed");
    });

    test.each(["no-such-reference", "", "a b", "../x", "a\u0000b"])(
      "sends no request for the malformed reference %j",
      async (reference) => {
        const unexpected = () => Promise.reject(new Error("asked"));
        expect(await refund(reference, { refund: unexpected, refunds: unexpected, verify: unexpected })).toEqual({
          ok: false,
          problem: "unknown",
        });
      },
    );
  });
}
