import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type OpenPostgres,
  openPostgresDatabase,
} from "../../app/adapters/hosted/database/postgres-database.server.ts";
import {
  grantQueue,
  type JobQueue,
  openJobQueue,
} from "../../app/transformations/running/transformation-worker.server.ts";
import { type OpenEngine, postgres, runLanes, runs } from "./engines.ts";
import { gemActions, perform } from "./gem-actions.ts";
import { furnished, type Scene } from "./gem-scene.ts";
import { accountOf, newMember } from "./members.ts";

/** SWEEP=full tries more histories; a failure prints the seed to repeat it. */
const numRuns = runs(12, 40);

const boughtPopular = (memberId: string) => ({
  user_id: memberId,
  reference: `${randomUUID()}-popular-NGN`,
  package_id: "popular",
  package_name: "Popular",
  gems: 30,
  amount_kobo: 300_000,
  display_currency: "NGN",
  status: "paid",
  paid_at: new Date(),
});

describe.skipIf(postgres.missing)("random gem histories on PostgreSQL, concurrent, repeated and interrupted", () => {
  let open: OpenEngine;
  let queue: JobQueue;
  /** Connections that are never cut, for observing. */
  let onlooker: OpenPostgres;
  beforeAll(async () => {
    open = await postgres.open(8);
    onlooker = openPostgresDatabase(open.queue.connectionString ?? "", 2);
    queue = await openJobQueue(open.queue, pino({ level: "silent" }), { supervise: false });
    await open.withConnection((connection) => connection.script(grantQueue));
  });
  afterAll(async () => {
    await queue.stop();
    await onlooker.close();
    await open.close();
  });

  test("preserve the ledger's invariants", async () => {
    let happened = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(gemActions, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 6 }),
        async (lanes) => {
          const scene = await newScene();
          const ledgerBefore = await ledger(scene);
          await runLanes(lanes, (action) => perform(open, scene, action));
          happened += lanes.flat().length;
          await checkPromises(scene, ledgerBefore);
        },
      ),
      { numRuns, includeErrorInReport: true },
    );
    process.stdout.write(`MEASURED: ledger properties: ${numRuns} runs, ${happened} actions on 8 connections\n`);
  }, 300_000);

  async function newScene(): Promise<Scene> {
    const ids = [await newMember(onlooker.kysely), await newMember(onlooker.kysely)];
    const members = await Promise.all(ids.map((id) => furnished(onlooker.kysely, id)));
    // Both may run batches; the package's gems count as spent.
    await onlooker.kysely.insertInto("purchases").values(ids.map(boughtPopular)).execute();
    return { run: randomUUID(), members, queue };
  }

  const ledger = (scene: Scene) =>
    onlooker.kysely
      .selectFrom("coin_transactions")
      .selectAll()
      .where(
        "user_id",
        "in",
        scene.members.map(({ id }) => id),
      )
      .orderBy("id")
      .execute();

  async function checkBatches(scene: Scene) {
    const ids = scene.members.map(({ id }) => id);
    const batches = await onlooker.kysely.selectFrom("batches").selectAll().where("user_id", "in", ids).execute();
    expect(new Set(batches.map((batch) => batch.draft_id)).size, "one batch per draft").toBe(batches.length);
    for (const batch of batches) {
      const rows = await onlooker.kysely
        .selectFrom("transformations")
        .select(["user_id", "batch_position", "status", "created_at", "original_photo_id"])
        .where("batch_id", "=", batch.id)
        .orderBy("created_at")
        .execute();
      const first = rows.filter((row) => row.created_at.getTime() === batch.created_at.getTime());
      const places = first.map((row) => row.batch_position ?? 0).sort();
      expect(places, "all of a batch begins at once").toEqual(places.map((_, index) => index + 1));
      expect(places.length, "no batch without its transformations").toBeGreaterThan(0);
      expect(new Set(rows.map((row) => row.user_id)), "a batch is one member's").toEqual(new Set([batch.user_id]));
      expect(
        rows.every((row) => places.includes(row.batch_position ?? 0)),
        "tried again at its place",
      ).toBe(true);
      const kept = rows.filter(({ status }) => status !== "failed").map((row) => row.batch_position);
      expect(new Set(kept).size, "no photo is made, and paid, twice").toBe(kept.length);
    }
  }

  async function checkPromises(scene: Scene, before: Awaited<ReturnType<typeof ledger>>) {
    const rows = await ledger(scene);
    expect(rows.slice(0, before.length), "rows never change").toEqual(before);

    const purchases = rows.filter((row) => row.type === "purchase").map((row) => row.idempotency_key);
    expect(new Set(purchases).size, "at most one credit per reference").toBe(purchases.length);

    for (const { id } of scene.members) {
      const account = await accountOf(onlooker.kysely, id);
      expect(account.coins, "balance = sum of amounts").toBe(account.sum);
      expect(account.coins, "balance is never below 0").toBeGreaterThanOrEqual(0);
      const transformations = await onlooker.kysely
        .selectFrom("transformations")
        .selectAll()
        .where("user_id", "=", id)
        .execute();
      expect(account.completed, "the count of completed ones").toBe(
        transformations.filter(({ status }) => status === "completed").length,
      );
      for (const transformation of transformations) {
        const amounts = account.ledger
          .filter((row) => row.transformation_id === transformation.id)
          .map((row) => row.amount);
        const creditedBack = account.ledger.some((row) => row.idempotency_key === `credit-back:${transformation.id}`);
        const returned = transformation.status === "failed" || (transformation.status === "completed" && creditedBack);
        expect(amounts, `the gem of a ${transformation.status} one`).toEqual(returned ? [-1, 1] : [-1]);
        expect(transformation.coins_used).toBe(returned ? 0 : 1);
      }
      const creditBacks = account.ledger.filter((row) => row.idempotency_key.startsWith("credit-back:"));
      expect(creditBacks.length, "given back on the owner's word").toBeLessThanOrEqual(2);
      const jobs = await sql<{ id: string }>`
        select data ->> 'transformationId' as id from pgboss.job where data ->> 'memberId' = ${id}`.execute(
        onlooker.kysely,
      );
      expect(jobs.rows.map((job) => job.id).sort(), "one job per transformation").toEqual(
        transformations.map((row) => row.id).sort(),
      );
    }
    await checkBatches(scene);
    const drift = await sql`select 1 from (select sum(coins) as coins from public.profiles) p,
      (select sum(amount) as amount from public.coin_transactions) l where p.coins <> l.amount`.execute(
      onlooker.kysely,
    );
    expect(drift.rows, "totals over all members add up").toEqual([]);
  }
});
