import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresDatabase } from "../../app/adapters/hosted/database/postgres-database.server.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { settlePurchase } from "../../app/gems/settle-purchase.server.ts";
import { recordRefunds } from "../../app/gems/record-refunds.server.ts";
import { type OpenEngine, pglite, postgres, runLanes, runs } from "./engines.ts";
import { accountOf } from "./members.ts";
import {
  gems,
  newPurchaseScene,
  owners,
  perform,
  purchaseActions,
  type PurchaseScene,
  retire,
  settleDown,
} from "./purchase-actions.ts";

const bonus = 2;
const wholeRefund = [{ id: "1", kind: "refund", amountKobo: 100_000, status: "done" }] as const;
const log = pino({ level: "silent" });

/**
 * SWEEP=full tries more histories; a failure prints the seed to repeat it. Lanes run in parallel, and each lane's
 * actions one after another.
 */
const kinds = [
  {
    engine: postgres,
    everyday: 15,
    sweep: 60,
    lanes: { minLength: 2, maxLength: 5 },
    longest: 14,
    how: "on 8 connections",
  },
  { engine: pglite, everyday: 15, sweep: 80, lanes: { minLength: 1, maxLength: 1 }, longest: 40, how: "one by one" },
];

for (const { engine, everyday, sweep, lanes: laneCount, longest, how } of kinds) {
  const numRuns = runs(everyday, sweep);
  describe.skipIf(engine.missing)(
    `random payment histories on ${engine.name}, concurrent, repeated and interrupted`,
    () => {
      let open: OpenEngine;
      /** Connections that are never cut, for observing and settling down. */
      let onlooker: Pick<OpenEngine, "kysely" | "database">;
      let closeOnlooker = async () => {};
      beforeAll(async () => {
        open = await engine.open(8);
        onlooker = open;
        if (!open.queue.connectionString) return;
        const { kysely, close } = openPostgresDatabase(open.queue.connectionString, 2);
        [onlooker, closeOnlooker] = [{ kysely, database: createDatabase(kysely) }, close];
      });
      afterAll(async () => {
        await closeOnlooker();
        await open.close();
      });

      test("credit every payment once and claw back every refund once", async () => {
        let [happened, crashes] = [0, 0];
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.array(purchaseActions, { minLength: 1, maxLength: longest, size: "max" }), laneCount),
            async (lanes) => {
              const scene = await newPurchaseScene(onlooker);
              try {
                crashes += await runLanes(lanes, async (action) => {
                  if (engine === pglite && action.do === "cut a connection") return;
                  await perform(open, scene, action);
                });
                happened += lanes.flat().length;
                await settleDown(onlooker, scene);
                await checkPromises(scene);
              } finally {
                await retire(onlooker, scene);
              }
            },
          ),
          { numRuns, includeErrorInReport: true },
        );
        process.stdout.write(
          `MEASURED: purchase properties: ${numRuns} runs, ${happened} actions (${crashes} ended by a crash) ` +
            `${how} on ${engine.name}\n`,
        );
      }, 300_000);

      test("leave no gems when settlement and refund coincide", async () => {
        const rounds = 25;
        const scenes = await Promise.all(Array.from({ length: rounds }, () => newPurchaseScene(onlooker)));
        for (const scene of scenes) {
          const reference = scene.references[0] ?? "";
          scene.provider.happens(reference, "pay");
          const services = { database: open.database, payments: scene.provider.payments, log };
          await Promise.all([
            settlePurchase(services, reference),
            settlePurchase(services, reference),
            recordRefunds(services, reference, wholeRefund),
            recordRefunds(services, reference, wholeRefund),
          ]);
          const { coins, sum } = await accountOf(onlooker.kysely, scene.members[0] ?? "");
          expect([coins, sum]).toEqual([bonus, bonus]);
          await retire(onlooker, scene);
        }
      });

      async function checkPromises(scene: PurchaseScene) {
        const { kysely } = onlooker;
        expect(scene.shown, "no member is shown another's purchase").toBe(0);
        const accounts = await Promise.all(scene.members.map((id) => accountOf(kysely, id)));
        for (const { coins, sum, ledger } of accounts) {
          expect(coins, "balance = sum of amounts").toBe(sum);
          let balance = 0;
          for (const row of ledger) {
            expect((balance += row.amount), "no balance was ever below 0").toBeGreaterThanOrEqual(0);
          }
        }
        for (const [at, reference] of scene.references.entries()) {
          const { ledger } = accounts[owners[at] ?? 0] ?? { ledger: [] };
          const others = accounts.filter((_, member) => member !== owners[at]).flatMap((account) => account.ledger);
          expect(
            others.filter((row) => row.description?.includes(reference)),
            "no other member's",
          ).toEqual([]);
          const amounts = (type: string) =>
            ledger.filter((row) => row.idempotency_key === `${type}:${reference}`).map(({ amount }) => amount);
          const row = await kysely
            .selectFrom("purchases")
            .select(["status", "refunded_at"])
            .where("reference", "=", reference)
            .executeTakeFirstOrThrow();
          const { paid, refunded } = scene.provider.truth(reference);
          const credits = amounts("purchase");
          const due = !paid ? [[]] : refunded ? [[], [gems]] : [[gems]];
          expect(due, "what was paid, no more and no less").toContainEqual(credits);
          expect(scene.credited.get(reference) ?? 0, "told of crediting").toBeLessThanOrEqual(credits.length);
          expect(row.status === "paid", "paid = credited").toBe(credits.length > 0);
          // Returning a payment other than the price is no refund of the price, and there are no gems to remove.
          expect(row.refunded_at !== null || !paid, "known as given back").toBe(refunded || !paid);
          checkRefundedGems(ledger, reference, refunded && credits.length > 0);
        }
        expect(accounts[0]?.ledger[0]?.amount).toBe(bonus);
      }
    },
  );
}

type Ledger = Awaited<ReturnType<typeof accountOf>>["ledger"];

/** Checks that each refund removes the remaining gems, and that a failed one returns them. */
function checkRefundedGems(ledger: Ledger, reference: string, due: boolean) {
  let [balance, taken, credited, empty] = [0, 0, false, false];
  for (const { idempotency_key: key, amount } of ledger) {
    if (key.startsWith(`clawback:${reference}`)) {
      expect(amount, "removed").toBe(-Math.min(gems, balance));
      taken -= amount;
    } else if (key.startsWith(`purchase:${reference}:restored:`)) {
      expect(amount, "returned").toBe(taken);
      [taken, empty] = [0, false];
    }
    balance += amount;
    credited ||= key === `purchase:${reference}`;
    // At this moment, no gems were left to remove.
    empty ||= credited && balance === 0;
  }
  if (due) expect(taken > 0 || empty, "gems of a refunded purchase are removed").toBe(true);
  else expect(taken, "gems of a purchase that is not refunded").toBe(0);
}
