import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createDiskPhotoHost,
  type DiskPhotoHost,
} from "../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import {
  completeTransformation,
  failTransformation,
  returnAbandonedTransformations,
} from "../../app/transformations/end-transformation.server.ts";
import type { GenerationOutcome, ImageGenerator } from "../../app/transformations/image-generator.ts";
import { requestTransformation } from "../../app/transformations/request-transformation.server.ts";
import { RetryLater, runTransformation } from "../../app/transformations/run-transformation.server.ts";
import { engines, type OpenEngine } from "./engines.ts";
import { accountOf, newMember, newPhoto } from "./members.ts";
import { problem, RecordingGenerator } from "./recording-generator.ts";

const log = pino({ level: "silent" });
/** Stands for the queue where a test runs the job itself. */
const queue = { add: async () => {} };
const lastTry = { signal: new AbortController().signal, lastTry: true };
const firstTry = { ...lastTry, lastTry: false };

for (const engine of engines) {
  describe.skipIf(engine.missing)(`a transformation on ${engine.name}`, () => {
    let open: OpenEngine;
    let directory: string;
    let photoHost: DiskPhotoHost;
    let picture: Uint8Array<ArrayBuffer>;
    let made: GenerationOutcome;

    beforeAll(async () => {
      open = await engine.open();
      directory = await mkdtemp(join(tmpdir(), "lifecycle-"));
      photoHost = createDiskPhotoHost({ directory, log });
      picture = new Uint8Array(
        await sharp({ create: { width: 300, height: 200, channels: 3, background: "#a52" } })
          .jpeg()
          .toBuffer(),
      );
      made = { ok: true, image: picture, mimeType: "image/jpeg", note: "cropped, not re-posed" };
    });
    afterAll(async () => {
      await photoHost.close();
      await open.close();
      await rm(directory, { recursive: true });
    });

    /** A member with 2 gems and a stored photo, who has just asked for a transformation. */
    async function requested() {
      const memberId = await newMember(open.kysely);
      const publicId = `${randomUUID()}/lagos`;
      await photoHost.put(publicId, { bytes: picture, mimeType: "image/jpeg" });
      const photoId = await newPhoto(open.kysely, memberId, publicId);
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
      return { memberId, photoId, id: answer.transformationId, request };
    }
    const run = (id: string, generator: ImageGenerator, turn = lastTry, host: PhotoHost = photoHost) =>
      runTransformation(
        { database: open.database, photoHost: host, generator, promptFor: ({ tool }) => `prompt of ${tool}`, log },
        id,
        turn,
      );
    const row = (id: string) =>
      open.kysely.selectFrom("transformations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const resultOf = async (id: string) =>
      open.kysely
        .selectFrom("photos")
        .selectAll()
        .where("id", "=", (await row(id)).result_photo_id)
        .executeTakeFirst();
    const storedFiles = async (id: string) => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && entry.parentPath.includes(id)).map((entry) => entry.name);
    };
    const amounts = async (memberId: string) =>
      (await accountOf(open.kysely, memberId)).ledger.map((entry) => entry.amount);

    test("starts as processing, with its gem held and nothing charged twice when asked again", async () => {
      const { id, memberId, request } = await requested();
      expect(await requestTransformation({ database: open.database, queue }, request)).toEqual({
        ok: true,
        transformationId: id,
      });
      expect(await row(id)).toMatchObject({
        status: "processing",
        coins_used: 1,
        failure: null,
        original_name: "Lagos",
      });
      expect(await accountOf(open.kysely, memberId)).toMatchObject({ coins: 1, sum: 1 });
    });

    test("does not start without gems, nor with somebody else's photo, and leaves nothing behind", async () => {
      const { memberId, request, photoId } = await requested();
      const again = () =>
        requestTransformation({ database: open.database, queue }, { ...request, idempotencyKey: randomUUID() });
      expect(await again()).toMatchObject({ ok: true });
      expect(await again()).toEqual({ ok: false, problem: "insufficient-gems" });
      const stranger = await newMember(open.kysely);
      expect(
        await requestTransformation({ database: open.database, queue }, { ...request, memberId: stranger, photoId }),
      ).toEqual({
        ok: false,
        problem: "photo-missing",
      });
      const rows = open.kysely
        .selectFrom("transformations")
        .select("user_id")
        .where("user_id", "in", [memberId, stranger]);
      expect(await rows.execute()).toHaveLength(2);
      expect(await amounts(stranger)).toEqual([2]);
    });

    test("takes back everything when the job cannot be queued", async () => {
      const { memberId, request } = await requested();
      const full = { add: () => Promise.reject(new Error("the queue is gone")) };
      const attempt = requestTransformation(
        { database: open.database, queue: full },
        { ...request, idempotencyKey: randomUUID() },
      );
      await expect(attempt).rejects.toThrow("the queue is gone");
      expect(await amounts(memberId)).toEqual([2, -1]);
      expect(
        await open.kysely.selectFrom("transformations").select("id").where("user_id", "=", memberId).execute(),
      ).toHaveLength(1);
    });

    test("completes: the result is stored and described, the gem stays spent, the count rises", async () => {
      const { id, memberId } = await requested();
      const generator = new RecordingGenerator(made);
      await run(id, generator);
      expect(generator.requests).toMatchObject([
        { recipe: { tool: "surprise-me" }, prompt: "prompt of surprise-me", mimeType: "image/jpeg" },
      ]);
      expect(generator.requests[0]?.image).toEqual(picture);
      const ended = await row(id);
      expect(ended).toMatchObject({
        status: "completed",
        progress: 100,
        coins_used: 1,
        made_by: "Recording engine",
        note: "cropped, not re-posed",
      });
      const result = await resultOf(id);
      expect(result).toMatchObject({
        user_id: memberId,
        kind: "result",
        width: 300,
        height: 200,
        bytes: picture.byteLength,
      });
      expect(ended.enhanced_url).toBe(`/images/${result?.id}/full`);
      expect((await photoHost.read(result?.public_id ?? ""))?.bytes).toEqual(picture);
      expect(await accountOf(open.kysely, memberId)).toMatchObject({ coins: 1, sum: 1, completed: 1 });
    });

    test.each(["blocked", "empty", "rejected", "failed"] as const)(
      "that is %s fails at once and returns the gem, saying why",
      async (name) => {
        const { id, memberId } = await requested();
        await run(id, new RecordingGenerator(problem(name)), firstTry);
        expect(await row(id)).toMatchObject({ status: "failed", failure: name, coins_used: 0, enhanced_url: null });
        const { ledger, completed } = await accountOf(open.kysely, memberId);
        expect(ledger.map((entry) => entry.amount)).toEqual([2, -1, 1]);
        expect(ledger[2]?.description).toMatch(/^Lagos: .+, gem returned$/);
        expect(completed).toBe(0);
        expect(await resultOf(id)).toBeUndefined();
      },
    );

    test.each(["busy", "timeout"] as const)(
      "that meets %s is tried again, and fails only on the last try",
      async (name) => {
        const { id, memberId } = await requested();
        await expect(run(id, new RecordingGenerator(problem(name)), firstTry)).rejects.toThrow(RetryLater);
        expect(await row(id)).toMatchObject({ status: "processing" });
        expect(await amounts(memberId)).toEqual([2, -1]);
        await run(id, new RecordingGenerator(problem(name)), lastTry);
        expect(await row(id)).toMatchObject({ status: "failed", failure: name });
        expect(await amounts(memberId)).toEqual([2, -1, 1]);
      },
    );

    test("that is stopped from outside decides nothing, and completes on the next try", async () => {
      const { id, memberId } = await requested();
      const stop = new AbortController();
      const stopped = new RecordingGenerator(async () => {
        stop.abort();
        return problem("failed");
      });
      await expect(run(id, stopped, { signal: stop.signal, lastTry: false })).rejects.toThrow(RetryLater);
      expect(await row(id)).toMatchObject({ status: "processing", failure: null });
      await run(id, new RecordingGenerator(made));
      expect(await row(id)).toMatchObject({ status: "completed" });
      expect(await amounts(memberId)).toEqual([2, -1]);
    });

    test("whose photo is gone fails and returns the gem without asking the generator", async () => {
      const { id, memberId, photoId } = await requested();
      await open.kysely.deleteFrom("photos").where("id", "=", photoId).execute();
      const generator = new RecordingGenerator(made);
      await run(id, generator);
      expect(generator.requests).toEqual([]);
      expect(await row(id)).toMatchObject({ status: "failed", failure: "failed", original_photo_id: null });
      expect(await amounts(memberId)).toEqual([2, -1, 1]);
    });

    test("whose process ends between storing and recording is run again: one picture, one charge", async () => {
      const { id, memberId } = await requested();
      const dying: PhotoHost = {
        ...photoHost,
        put: async (publicId, stored) => {
          await photoHost.put(publicId, stored);
          throw new Error("killed");
        },
      };
      await expect(run(id, new RecordingGenerator(made), lastTry, dying)).rejects.toThrow("killed");
      expect(await row(id)).toMatchObject({ status: "processing" });
      await run(id, new RecordingGenerator(made));
      const result = await resultOf(id);
      expect((await photoHost.read(result?.public_id ?? ""))?.bytes).toEqual(picture);
      const results = open.kysely
        .selectFrom("photos")
        .select("id")
        .where("user_id", "=", memberId)
        .where("kind", "=", "result");
      expect(await results.execute()).toHaveLength(1);
      expect(await storedFiles(result?.id ?? "")).toEqual(["Lagos"]);
      expect(await accountOf(open.kysely, memberId)).toMatchObject({ coins: 1, sum: 1, completed: 1 });
    });

    test("that has ended is not worked on again, whatever the queue delivers", async () => {
      const { id, memberId } = await requested();
      await run(id, new RecordingGenerator(made));
      const late = new RecordingGenerator(problem("failed"));
      await run(id, late);
      await run(randomUUID(), late);
      expect(late.requests).toEqual([]);
      expect(await failTransformation(open.database, id, "failed")).toBe(false);
      expect(await row(id)).toMatchObject({ status: "completed" });
      expect(await amounts(memberId)).toEqual([2, -1]);
    });

    test("cancelled while it is being made keeps no picture and costs nothing", async () => {
      const { id, memberId } = await requested();
      const { result_photo_id: result } = await row(id);
      const cancelledMeanwhile = new RecordingGenerator(async () => {
        await failTransformation(open.database, id, "cancelled");
        return made;
      });
      await run(id, cancelledMeanwhile);
      expect(await row(id)).toMatchObject({ status: "failed", failure: "cancelled" });
      expect(await storedFiles(result)).toEqual([]);
      expect(await amounts(memberId)).toEqual([2, -1, 1]);
    });

    test("cancelled while its picture is being stored keeps no picture either", async () => {
      const { id, memberId } = await requested();
      const { result_photo_id: result } = await row(id);
      const slow: PhotoHost = {
        ...photoHost,
        put: async (publicId, stored) => {
          await photoHost.put(publicId, stored);
          await failTransformation(open.database, id, "cancelled");
        },
      };
      await run(id, new RecordingGenerator(made), lastTry, slow);
      expect(await storedFiles(result)).toEqual([]);
      expect(await amounts(memberId)).toEqual([2, -1, 1]);
    });

    test("made by two workers, one of them taken for dead, keeps its picture and its one charge", async () => {
      const { id, memberId } = await requested();
      const slow: PhotoHost = {
        ...photoHost,
        put: async (publicId, stored) => {
          await run(id, new RecordingGenerator(made));
          await photoHost.put(publicId, stored);
        },
      };
      await run(id, new RecordingGenerator(made), lastTry, slow);
      const result = await resultOf(id);
      expect((await photoHost.read(result?.public_id ?? ""))?.bytes).toEqual(picture);
      expect(await accountOf(open.kysely, memberId)).toMatchObject({ coins: 1, sum: 1, completed: 1 });
    });

    test("left running too long is ended by the sweep, once, and only then", async () => {
      const [left, fresh] = [await requested(), await requested()];
      await open.kysely
        .updateTable("transformations")
        .set({ created_at: new Date("2026-01-01") })
        .where("id", "=", left.id)
        .execute();
      const olderThan = new Date("2026-01-02");
      expect(await returnAbandonedTransformations(open.database, olderThan)).toBe(1);
      expect(await returnAbandonedTransformations(open.database, olderThan)).toBe(0);
      expect(await row(left.id)).toMatchObject({ status: "failed", failure: "timeout" });
      expect(await row(fresh.id)).toMatchObject({ status: "processing" });
      expect([await amounts(left.memberId), await amounts(fresh.memberId)]).toEqual([
        [2, -1, 1],
        [2, -1],
      ]);
    });

    test("that failed cannot be completed afterwards", async () => {
      const { id, memberId } = await requested();
      await failTransformation(open.database, id, "timeout");
      const late = {
        publicId: `${randomUUID()}/late`,
        fileName: "late",
        width: 1,
        height: 1,
        bytes: 1,
        madeBy: "late",
        note: null,
      };
      const stored = { ...late, mimeType: "image/jpeg", placeholder: "data:image/webp;base64,AAAA" } as const;
      expect(await completeTransformation(open.database, id, stored)).toBe(false);
      expect(await row(id)).toMatchObject({ status: "failed" });
      expect(await amounts(memberId)).toEqual([2, -1, 1]);
    });
  });
}
