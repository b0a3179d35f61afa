import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { cancelTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import type { GenerationOutcome, ImageGenerator } from "../../app/transformations/image-generator.ts";
import { queuePosition } from "../../app/transformations/read-transformation.server.ts";
import {
  grantQueue,
  type JobQueue,
  openJobQueue,
  startTransformationWorker,
} from "../../app/transformations/running/transformation-worker.server.ts";
import { engines, type OpenEngine, usualEngine } from "./engines.ts";
import {
  log,
  openTransformationScene,
  problem,
  RecordingGenerator,
  type TransformationScene,
} from "./transformation-scene.ts";
import { newMember, newPhoto } from "./members.ts";

const until = { timeout: 30_000, interval: 50 };

for (const engine of engines) {
  describe.skipIf(engine.missing)(`the job queue on ${engine.name}`, () => {
    let scene: TransformationScene;
    let queue: JobQueue;
    let stopWorker: () => Promise<void> = async () => {};
    let pollers: string[] = [];

    beforeAll(async () => {
      scene = await openTransformationScene(engine);
      queue = await openJobQueue(scene.open.queue, log, { supervise: false });
      await scene.open.withConnection((connection) => connection.script(grantQueue));
    });
    afterEach(async () => {
      await stopWorker();
      stopWorker = async () => {};
      await queue.boss.deleteAllJobs();
    });
    afterAll(async () => {
      await queue.stop();
      await scene.close();
    });

    async function work(
      generator: ImageGenerator,
      options = { concurrency: 2, alone: false },
      host: PhotoHost = scene.photoHost,
    ) {
      const started = vi.spyOn(queue.boss, "work");
      ({ stop: stopWorker } = await startTransformationWorker(queue, scene.running(generator, host), options));
      pollers = await Promise.all(started.mock.results.map(({ value }) => value as Promise<string>));
      started.mockRestore();
    }
    /** Seconds that each queued job has waited without a try. */
    const waits = async () => {
      const { rows } = await sql<{ waited: number | null }>`select (data ->> 'waited')::int as waited from pgboss.job
        where name = 'transformations' and state = 'created'`.execute(scene.open.kysely);
      return rows.map(({ waited }) => waited);
    };
    const statuses = async (memberId: string) =>
      (await scene.rowsOf(memberId)).map(({ status, failure }) => failure ?? status);
    const begun = async (memberId: string) =>
      (await scene.rowsOf(memberId)).filter((row) => row.started_at !== null).length;
    /** Resolves when the member's transformations have these statuses; makes waiting tries due at once. */
    const expectReached = (memberId: string, expected: string[]) =>
      vi.waitFor(async () => {
        await skipTheWait();
        expect(await statuses(memberId)).toEqual(expected);
      }, until);
    const skipTheWait = async () => {
      await sql`update pgboss.job set start_after = now() where state in ('retry', 'created')`.execute(
        scene.open.kysely,
      );
      for (const poller of pollers) queue.boss.notifyWorker(poller);
    };

    test("picks up and completes a requested transformation", async () => {
      const { memberId } = await scene.requested(queue);
      await work(new RecordingGenerator(scene.made));
      await expectReached(memberId, ["completed"]);
      expect(await scene.amounts(memberId)).toEqual([-1]);
    });

    test("wakes an idle worker for a request", async () => {
      await work(new RecordingGenerator(scene.made));
      const { memberId } = await scene.requested(queue);
      await expectReached(memberId, ["completed"]);
    });

    test("retries a generator that is busy once and charges one gem", async () => {
      const { memberId } = await scene.requested(queue);
      const generator = new RecordingGenerator(problem("busy"), scene.made);
      await work(generator);
      await expectReached(memberId, ["completed"]);
      expect(generator.requests).toHaveLength(2);
      expect(await scene.amounts(memberId)).toEqual([-1]);
    });

    test("refunds after three tries with a generator that stays busy", async () => {
      const { memberId } = await scene.requested(queue);
      const generator = new RecordingGenerator(problem("busy"));
      await work(generator);
      await expectReached(memberId, ["busy"]);
      expect(generator.requests).toHaveLength(3);
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("waits as often as the generator asks for it, without using up a try", async () => {
      const { memberId, id } = await scene.requested(queue);
      const full = { ...problem("busy"), retryAfterMs: 47_000 } as GenerationOutcome;
      const generator = new RecordingGenerator(full, problem("busy"), problem("busy"), scene.made);
      await work(generator);
      await vi.waitFor(async () => expect(await waits()).toEqual([47]), until);
      expect(await scene.row(id)).toMatchObject({ status: "processing", started_at: null });
      await expectReached(memberId, ["completed"]);
      expect(generator.requests).toHaveLength(4);
      expect(await scene.amounts(memberId)).toEqual([-1]);
    });

    test("refunds when the generator asks to wait for more than a quarter of an hour", async () => {
      const { memberId } = await scene.requested(queue);
      await sql`update pgboss.job set data = data || '{"waited": 850}'`.execute(scene.open.kysely);
      const generator = new RecordingGenerator({ ...problem("busy"), retryAfterMs: 600_000 } as GenerationOutcome);
      await work(generator);
      await expectReached(memberId, ["busy"]);
      // One more wait, then three tries.
      expect(generator.requests).toHaveLength(4);
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("lets a member cancel a transformation that waits for the generator", async () => {
      const { memberId, id } = await scene.requested(queue);
      const generator = new RecordingGenerator({ ...problem("busy"), retryAfterMs: 47_000 } as GenerationOutcome);
      await work(generator);
      await vi.waitFor(async () => expect(await waits()).toEqual([47]), until);
      expect(await cancelTransformation(scene.open.database, memberId, id)).toBe(true);
      await skipTheWait();
      await vi.waitFor(async () => expect(await waits()).toEqual([]), until);
      expect(generator.requests).toHaveLength(1);
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("tries a request that timed out once more, not twice", async () => {
      const { memberId } = await scene.requested(queue);
      const generator = new RecordingGenerator(problem("timeout"));
      await work(generator);
      await expectReached(memberId, ["timeout"]);
      expect(generator.requests).toHaveLength(2);
    });

    test("uploads a finished picture again for as long as the photo host is away, and asks for it once", async () => {
      const { memberId, id } = await scene.requested(queue);
      const generator = new RecordingGenerator(scene.made);
      let uploads = 0;
      const host: PhotoHost = {
        ...scene.photoHost,
        put: async (publicId, picture) => {
          uploads += 1;
          if (uploads <= 8) throw Object.assign(new Error("busy"), { code: "EBUSY" });
          await scene.photoHost.put(publicId, picture);
        },
      };
      await work(generator, undefined, host);
      await expectReached(memberId, ["completed"]);
      expect([generator.requests.length, uploads]).toEqual([1, 9]);
      const result = await scene.resultOf(id);
      expect((await scene.photoHost.read(result?.public_id ?? ""))?.bytes).toEqual(scene.picture);
      expect(await scene.open.kysely.selectFrom("unstored_results").selectAll().execute()).toEqual([]);
      expect(await scene.amounts(memberId)).toEqual([-1]);
    });

    test("refunds at once when the photo host will never take the picture", async () => {
      const { memberId } = await scene.requested(queue);
      const generator = new RecordingGenerator(scene.made);
      const put = vi.fn<PhotoHost["put"]>(() =>
        Promise.reject(Object.assign(new Error("too large"), { code: "EFBIG" })),
      );
      await work(generator, undefined, { ...scene.photoHost, put });
      await expectReached(memberId, ["failed"]);
      expect([generator.requests.length, put.mock.calls.length]).toEqual([1, 1]);
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("fails and refunds a job that is lost on every try", async () => {
      const { memberId } = await scene.requested(queue);
      for (let tried = 0; tried < 3; tried += 1) {
        await skipTheWait();
        const [job] = await queue.boss.fetch("transformations");
        if (!job) throw new Error(`there was no job for try ${tried}`);
        await queue.boss.fail("transformations", job.id, { reason: "the process that ran it ended" });
      }
      await work(new RecordingGenerator(scene.made));
      await expectReached(memberId, ["failed"]);
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("fails and refunds when the generator crashes on every try", async () => {
      const { memberId } = await scene.requested(queue);
      await work(new RecordingGenerator(() => Promise.reject(new Error("a bug"))));
      await expectReached(memberId, ["failed"]);
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("hands a killed process's job to the next process that owns the database", async () => {
      const { memberId } = await scene.requested(queue);
      expect(await queue.boss.fetch("transformations")).toHaveLength(1);
      await work(new RecordingGenerator(scene.made), { concurrency: 2, alone: true });
      await expectReached(memberId, ["completed"]);
      expect(await scene.amounts(memberId)).toEqual([-1]);
    });

    test("stops a running job at shutdown and lets the next process complete it", async () => {
      const { memberId } = await scene.requested(queue);
      const stopping = await openJobQueue(scene.open.queue, log, { supervise: false });
      const reported = Promise.withResolvers<void>();
      const endless = new RecordingGenerator(async ({ signal }) => {
        signal.addEventListener("abort", () => reported.resolve());
        await reported.promise;
        return problem("failed");
      });
      const worker = await startTransformationWorker(stopping, scene.running(endless), {
        concurrency: 2,
        alone: false,
      });
      await vi.waitFor(() => expect(endless.requests).toHaveLength(1), until);
      const ended = worker.stop();
      await stopping.stop();
      await Promise.all([reported.promise, ended]);
      expect(await statuses(memberId)).toEqual(["processing"]);
      await work(new RecordingGenerator(scene.made));
      await expectReached(memberId, ["completed"]);
      expect(await scene.amounts(memberId)).toEqual([-1]);
    });

    test("runs one photo before the second photos of two other members", async () => {
      const busy = [await scene.requested(queue), await scene.requested(queue)];
      for (const { wanted } of busy) {
        for (let more = 0; more < 14; more += 1) {
          await scene.request({ ...wanted, idempotencyKey: randomUUID() }, queue);
        }
      }
      const other = await scene.requested(queue);
      expect(await queuePosition(scene.open.database, other.memberId, { id: other.id, waiting: true })).toBe(2);
      let endedBefore = 0;
      const generator = new RecordingGenerator(async () => {
        if ((await begun(other.memberId)) === 0) endedBefore += 1;
        return scene.made;
      });
      await work(generator);
      await expectReached(other.memberId, ["completed"]);
      expect(endedBefore).toBeLessThanOrEqual(3);
      await stopWorker();
    });

    test("leaves capacity for other members beside one member's many jobs", async () => {
      const many = await scene.requested(queue);
      for (let more = 0; more < 5; more += 1) {
        await scene.request({ ...many.wanted, idempotencyKey: randomUUID() }, queue);
      }
      const held = Promise.withResolvers<void>();
      const generator = new RecordingGenerator(async () => {
        await held.promise;
        return scene.made;
      });
      await work(generator, { concurrency: 3, alone: false });
      try {
        await vi.waitFor(() => expect(generator.requests).toHaveLength(2), until);
        const other = await scene.requested(queue);
        await vi.waitFor(async () => expect(await begun(other.memberId)).toBe(1), until);
        expect(await begun(many.memberId)).toBe(2);
      } finally {
        held.resolve();
      }
      const done = Array.from({ length: 6 }, () => "completed");
      await expectReached(many.memberId, done);
    });
  });
}

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`the queue position on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    /** Inserts several transformations of one member in one statement, like a batch. Returns their ids in order. */
    async function asked(memberId: string, count: number): Promise<string[]> {
      const photoId = await newPhoto(open.kysely, memberId);
      const ids = Array.from({ length: count }, () => randomUUID());
      const row = (id: string) => ({
        id,
        user_id: memberId,
        tool: "surprise-me",
        recipe: JSON.stringify({ tool: "surprise-me" }),
        original_name: "Lagos",
        original_photo_id: photoId,
        original_url: `/images/${photoId}/full`,
        idempotency_key: id,
      });
      await open.kysely.insertInto("transformations").values(ids.map(row)).execute();
      return ids;
    }
    const before = (memberId: string, id: string | undefined) =>
      queuePosition(open.database, memberId, { id: id ?? "", waiting: true });

    test("ranks each member's first job before any second job and reveals nothing about others", async () => {
      const [ada, bayo] = [await newMember(open.kysely), await newMember(open.kysely)];
      const adas = await asked(ada, 3);
      const [bayos] = await asked(bayo, 1);
      expect(await Promise.all(adas.map((id) => before(ada, id)))).toEqual([0, 2, 3]);
      expect(await before(bayo, bayos)).toBe(1);
      expect(await before(bayo, adas[2])).toBe(0);
      await open.kysely
        .updateTable("transformations")
        .set({ started_at: new Date() })
        .where("id", "=", adas[0] ?? "")
        .execute();
      expect(await before(bayo, bayos)).toBe(0);
      expect(await before(ada, adas[2])).toBe(2);
      expect(await queuePosition(open.database, ada, { id: adas[0] ?? "", waiting: false })).toBeNull();
    });

    test("reads an index up to position 100, however many jobs wait", async () => {
      const [many, late] = [await newMember(open.kysely), await newMember(open.kysely)];
      const [first] = await asked(many, 1);
      const more = (count: number, status: string) =>
        sql`insert into public.transformations
          (user_id, tool, recipe, original_name, original_url, enhanced_url, status, idempotency_key)
        select user_id, tool, recipe, original_name, original_url, original_url, ${status}, gen_random_uuid()::text
        from public.transformations, generate_series(1, ${count}::integer) where id = ${first}`.execute(open.kysely);
      await more(2000, "completed");
      await more(1500, "processing");
      const ids = await asked(late, 60);
      expect(await before(late, ids.at(-1))).toBe(100);
      await sql`analyze public.transformations`.execute(open.kysely);
      const { rows } = await sql<{
        body: string;
      }>`select prosrc as body from pg_proc where proname = 'photos_before'`.execute(open.kysely);
      const query = (rows[0]?.body ?? "").replace("p_transformation_id", `'${ids.at(-1)}'`);
      const plan = await sql.raw<{ "QUERY PLAN": string }>(`explain ${query}`).execute(open.kysely);
      const lines = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(lines).toContain("transformations_waiting");
      expect(lines).not.toContain("Seq Scan");
      expect(lines).not.toContain("Sort");
    });
  });
}
