import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  createDiskPhotoHost,
  type DiskPhotoHost,
} from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import type { ImageGenerator } from "../../app/transformations/image-generator.ts";
import { requestTransformation } from "../../app/transformations/request-transformation.server.ts";
import {
  grantQueue,
  openJobQueue,
  startTransformationWorker,
  type JobQueue,
} from "../../app/transformations/transformation-worker.server.ts";
import { engines, type OpenEngine } from "./engines.ts";
import { accountOf, newMemberWithGems, newPhoto } from "./members.ts";
import { problem, RecordingGenerator } from "./recording-generator.ts";

const log = pino({ level: "silent" });
const until = { timeout: 30_000, interval: 50 };

for (const engine of engines) {
  describe.skipIf(engine.missing)(`the job queue on ${engine.name}`, () => {
    let open: OpenEngine;
    let queue: JobQueue;
    let directory: string;
    let photoHost: DiskPhotoHost;
    let picture: Uint8Array<ArrayBuffer>;
    let stopWorker: () => Promise<void> = async () => {};

    beforeAll(async () => {
      open = await engine.open();
      queue = await openJobQueue(open.queue, log, { supervise: false });
      await open.withConnection((connection) => connection.script(grantQueue));
      directory = await mkdtemp(join(tmpdir(), "queue-"));
      photoHost = createDiskPhotoHost({ directory, log });
      picture = new Uint8Array(
        await sharp({ create: { width: 300, height: 200, channels: 3, background: "#a52" } })
          .jpeg()
          .toBuffer(),
      );
    });
    afterEach(async () => {
      await stopWorker();
      stopWorker = async () => {};
      await queue.boss.deleteAllJobs();
    });
    afterAll(async () => {
      await queue.stop();
      await photoHost.close();
      await open.close();
      await rm(directory, { recursive: true });
    });

    async function requested(count = 1, gems = 10) {
      const memberId = await newMemberWithGems(open.kysely, gems);
      const publicId = `${randomUUID()}/lagos`;
      await photoHost.put(publicId, { bytes: picture, mimeType: "image/jpeg" });
      const photoId = await newPhoto(open.kysely, memberId, publicId);
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const request = {
          memberId,
          recipe: { tool: "surprise-me" },
          name: "Lagos",
          photoId,
          draftId: null,
          idempotencyKey: randomUUID(),
        };
        const answer = await requestTransformation({ database: open.database, queue }, request);
        if (!answer.ok) throw new Error(answer.problem);
        ids.push(answer.transformationId);
      }
      return { memberId, ids };
    }
    async function work(generator: ImageGenerator, options = { concurrency: 2, alone: false }) {
      const running = { database: open.database, photoHost, generator, promptFor: () => "", log };
      ({ stop: stopWorker } = await startTransformationWorker(queue, running, options));
    }
    const statuses = async (memberId: string) =>
      (
        await open.kysely
          .selectFrom("transformations")
          .select(["status", "failure"])
          .where("user_id", "=", memberId)
          .execute()
      ).map(({ status, failure }) => failure ?? status);
    const begun = async (memberId: string) => {
      const rows = open.kysely
        .selectFrom("transformations")
        .select("id")
        .where("user_id", "=", memberId)
        .where("started_at", "is not", null);
      return (await rows.execute()).length;
    };
    const amounts = async (memberId: string) =>
      (await accountOf(open.kysely, memberId)).ledger.map((row) => row.amount);
    /** Lets the waiting time of jobs that are to be tried again be over. */
    const skipTheWait = () => sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(open.kysely);
    const succeeds = () => new RecordingGenerator({ ok: true, image: picture, mimeType: "image/jpeg" });

    test("a requested transformation is picked up and completed", async () => {
      const { memberId } = await requested();
      await work(succeeds());
      await vi.waitFor(async () => expect(await statuses(memberId)).toEqual(["completed"]), until);
      expect(await amounts(memberId)).toEqual([2, 10, -1]);
    });

    test("a request while the worker waits wakes it", async () => {
      await work(succeeds());
      const { memberId } = await requested();
      await vi.waitFor(async () => expect(await statuses(memberId)).toEqual(["completed"]), until);
    });

    test("a generator that is busy once is asked again, and the gem is spent once", async () => {
      const { memberId } = await requested();
      const generator = new RecordingGenerator(problem("busy"), { ok: true, image: picture, mimeType: "image/jpeg" });
      await work(generator);
      await vi.waitFor(async () => {
        await skipTheWait();
        expect(await statuses(memberId)).toEqual(["completed"]);
      }, until);
      expect(generator.requests).toHaveLength(2);
      expect(await amounts(memberId)).toEqual([2, 10, -1]);
    });

    test("a generator that stays busy is asked three times; then the gem comes back", async () => {
      const { memberId } = await requested();
      const generator = new RecordingGenerator(problem("busy"));
      await work(generator);
      await vi.waitFor(async () => {
        await skipTheWait();
        expect(await statuses(memberId)).toEqual(["busy"]);
      }, until);
      expect(generator.requests).toHaveLength(3);
      expect(await amounts(memberId)).toEqual([2, 10, -1, 1]);
    });

    test("a job that is lost on every try ends as failed, with the gem back", async () => {
      const { memberId } = await requested();
      for (let tried = 0; tried < 3; tried += 1) {
        await skipTheWait();
        const [job] = await queue.boss.fetch("transformations");
        if (!job) throw new Error(`there was no job for try ${tried}`);
        await queue.boss.fail("transformations", job.id, { reason: "the process that ran it ended" });
      }
      await work(succeeds());
      await vi.waitFor(async () => expect(await statuses(memberId)).toEqual(["failed"]), until);
      expect(await amounts(memberId)).toEqual([2, 10, -1, 1]);
    });

    test("a generator that breaks on every try ends as failed, with the gem back", async () => {
      const { memberId } = await requested();
      await work(new RecordingGenerator(() => Promise.reject(new Error("a bug"))));
      await vi.waitFor(async () => {
        await skipTheWait();
        expect(await statuses(memberId)).toEqual(["failed"]);
      }, until);
      expect(await amounts(memberId)).toEqual([2, 10, -1, 1]);
    });

    test("a job that a killed process left is taken up by the next one that has the database to itself", async () => {
      const { memberId } = await requested();
      expect(await queue.boss.fetch("transformations")).toHaveLength(1);
      await work(succeeds(), { concurrency: 2, alone: true });
      await vi.waitFor(async () => {
        await skipTheWait();
        expect(await statuses(memberId)).toEqual(["completed"]);
      }, until);
      expect(await amounts(memberId)).toEqual([2, 10, -1]);
    });

    test("one member's many jobs leave room for another's", async () => {
      const many = await requested(6);
      const held = Promise.withResolvers<void>();
      const generator = new RecordingGenerator(async () => {
        await held.promise;
        return { ok: true, image: picture, mimeType: "image/jpeg" };
      });
      await work(generator, { concurrency: 3, alone: false });
      try {
        await vi.waitFor(() => expect(generator.requests).toHaveLength(2), until);
        const other = await requested();
        await vi.waitFor(async () => expect(await begun(other.memberId)).toBe(1), until);
        expect(await begun(many.memberId)).toBe(2);
      } finally {
        held.resolve();
      }
      await vi.waitFor(async () => {
        expect(await statuses(many.memberId)).toEqual(Array.from({ length: 6 }, () => "completed"));
      }, until);
    });
  });
}
