import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Mail, Mailer } from "../../app/server/mail/mailer.ts";
import { mailReceipts } from "../../app/gems/receipts/receipt-mails.server.ts";
import { readPaidPurchase } from "../../app/gems/receipts/receipt.server.ts";
import { readTransactions } from "../../app/account/settings/transactions.server.ts";
import { type OpenEngine, usualEngine } from "./engines.ts";
import { accountOf, newMember, newMemberWithGems } from "./members.ts";
import { newPaidPurchase, newPurchase, starter, takeBack } from "./buying-scene.ts";

const appUrl = "https://photogem.example";
const supportEmail = "support@photogem.example";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`receipts on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    describe("a receipt's page", () => {
      test("shows the buyer the purchase and the charge", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPaidPurchase(open, member, 71);
        expect(await readPaidPurchase(open.database, member, reference)).toEqual({
          reference,
          packageName: "Starter",
          gems: 8,
          amountKobo: 100_000,
          shownUsdCents: 71,
          paidAt: expect.any(Date),
          refund: null,
          returnedKobo: 0,
          disputedAt: null,
        });
      });

      test("a receipt's page is hidden from other members", async () => {
        const reference = await newPaidPurchase(open, await newMember(open.kysely));
        expect(await readPaidPurchase(open.database, await newMember(open.kysely), reference)).toBeNull();
      });

      test("a receipt's page is hidden from other members by row level security alone", async () => {
        const reference = await newPaidPurchase(open, await newMember(open.kysely));
        const rows = await open.database.asMember(await newMember(open.kysely), (trx) =>
          trx.selectFrom("purchases").selectAll().where("reference", "=", reference).execute(),
        );
        expect(rows).toEqual([]);
      });

      test("does not exist for an unpaid purchase, nor for one refunded unpaid", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPurchase(open, member);
        expect(await readPaidPurchase(open.database, member, reference)).toBeNull();
        await takeBack(open, reference);
        expect(await readPaidPurchase(open.database, member, reference)).toBeNull();
      });

      test("states when it was refunded", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPaidPurchase(open, member);
        await takeBack(open, reference);
        expect(await readPaidPurchase(open.database, member, reference)).toMatchObject({
          refund: { status: "done", changedAt: expect.any(Date) },
          returnedKobo: 100_000,
        });
      });

      test.each(["", "no-such-reference", "../x", "a\u0000b", "x".repeat(101)])(
        "does not exist for the reference %j",
        async (reference) => {
          expect(await readPaidPurchase(open.database, await newMember(open.kysely), reference)).toBeNull();
        },
      );
    });

    test("links the history to the receipts of purchases and clawbacks only", async () => {
      const member = await newMemberWithGems(open.kysely, 3);
      const reference = await newPaidPurchase(open, member);
      await takeBack(open, reference);
      const { transactions } = await readTransactions(open.database, member, null);
      expect(transactions.map(({ type, amount, receipt }) => [type, amount, receipt])).toEqual([
        ["clawback", -8, reference],
        ["purchase", 8, reference],
        // Credited without a purchase, so it has no receipt.
        ["purchase", 3, null],
        ["bonus", 2, null],
      ]);
    });

    describe("the address for receipt mails", () => {
      const addressOf = async (reference: string) => {
        const { rows } = await open.database.asService((trx) =>
          sql<{ address: string | null }>`select public.receipt_address(${reference}) as address`.execute(trx),
        );
        return rows[0]?.address;
      };

      test("the address for receipts is the buyer's once the purchase is paid", async () => {
        const member = await newMember(open.kysely, "receipt-of@example.com");
        expect(await addressOf(await newPurchase(open, member))).toBeNull();
        expect(await addressOf(await newPaidPurchase(open, member))).toBe("receipt-of@example.com");
      });

      test("the address for receipts is null for an unknown reference and a deleted account", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPaidPurchase(open, member);
        await sql`delete from auth.users where id = ${member}`.execute(open.kysely);
        expect([await addressOf(reference), await addressOf("unknown")]).toEqual([null, null]);
      });

      test("the address for receipts is unavailable to members, even their own", async () => {
        const member = await newMember(open.kysely);
        const reference = await newPaidPurchase(open, member);
        const asked = open.database.asMember(member, (trx) =>
          sql`select public.receipt_address(${reference})`.execute(trx),
        );
        await expect(asked).rejects.toThrow(/permission denied/);
      });
    });

    describe("receipt mails", () => {
      const logged: unknown[] = [];
      const log = {
        info: (entry: unknown) => void logged.push(entry),
        warn: (entry: unknown) => void logged.push(entry),
      };
      const mailing = (mailer: Mailer | null, signal?: AbortSignal) =>
        mailReceipts({ database: open.database, mailer, appUrl, supportEmail, log }, signal);
      const outbox = (refused = (_mail: Mail): boolean => false, responseCode = 451) => {
        const sent: Mail[] = [];
        const send = async (mail: Mail) => {
          if (refused(mail)) {
            const refusal = new Error(`${responseCode} not delivered to ${mail.to}`);
            throw Object.assign(refusal, { code: "EENVELOPE", responseCode });
          }
          sent.push(mail);
        };
        return { sent, send };
      };
      /** Moves a payment into the past. */
      const age = (reference: string, interval: string) =>
        sql`update purchases set paid_at = paid_at - ${interval}::interval where reference = ${reference}`.execute(
          open.kysely,
        );
      const bought = async (email: string, usdCents?: number) => {
        const member = await newMember(open.kysely, email);
        return { member, reference: await newPaidPurchase(open, member, usdCents) };
      };

      beforeEach(async () => {
        logged.length = 0;
        await sql`update purchases set receipt_mailed_at = now() where status = 'paid'`.execute(open.kysely);
      });

      test("contain the same as the page and go once to the buyer's address", async () => {
        const { reference } = await bought("once@example.com", 71);
        const { sent, send } = outbox();
        expect([await mailing({ send }), await mailing({ send })]).toEqual([{ mailed: 1 }, { mailed: 0 }]);
        expect(sent).toHaveLength(1);
        expect(sent[0]).toMatchObject({ to: "once@example.com", subject: "Your Photogem receipt" });
        for (const words of [
          reference,
          "Starter, 8 gems",
          "₦1,000 (shown as $0.71)",
          "once@example.com",
          "Status: Paid",
          "(Lagos time)",
          `${appUrl}/settings/receipts/${reference}`,
          supportEmail,
        ]) {
          expect(sent[0]?.text).toContain(words);
        }
      });

      test("receipt mails are sent once by concurrent sweeps", async () => {
        await Promise.all(Array.from({ length: 6 }, (_, place) => bought(`many-${place}@example.com`)));
        const { sent, send } = outbox();
        const sweeps = await Promise.all(Array.from({ length: 5 }, () => mailing({ send })));
        expect(sweeps.reduce((sum, { mailed }) => sum + mailed, 0)).toBe(6);
        expect(new Set(sent.map(({ to }) => to)).size).toBe(6);
        expect(sent).toHaveLength(6);
      });

      test("go to the member's current address", async () => {
        const { member } = await bought("before@example.com");
        await sql`update auth.users set email = 'after@example.com' where id = ${member}`.execute(open.kysely);
        const { sent, send } = outbox();
        await mailing({ send });
        expect(sent.map(({ to }) => to)).toEqual(["after@example.com"]);
      });

      test("receipt mails are not sent for unpaid purchases", async () => {
        await newPurchase(open, await newMember(open.kysely));
        expect(await mailing(outbox())).toEqual({ mailed: 0 });
      });

      test("wait while no mail can be sent", async () => {
        await bought("waits@example.com");
        expect(await mailing(null)).toEqual({ mailed: 0 });
        expect(await mailing(outbox())).toEqual({ mailed: 1 });
      });

      test("receipt mails are retried after one minute, then three, and cost no gems", async () => {
        const { member, reference } = await bought("again@example.com");
        const away = outbox(() => true);
        const tries = async () =>
          (
            await open.kysely
              .selectFrom("purchases")
              .select("receipt_tries")
              .where("reference", "=", reference)
              .executeTakeFirst()
          )?.receipt_tries;
        await mailing(away);
        await mailing(away);
        expect(await tries()).toBe(1);
        await age(reference, "61 seconds");
        await mailing(away);
        await mailing(away);
        expect(await tries()).toBe(2);
        await age(reference, "2 minutes");
        expect(await mailing(outbox())).toEqual({ mailed: 1 });
        expect((await accountOf(open.kysely, member)).coins).toBe(2 + starter.gems);
      });

      test("receipt mails are not delayed by a failing address, which is not logged", async () => {
        const bad = await bought("bad@example.com");
        await age(bad.reference, "30 seconds");
        const { sent, send } = outbox(({ to }) => to.startsWith("bad@"));
        await mailing({ send });
        await bought("good@example.com");
        await mailing({ send });
        expect(sent.map(({ to }) => to)).toEqual(["good@example.com"]);
        expect(logged).toEqual([{ reference: bad.reference, reason: "EENVELOPE 451" }]);
      });

      test("receipt mails are not sent again after a permanent refusal", async () => {
        const { reference } = await bought("unknown@example.com");
        await mailing(outbox(() => true, 550));
        await age(reference, "1 day");
        expect(await mailing(outbox())).toEqual({ mailed: 0 });
        expect(logged).toEqual([{ reference, reason: "EENVELOPE 550" }]);
      });

      test("receipt mails are sent again after the mail server refused our own credentials", async () => {
        const { reference } = await bought("signed-out@example.com");
        await mailing(outbox(() => true, 535));
        await age(reference, "61 seconds");
        expect(await mailing(outbox())).toEqual({ mailed: 1 });
      });

      test("receipt mails are abandoned after a week", async () => {
        const { reference } = await bought("late@example.com");
        await age(reference, "7 days 1 minute");
        expect(await mailing(outbox())).toEqual({ mailed: 0 });
      });

      test("receipt mails are never sent to a deleted account", async () => {
        const { member, reference } = await bought("gone@example.com");
        await sql`delete from auth.users where id = ${member}`.execute(open.kysely);
        await mailing(outbox());
        await mailing(outbox());
        expect(logged).toEqual([{ reference }]);
      });

      test("state a refund that happened meanwhile", async () => {
        const { reference } = await bought("refunded@example.com");
        await takeBack(open, reference);
        const { sent, send } = outbox();
        await mailing({ send });
        expect(sent[0]?.text).toContain("Status: Refunded on ");
        expect(sent[0]?.text).not.toContain("on your balance");
      });

      test("stop between two mails when the process does", async () => {
        await bought("first@example.com");
        await bought("second@example.com");
        expect(await mailing(outbox(), AbortSignal.abort())).toEqual({ mailed: 1 });
        expect(await mailing(outbox())).toEqual({ mailed: 1 });
      });
    });
  });
}
