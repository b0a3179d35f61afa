import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checks, sweepLedger } from "../../app/gems/audit/audit-gems.server.ts";
import { createRateLimiter } from "../../app/server/http/limits/rate-limiter.server.ts";
import { createMetrics } from "../../app/server/observability/metrics/metrics.server.ts";
import { readBacklog } from "../../app/server/observability/read-backlog.server.ts";
import { usualEngine, type OpenEngine } from "./engines.ts";
import { openTransformationScene, type TransformationScene } from "./transformation-scene.ts";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`the observed backlog on ${engine.name}`, () => {
    let scene: TransformationScene;
    let open: OpenEngine;
    beforeAll(async () => {
      scene = await openTransformationScene(engine);
      open = scene.open;
    });
    afterAll(() => scene.close());

    const change = (text: string) => open.kysely.executeQuery(CompiledQuery.raw(text));

    test("is zero in an empty database", async () => {
      const { refundProblems, ...counts } = await readBacklog(open.database, { mails: true });
      expect([...Object.values(counts), refundProblems]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, []]);
    });

    test("counts waiting transformations, their age and overdue holds", async () => {
      await scene.requested();
      await scene.requested();
      await scene.requested();
      await change("alter table public.transformations disable trigger user");
      await change(`update public.transformations set created_at = now() - interval '90 seconds'
        where id = (select id from public.transformations order by created_at limit 1)`);
      await change(`update public.transformations set started_at = now() - interval '21 minutes'
        where id = (select id from public.transformations order by created_at desc limit 1)`);
      await change("alter table public.transformations enable trigger user");
      const { oldestWaitingSeconds, ...counted } = await readBacklog(open.database, { mails: true });
      expect(counted).toMatchObject({ waiting: 2, running: 1, holdsUnresolved: 1 });
      expect(oldestWaitingSeconds).toBeGreaterThanOrEqual(90);
      expect(oldestWaitingSeconds).toBeLessThan(150);
    });

    test("counts overdue purchases and receipts", async () => {
      await change(`insert into public.purchases
          (user_id, reference, package_id, package_name, gems, amount_kobo, display_currency, status, created_at, checked_at, paid_at)
        select id, 'r' || n, 'starter', 'Starter', 10, 100, 'NGN', status, now() - age, now() - checked, now() - paid
        from (select id from auth.users limit 1) as buyer, (values
          (1, 'pending', interval '5 minutes', null::interval, null::interval),
          (2, 'pending', interval '30 minutes', interval '20 minutes', null),
          (3, 'pending', interval '13 minutes', null, null),
          (4, 'pending', interval '60 minutes', interval '50 minutes', null),
          (5, 'paid', interval '60 minutes', null, interval '45 minutes'),
          (6, 'paid', interval '60 minutes', null, interval '5 minutes')
        ) as p (n, status, age, checked, paid)`);
      expect(await readBacklog(open.database, { mails: true })).toMatchObject({
        purchasesPending: 4,
        purchasesOverdue: 3,
        receiptsOverdue: 1,
      });
      await change(`insert into public.refunds (user_id, reference, provider_id, kind, amount_kobo, status, changed_at)
        select p.user_id, 'r5', r.id, kind, 100, r.status, now() - age from public.purchases p, (values
          ('1', 'refund', 'failed', interval '1 day'),
          ('2', 'refund', 'done', interval '1 day'),
          ('3', 'dispute', 'begun', interval '1 day'),
          ('4', 'dispute', 'failed', interval '1 day')
        ) as r (id, kind, status, age) where p.reference = 'r5'`);
      expect((await readBacklog(open.database, { mails: true })).refundProblems).toEqual([
        { reference: "r5", problem: "disputed" },
        { reference: "r5", problem: "failed" },
      ]);
      expect(await readBacklog(open.database, { mails: false })).toMatchObject({
        purchasesOverdue: 3,
        receiptsOverdue: 0,
      });
      await change("delete from public.refunds; delete from public.purchases");
    });

    test("logs a broken ledger by its invariant and number of rows", async () => {
      await change("alter table public.profiles disable trigger user");
      await change("update public.profiles set coins = coins + 1");
      const printed: unknown[][] = [];
      const log = { error: (...args: unknown[]) => void printed.push(args) };
      const reported: { promise: string; count: number }[] = [];
      const metrics = {
        ledgerChecked: ({ broken }: { broken: typeof reported }) => void reported.push(...broken),
        ledgerCheckedElsewhere: () => {},
      };
      await sweepLedger({ kysely: open.kysely, rateLimiter: { take: async () => 0 }, metrics, log });
      expect(reported).toHaveLength(checks.length);
      const promise = "a member's balance is the sum of their ledger";
      expect(reported.find((one) => one.promise === promise)?.count).toBeGreaterThan(0);
      expect(printed).toContainEqual([{ promise, count: expect.any(Number) }, "the ledger breaks a promise"]);
    });

    test("lets one of several processes audit the ledger at a time", async () => {
      const worker = () => {
        const query = (text: string, values: unknown[]) => open.kysely.executeQuery(CompiledQuery.raw(text, values));
        const metrics = createMetrics({ backlog: () => readBacklog(open.database, { mails: true }), pool: () => null });
        const sweep = { kysely: open.kysely, rateLimiter: createRateLimiter(query, "shared"), metrics, log };
        const finds = async () => unbalanced.test((await metrics.scrape()).text);
        return { sweep: () => sweepLedger(sweep), finds };
      };
      const unbalanced = /^photogem_ledger_broken\{promise="a member's balance is the sum of their ledger"} [1-9]/m;
      const log = { error: () => {} };
      const processes = [worker(), worker()];
      const finding = () => Promise.all(processes.map(({ finds }) => finds()));
      await Promise.all(processes.map(({ sweep }) => sweep()));
      expect((await finding()).filter(Boolean)).toHaveLength(1);
      const [first, second] = (await finding())[0] ? processes : processes.toReversed();
      await second?.sweep();
      expect(await second?.finds()).toBe(false);

      // The process that found the damage misses a turn, and meanwhile the damage is repaired.
      await change("update private.rate_limits set expire = 0 where key like 'ledgerAudit%'");
      await change("update public.profiles set coins = coins - 1");
      await second?.sweep();
      expect(await first?.finds()).toBe(true);
      await first?.sweep();
      expect(await finding()).toEqual([false, false]);
    });
  });
}
