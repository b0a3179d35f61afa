import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { ImageGenerator } from "../../app/transformations/image-generator.ts";
import { queuePosition } from "../../app/transformations/requesting/queue-position.server.ts";
import {
  grantQueue,
  openJobQueue,
  startTransformationWorker,
  type JobQueue,
} from "../../app/transformations/running/transformation-worker.server.ts";
import { engines } from "./engines.ts";
import { problem, RecordingGenerator } from "./recording-generator.ts";
import { log, openTransformationScene, type TransformationScene } from "./transformation-scene.ts";

const until = { timeout: 30_000, interval: 50 };

for (const engine of engines) {
  describe.skipIf(engine.missing)(`the job queue on ${engine.name}`, () => {
    let scene: TransformationScene;
    let queue: JobQueue;
    let stopWorker: () => Promise<void> = async () => {};

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

    async function work(generator: ImageGenerator, options = { concurrency: 2, alone: false }) {
      ({ stop: stopWorker } = await startTransformationWorker(queue, scene.running(generator), options));
    }
    const statuses = async (memberId: string) =>
      (await scene.rowsOf(memberId)).map(({ status, failure }) => failure ?? status);
    const begun = async (memberId: string) =>
      (await scene.rowsOf(memberId)).filter((row) => row.started_at !== null).length;
    /** Resolves when the member's transformations have these statuses; tries are due at once meanwhile. */
    const expectReached = (memberId: string, expected: string[]) =>
      vi.waitFor(async () => {
        await skipTheWait();
        expect(await statuses(memberId)).toEqual(expected);
      }, until);
    const skipTheWait = () =>
      sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(scene.open.kysely);

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
      const told = Promise.withResolvers<void>();
      const endless = new RecordingGenerator(async ({ signal }) => {
        signal.addEventListener("abort", () => told.resolve());
        await told.promise;
        return problem("failed");
      });
      const worker = await startTransformationWorker(stopping, scene.running(endless), {
        concurrency: 2,
        alone: false,
      });
      await vi.waitFor(() => expect(endless.requests).toHaveLength(1), until);
      const ended = worker.stop();
      await stopping.stop();
      await Promise.all([told.promise, ended]);
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
