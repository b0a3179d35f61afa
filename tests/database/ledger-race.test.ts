import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import { requestTransformation } from "../../app/transformations/requesting/request-transformation.server.ts";
import {
  grantQueue,
  type JobQueue,
  openJobQueue,
} from "../../app/transformations/running/transformation-worker.server.ts";
import { engines, type OpenEngine, postgres } from "./engines.ts";
import { accountOf, newMember, newMemberWithGems, newPhoto, newTransformation } from "./members.ts";

const connections = 20;

describe.skipIf(postgres.missing)(`the ledger with ${connections} connections on PostgreSQL`, () => {
  let open: OpenEngine;
  let queue: JobQueue;
  beforeAll(async () => {
    open = await postgres.open(connections);
    queue = await openJobQueue(open.queue, pino({ level: "silent" }), { supervise: false });
    await open.withConnection((connection) => connection.script(grantQueue));
  });
  afterAll(async () => {
    await queue.stop();
    await open.close();
  });

  const deduct = (member: string, transformation: string) =>
    open.database.asService(async (trx) => {
      const { rows } = await sql<{ held: boolean }>`
        select public.deduct_coins_for_transformation(${member}, ${transformation}, 1) as held`.execute(trx);
      return rows[0]?.held;
    });
  const times = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const jobs = async (member: string) => {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from pgboss.job where data ->> 'memberId' = ${member}`.execute(open.kysely);
    return rows[0]?.jobs;
  };

  test("lets exactly 30 of 400 attempts on 30 gems succeed", async () => {
    const member = await newMemberWithGems(open.kysely, 28);
    const transformations: string[] = [];
    for (let index = 0; index < 400; index += 1) transformations.push(await newTransformation(open.kysely, member));
    const start = performance.now();
    const held = await Promise.all(transformations.map((id) => deduct(member, id)));
    const seconds = (performance.now() - start) / 1000;
    const succeeded = held.filter(Boolean).length;
    const account = await accountOf(open.kysely, member);
    const usage = account.ledger.filter((row) => row.type === "usage");
    process.stdout.write(
      `MEASURED: ledger race: ${connections} connections, ${held.length} attempts on 30 gems in ${seconds.toFixed(2)} s: ` +
        `${succeeded} succeeded, balance ${account.coins}, ${usage.length} usage rows, sum ${account.sum}\n`,
    );
    expect(succeeded).toBe(30);
    expect(account).toMatchObject({ coins: 0, sum: 0 });
    expect(new Set(usage.map((row) => row.transformation_id)).size).toBe(30);
    expect(usage).toHaveLength(30);
  });

  test("charges one gem for one transformation held from every connection", async () => {
    const member = await newMemberWithGems(open.kysely, 28);
    const id = await newTransformation(open.kysely, member);
    expect(await times(connections, () => deduct(member, id))).toEqual(Array.from({ length: connections }, () => true));
    expect(await accountOf(open.kysely, member)).toMatchObject({ coins: 29, sum: 29 });
  });

  test("refunds one gem for one failure reported from every connection", async () => {
    const member = await newMember(open.kysely);
    const id = await newTransformation(open.kysely, member);
    await deduct(member, id);
    const answers = await times(connections, () => failTransformation(open.database, id, "failed"));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const { ledger, coins } = await accountOf(open.kysely, member);
    expect(ledger.map((row) => row.amount)).toEqual([2, -1, 1]);
    expect(coins).toBe(2);
  });

  test("credits one payment once for settlements from every connection", async () => {
    const member = await newMember(open.kysely);
    const reference = randomUUID();
    const answers = await times(connections, () =>
      open.database.asService(async (trx) => {
        const { rows } = await sql<{ added: boolean }>`
          select public.add_coins_to_user(${member}, 8, 'basic purchase', ${reference}) as added`.execute(trx);
        return rows[0]?.added;
      }),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await accountOf(open.kysely, member)).toMatchObject({ coins: 10, sum: 10 });
  });

  test("credits one payment claimed for two members to one of them and refuses the other", async () => {
    const [ada, bayo] = [await newMember(open.kysely), await newMember(open.kysely)];
    const reference = randomUUID();
    const credit = (member: string) => sql<{ added: boolean }>`
      select public.add_coins_to_user(${member}, 8, 'basic purchase', ${reference}) as added`;
    const credited = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const first = open.database.asService(async (trx) => {
      await credit(ada).execute(trx);
      credited.resolve();
      await mayEnd.promise;
    });
    await credited.promise;
    const second = open.database.asService((trx) => credit(bayo).execute(trx));
    await waitingForALock(1);
    mayEnd.resolve();
    await first;
    expect((await second).rows).toEqual([{ added: false }]);
    expect(await accountOf(open.kysely, ada)).toMatchObject({ coins: 10, sum: 10 });
    expect(await accountOf(open.kysely, bayo)).toMatchObject({ coins: 2, sum: 2 });
  });

  test("refuses a hold that waited while its transformation failed", async () => {
    const member = await newMember(open.kysely);
    const id = await newTransformation(open.kysely, member);
    const failed = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const failing = open.kysely.transaction().execute(async (trx) => {
      await trx
        .updateTable("transformations")
        .set({ status: "failed", failure: "failed" })
        .where("id", "=", id)
        .execute();
      await sql`select public.return_coins_for_transformation(${member}, ${id}, 'failed')`.execute(trx);
      failed.resolve();
      await mayEnd.promise;
    });
    await failed.promise;
    const held = deduct(member, id);
    await waitingForALock(1);
    mayEnd.resolve();
    await failing;
    expect(await held).toBe(false);
    expect(await accountOf(open.kysely, member)).toMatchObject({ coins: 2, sum: 2 });
  });

  test("starts one transformation, hold and job for 20 identical requests", async () => {
    const member = await newMember(open.kysely);
    const photoId = await newPhoto(open.kysely, member);
    const request = {
      memberId: member,
      recipe: { tool: "surprise-me" },
      name: "Lagos",
      photoId,
      draftId: null,
      idempotencyKey: randomUUID(),
    };
    const answers = await times(20, () =>
      requestTransformation({ database: open.database, queue, generationLimits }, request),
    );
    const rows = await open.kysely.selectFrom("transformations").select("id").where("user_id", "=", member).execute();
    expect(rows).toHaveLength(1);
    expect(answers).toEqual(answers.map(() => ({ ok: true, transformationId: rows[0]?.id })));
    expect((await accountOf(open.kysely, member)).ledger.map((row) => row.amount)).toEqual([2, -1]);
    expect(await jobs(member)).toBe(1);
  });

  test("starts 2 transformations for 20 requests with 2 gems and leaves nothing of the others", async () => {
    const member = await newMember(open.kysely);
    const photoId = await newPhoto(open.kysely, member);
    const answers = await times(20, () =>
      requestTransformation(
        { database: open.database, queue, generationLimits },
        {
          memberId: member,
          recipe: { tool: "surprise-me" },
          name: "Lagos",
          photoId,
          draftId: null,
          idempotencyKey: randomUUID(),
        },
      ),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(2);
    expect(answers.filter((answer) => !answer.ok)).toEqual(
      Array.from({ length: 18 }, () => ({ ok: false, problem: "insufficient-gems" })),
    );
    expect(
      await open.kysely.selectFrom("transformations").select("id").where("user_id", "=", member).execute(),
    ).toHaveLength(2);
    expect(await accountOf(open.kysely, member)).toMatchObject({ coins: 0, sum: 0 });
    expect(await jobs(member)).toBe(2);
  });

  /** Resolves when `count` of the database's connections wait for a lock. */
  async function waitingForALock(count: number) {
    for (;;) {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(open.kysely);
      if ((rows[0]?.waiting ?? 0) >= count) return;
    }
  }
});

for (const engine of engines) {
  describe.skipIf(engine.missing)(`concurrent members on ${engine.name}`, () => {
    let open: OpenEngine;
    let members: string[];
    beforeAll(async () => {
      open = await engine.open();
      members = await Promise.all(Array.from({ length: 6 }, () => newMember(open.kysely)));
      for (const member of members) await newPhoto(open.kysely, member);
    });
    afterAll(() => open.close());

    const seenBy = (member: string) =>
      open.database.asMember(member, async (trx) => {
        const seen: string[] = [];
        for (let statement = 0; statement < 4; statement += 1) {
          const photos = await trx.selectFrom("photos").select("user_id").execute();
          const who = await sql<{ id: string }>`select auth.uid()::text as id`.execute(trx);
          seen.push(...photos.map((photo) => photo.user_id), ...who.rows.map((row) => row.id));
          await new Promise((resolve) => setImmediate(resolve));
        }
        return seen;
      });

    test("see only their own rows in every interleaved statement", async () => {
      const visits = Array.from({ length: 30 }, (_, index) => members[index % members.length] ?? "");
      const seen = await Promise.all(visits.map(seenBy));
      expect(seen).toEqual(visits.map((member) => Array.from({ length: 8 }, () => member)));
    });

    test("lend no member's role to a query outside their transaction", async () => {
      const [ada = ""] = members;
      const inside = Promise.withResolvers<void>();
      const outsideSent = Promise.withResolvers<void>();
      const member = open.database.asMember(ada, async (trx) => {
        inside.resolve();
        await outsideSent.promise;
        return trx.selectFrom("photos").select("user_id").execute();
      });
      await inside.promise;
      const outside = sql<{ role: string }>`select current_user::text as role`.execute(open.kysely);
      outsideSent.resolve();
      expect(await member).toEqual([{ user_id: ada }]);
      expect((await outside).rows).toEqual([{ role: "postgres" }]);
    });

    test("lose nothing when another member's transaction fails", async () => {
      const [ada = "", bayo = ""] = members;
      const rename = (member: string, name: string, fails: boolean) =>
        open.database.asMember(member, async (trx) => {
          await trx.updateTable("profiles").set({ display_name: name }).execute();
          if (fails) throw new Error("a bug");
        });
      const ended = await Promise.allSettled([
        rename(ada, "Lost", true),
        rename(bayo, "Kept", false),
        rename(ada, "Lost too", true),
      ]);
      expect(ended.map((end) => end.status)).toEqual(["rejected", "fulfilled", "rejected"]);
      const names = await open.kysely
        .selectFrom("profiles")
        .select(["user_id", "display_name"])
        .where("user_id", "in", [ada, bayo])
        .execute();
      expect(new Map(names.map((row) => [row.user_id, row.display_name]))).toEqual(
        new Map([
          [ada, "Ada Obi"],
          [bayo, "Kept"],
        ]),
      );
    });
  });
}
