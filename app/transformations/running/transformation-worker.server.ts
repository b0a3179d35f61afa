import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { type ConstructorOptions, fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Database, Sql } from "../../server/database/database.ts";
import type { Observer } from "../../server/observability/observe.server.ts";
import { startSweeper } from "../../server/jobs/recurring-job.server.ts";
import { failTransformation, returnAbandonedTransformations } from "../ending/end-transformation.server.ts";
import { progressAt } from "../progress.ts";
import { RetryLater, type RunOutcome, runTransformation } from "./run-transformation.server.ts";
import type { TransformationJob, TransformationQueue } from "../requesting/requesting.ts";

const queueName = "transformations";
/** Dead-letter queue: jobs that crashed or expired on every try; their gem is returned. */
const deadLetterName = "transformations-lost";

const retryLimit = 2;
const jobTimeLimitSeconds = 300;
/** Seconds until a crashed worker is noticed. */
const heartbeatSeconds = 20;
const abandonedAfterMs = (retryLimit + 1) * jobTimeLimitSeconds * 1000;
const sweepEveryMs = 60_000;
/** After this wait busy services and photo hosts use up tries. */
const longestWaitSeconds = 900;

/** Retries, dead letters and waiting jobs are found by polling, one indexed query each; pg-boss's 30 s is too slow. */
const waking = { notifyPollingIntervalSeconds: 2 } as const;

export interface JobQueue extends TransformationQueue {
  boss: PgBoss;
  stop(): Promise<void>;
}

/** Opens the queue in pg-boss's own schema `pgboss`; `grantQueue` lets the service role add jobs. */
export async function openJobQueue(
  connection: Pick<ConstructorOptions, "db" | "connectionString" | "backend">,
  log: Logger,
  { supervise }: { supervise: boolean },
): Promise<JobQueue> {
  const boss = new PgBoss({
    ...connection,
    useListenNotify: true,
    schedule: false,
    supervise,
    monitorIntervalSeconds: 15,
    superviseIntervalSeconds: 15,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  await boss.start();
  await boss.createQueue(deadLetterName, { retryLimit: 5, retryBackoff: true, notify: true });
  await boss.createQueue(queueName, {
    retryLimit,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: jobTimeLimitSeconds,
    heartbeatSeconds,
    deadLetter: deadLetterName,
    notify: true,
  });
  // pg-boss looks a queue up on its own connection first; in a transaction on PGlite's only connection it would hang.
  await boss.getJobById(queueName, randomUUID());
  return {
    boss,
    add: async (sql, job) => {
      await boss.send(queueName, job, {
        ...(await turnOf(sql, job)),
        db: fromKysely(sql),
        group: { id: job.memberId },
      });
    },
    stop: () => boss.stop({ graceful: false }),
  };
}

/** Round-robin between members (supabase/migrations, "queue turns"); pg-boss takes the highest priority first. */
async function turnOf(sql: Sql, { transformationId }: TransformationJob): Promise<{ priority: number }> {
  const row = await sql
    .selectFrom("transformations")
    .select("turn")
    .where("id", "=", transformationId)
    .executeTakeFirst();
  return { priority: -(row?.turn ?? 0) };
}

/** Run as the schema's owner; repeatable. Concurrent grants fail with "tuple concurrently updated", hence the lock. */
export const grantQueue = `
  select pg_advisory_xact_lock(7402027);
  grant usage on schema pgboss to service_role;
  grant select, insert, update on all tables in schema pgboss to service_role;
  grant execute on all functions in schema pgboss to service_role;`;

type Work = Parameters<typeof runTransformation>[0] & { database: Database };

/**
 * One slot always stays free for another member. `alone`: no other process uses this database, so jobs of a killed
 * process are freed at once.
 */
export async function startTransformationWorker(
  { boss }: JobQueue,
  work: Work,
  { concurrency, alone, observer }: { concurrency: number; alone: boolean; observer?: Observer },
): Promise<{ /** Takes no further job and waits for running ones, however long. */ stop: () => Promise<void> }> {
  if (alone) await failAbandonedJobs(boss);
  const perMember = Math.max(1, concurrency - 1);
  const options = {
    ...waking,
    localConcurrency: concurrency,
    localGroupConcurrency: perMember,
    includeMetadata: true,
  } as const;
  await boss.work<TransformationJob, void, typeof options>(queueName, options, async ([job]) => {
    if (!job) return;
    const { transformationId } = job.data;
    const lastTry = job.retryCount >= job.retryLimit;
    const waited = (job.startedOn.getTime() - job.startAfter.getTime()) / 1000;
    const mayWait = (job.data.waited ?? 0) < longestWaitSeconds;
    const turn = { signal: job.signal, lastTry, tried: job.retryCount, mayWait };
    const run = () => runTransformation(work, transformationId, turn);
    try {
      await (observer ? observedJob(observer, { transformationId, waited }, run) : run());
    } catch (error) {
      if (!(error instanceof RetryLater) || error.waitMs === null) throw error;
      await putBack(boss, work.database, job, Math.ceil(error.waitMs / 1000));
    }
  });
  await boss.work<TransformationJob>(deadLetterName, waking, async ([job]) => {
    if (!job) return;
    const failed = await failTransformation(work.database, job.data.transformationId, "failed");
    if (failed) observer?.noted({ what: "abandoned", count: 1 });
  });
  const sweeper = startSweeper(
    { name: "abandoned transformations", everyMs: sweepEveryMs, log: work.log },
    async () => {
      const returned = await returnAbandonedTransformations(work.database, new Date(Date.now() - abandonedAfterMs));
      if (returned) observer?.noted({ what: "abandoned", count: returned });
      if (returned) work.log.warn({ returned }, "returned gems of abandoned transformations");
    },
  );
  return {
    stop: async () => {
      await sweeper.stop();
      await Promise.all([boss.offWork(queueName), boss.offWork(deadLetterName)]);
    },
  };
}

/**
 * Replaces a running job by one that begins `seconds` later, with the remaining tries, in one transaction. Its
 * transformation waits for its turn again, so its member may cancel it.
 */
async function putBack(boss: PgBoss, database: Database, job: JobWithMetadata<TransformationJob>, seconds: number) {
  const { transformationId, memberId, waited = 0 } = job.data;
  await database.asService(async (sql) => {
    const db = fromKysely(sql);
    await sql
      .updateTable("transformations")
      .set({ progress: progressAt.held, started_at: null })
      .where("id", "=", transformationId)
      .where("status", "=", "processing")
      .execute();
    await boss.complete(queueName, job.id, null, { db });
    const later: TransformationJob = { transformationId, memberId, waited: waited + seconds };
    await boss.send(queueName, later, {
      ...(await turnOf(sql, later)),
      group: { id: memberId },
      startAfter: seconds,
      retryLimit: job.retryLimit - job.retryCount,
      db,
    });
  });
}

async function failAbandonedJobs(boss: PgBoss) {
  const jobs = await boss.findJobs(queueName);
  const abandoned = jobs.filter((job) => job.state === "active").map((job) => job.id);
  if (abandoned.length) await boss.fail(queueName, abandoned, { reason: "the process that ran it ended" });
}

function observedJob(
  observer: Observer,
  { transformationId, waited }: { transformationId: string; /** Seconds. */ waited: number },
  run: () => Promise<RunOutcome>,
): Promise<void> {
  const job = { id: transformationId, kind: "job", method: "run", route: "transformations" } as const;
  return observer.begin(job, async (running) => {
    let outcome: string = "crashed";
    try {
      outcome = await run();
    } catch (error) {
      if (error instanceof RetryLater) outcome = "retried";
      throw error;
    } finally {
      const ran = (performance.now() - running.started) / 1000;
      observer.noted({ what: "job", outcome, waited: Math.max(0, waited), ran });
      observer.end(running, outcome === "crashed" ? 500 : 200);
    }
  });
}
