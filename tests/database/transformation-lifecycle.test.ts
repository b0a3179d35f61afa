import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  completeTransformation,
  failTransformation,
  returnAbandonedTransformations,
} from "../../app/transformations/ending/end-transformation.server.ts";
import { RetryLater } from "../../app/transformations/running/run-transformation.server.ts";
import { engines, usualEngine } from "./engines.ts";
import { accountOf, newMember } from "./members.ts";
import {
  firstTry,
  lastTry,
  openTransformationScene,
  problem,
  RecordingGenerator,
  type TransformationScene,
} from "./transformation-scene.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`the transformation lifecycle on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => void (scene = await openTransformationScene(engine)));
    afterAll(() => scene.close());

    test("starts as processing with one held gem, also for a repeated request", async () => {
      const { id, memberId, wanted } = await scene.requested();
      expect(await scene.request(wanted)).toEqual({ ok: true, transformationId: id });
      expect(await scene.rowsOf(memberId)).toMatchObject([
        { id, status: "processing", coins_used: 1, failure: null, original_name: "Lagos" },
      ]);
      expect(await accountOf(scene.open.kysely, memberId)).toMatchObject({ coins: 9, sum: 9 });
    });

    test("does not start without gems and leaves nothing behind", async () => {
      const { memberId, wanted } = await scene.requested();
      const again = () => scene.request({ ...wanted, idempotencyKey: randomUUID() });
      for (let index = 0; index < 9; index += 1) expect(await again()).toMatchObject({ ok: true });
      expect(await again()).toEqual({ ok: false, problem: "insufficient-gems" });
      expect(await scene.rowsOf(memberId)).toHaveLength(10);
      expect(await accountOf(scene.open.kysely, memberId)).toMatchObject({ coins: 0, sum: 0 });
    });

    test("does not start with another member's photo", async () => {
      const { wanted } = await scene.requested();
      const stranger = await newMember(scene.open.kysely);
      expect(await scene.request({ ...wanted, memberId: stranger })).toEqual({ ok: false, problem: "photo-missing" });
      expect(await scene.rowsOf(stranger)).toEqual([]);
      expect((await accountOf(scene.open.kysely, stranger)).coins).toBe(2);
    });

    test("rolls everything back when the job cannot be queued", async () => {
      const { memberId, wanted } = await scene.requested();
      const gone = { add: () => Promise.reject(new Error("the queue is gone")) };
      const attempt = scene.request({ ...wanted, idempotencyKey: randomUUID() }, gone);
      await expect(attempt).rejects.toThrow("the queue is gone");
      expect(await scene.amounts(memberId)).toEqual([-1]);
      expect(await scene.rowsOf(memberId)).toHaveLength(1);
    });

    test("completes with a stored and described result, a spent gem and a higher count", async () => {
      const { id, memberId } = await scene.requested();
      const generator = new RecordingGenerator(scene.made);
      await scene.run(id, generator);
      expect(generator.requests).toMatchObject([
        {
          recipe: { tool: "surprise-me" },
          prompt: "prompt of surprise-me",
          mimeType: "image/jpeg",
          image: scene.picture,
        },
      ]);
      const result = await scene.resultOf(id);
      const bytes = scene.picture.byteLength;
      expect(result).toMatchObject({ user_id: memberId, kind: "result", width: 300, height: 200, bytes });
      expect(await scene.row(id)).toMatchObject({
        status: "completed",
        progress: 100,
        coins_used: 1,
        made_by: "Recorders",
        note: "cropped, not re-posed",
        enhanced_url: `/images/${result?.id}/full`,
      });
      expect((await scene.photoHost.read(result?.public_id ?? ""))?.bytes).toEqual(scene.picture);
      expect(await accountOf(scene.open.kysely, memberId)).toMatchObject({ coins: 9, sum: 9, completed: 1 });
    });

    test.each(["blocked", "empty", "rejected", "failed"] as const)(
      "fails at once for a photo that is %s, with a refund and a reason",
      async (name) => {
        const { id, memberId } = await scene.requested();
        await scene.run(id, new RecordingGenerator(problem(name)), firstTry);
        expect(await scene.row(id)).toMatchObject({
          status: "failed",
          failure: name,
          coins_used: 0,
          enhanced_url: null,
        });
        expect(await scene.amounts(memberId)).toEqual([-1, 1]);
        const { ledger, completed } = await accountOf(scene.open.kysely, memberId);
        expect(ledger.at(-1)?.description).toMatch(/^Returned: .+ \(Lagos\)$/);
        expect(completed).toBe(0);
        expect(await scene.resultOf(id)).toBeUndefined();
      },
    );

    test.each(["busy", "timeout"] as const)("retries after %s and fails only on the last try", async (name) => {
      const { id, memberId } = await scene.requested();
      const generator = new RecordingGenerator(problem(name));
      await expect(scene.run(id, generator, firstTry)).rejects.toThrow(RetryLater);
      expect(await scene.row(id)).toMatchObject({ status: "processing" });
      expect(await scene.amounts(memberId)).toEqual([-1]);
      await scene.run(id, generator, lastTry);
      expect(await scene.row(id)).toMatchObject({ status: "failed", failure: name });
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("fails with a refund, without calling the generator, when the photo was deleted", async () => {
      const { id, memberId, photoId } = await scene.requested();
      await scene.open.kysely.deleteFrom("photos").where("id", "=", photoId).execute();
      const generator = new RecordingGenerator(scene.made);
      await scene.run(id, generator);
      expect(generator.requests).toEqual([]);
      expect(await scene.row(id)).toMatchObject({ status: "failed", failure: "failed", original_photo_id: null });
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("is ended by the sweep, once, after running too long", async () => {
      const [left, fresh] = [await scene.requested(), await scene.requested()];
      const { kysely, database } = scene.open;
      const longAgo = { created_at: new Date("2026-01-01"), started_at: new Date("2026-01-01") };
      await kysely.updateTable("transformations").set(longAgo).where("id", "=", left.id).execute();
      const olderThan = new Date("2026-01-02");
      expect(await returnAbandonedTransformations(database, olderThan)).toBe(1);
      expect(await returnAbandonedTransformations(database, olderThan)).toBe(0);
      expect(await scene.row(left.id)).toMatchObject({ status: "failed", failure: "timeout" });
      expect(await scene.row(fresh.id)).toMatchObject({ status: "processing" });
      expect(await scene.amounts(left.memberId)).toEqual([-1, 1]);
      expect(await scene.amounts(fresh.memberId)).toEqual([-1]);
    });
  });
}

for (const engine of engines) {
  describe.skipIf(engine.missing)(`interrupted transformations on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => void (scene = await openTransformationScene(engine)));
    afterAll(() => scene.close());

    /** The photo host, with a callback right after each stored picture. */
    const hostThat = (afterPut: (publicId: string) => Promise<unknown>): PhotoHost => ({
      ...scene.photoHost,
      put: async (publicId, stored) => {
        await scene.photoHost.put(publicId, stored);
        await afterPut(publicId);
      },
    });
    async function expectDeliveredOnce(id: string, memberId: string) {
      const result = await scene.resultOf(id);
      expect((await scene.photoHost.read(result?.public_id ?? ""))?.bytes).toEqual(scene.picture);
      expect(await scene.storedFiles(result?.id ?? "")).toEqual(["Lagos"]);
      const photos = scene.open.kysely.selectFrom("photos").select("kind").where("user_id", "=", memberId);
      expect((await photos.execute()).filter(({ kind }) => kind === "result")).toHaveLength(1);
      expect(await scene.row(id)).toMatchObject({ status: "completed" });
      expect(await accountOf(scene.open.kysely, memberId)).toMatchObject({ coins: 9, sum: 9, completed: 1 });
    }

    test("complete on the next try after an outside abort", async () => {
      const { id, memberId } = await scene.requested();
      const stop = new AbortController();
      const stopped = new RecordingGenerator(async () => {
        stop.abort();
        return problem("failed");
      });
      await expect(scene.run(id, stopped, { signal: stop.signal, lastTry: false })).rejects.toThrow(RetryLater);
      expect(await scene.row(id)).toMatchObject({ status: "processing", failure: null });
      await scene.run(id, new RecordingGenerator(scene.made));
      await expectDeliveredOnce(id, memberId);
    });

    test("run again after a crash between storing and recording: one picture, one charge", async () => {
      const { id, memberId } = await scene.requested();
      const dying = hostThat(() => Promise.reject(new Error("killed")));
      const turn = { ...lastTry, mayWait: true };
      await expect(scene.run(id, new RecordingGenerator(scene.made), turn, dying)).rejects.toThrow("not stored");
      expect(await scene.row(id)).toMatchObject({ status: "processing" });
      await scene.run(id, new RecordingGenerator(scene.made));
      await expectDeliveredOnce(id, memberId);
    });

    test("interrupted transformations are not run again once recorded, whatever the queue delivers", async () => {
      const { id, memberId } = await scene.requested();
      await scene.run(id, new RecordingGenerator(scene.made));
      const late = new RecordingGenerator(problem("failed"));
      await scene.run(id, late);
      await scene.run(randomUUID(), late);
      expect(late.requests).toEqual([]);
      expect(await failTransformation(scene.open.database, id, "failed")).toBe(false);
      await expectDeliveredOnce(id, memberId);
    });

    test("retain the picture when a stalled worker stores while another one delivers", async () => {
      const { id, memberId } = await scene.requested();
      const slow = hostThat(() => scene.run(id, new RecordingGenerator(scene.made)));
      await scene.run(id, new RecordingGenerator(scene.made), lastTry, slow);
      await expectDeliveredOnce(id, memberId);
    });

    test("interrupted transformations are not overwritten by a stalled worker that generates while another one delivers", async () => {
      const { id, memberId } = await scene.requested();
      const slow = new RecordingGenerator(async () => {
        await scene.run(id, new RecordingGenerator(scene.made));
        return { ok: true, image: new Uint8Array([1, 2, 3]), mimeType: "image/jpeg" };
      });
      await scene.run(id, slow);
      await expectDeliveredOnce(id, memberId);
    });

    test("store no picture and cost nothing when cancelled during generation", async () => {
      const { id, memberId } = await scene.requested();
      const { result_photo_id: resultId } = await scene.row(id);
      const cancelled = new RecordingGenerator(async () => {
        await failTransformation(scene.open.database, id, "cancelled");
        return scene.made;
      });
      await scene.run(id, cancelled);
      expect(await scene.row(id)).toMatchObject({ status: "failed", failure: "cancelled" });
      expect(await scene.storedFiles(resultId)).toEqual([]);
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("store no picture when cancelled during its storage", async () => {
      const { id, memberId } = await scene.requested();
      const { result_photo_id: resultId } = await scene.row(id);
      const host = hostThat(() => failTransformation(scene.open.database, id, "cancelled"));
      await scene.run(id, new RecordingGenerator(scene.made), lastTry, host);
      expect(await scene.storedFiles(resultId)).toEqual([]);
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });

    test("interrupted transformations cannot be completed after they ended as failed", async () => {
      const { id, memberId } = await scene.requested();
      await failTransformation(scene.open.database, id, "timeout");
      const late = {
        publicId: `${randomUUID()}/late`,
        fileName: "late",
        mimeType: "image/jpeg",
        width: 1,
        height: 1,
        bytes: 1,
        placeholder: "data:image/webp;base64,AAAA",
        madeBy: "late",
        note: null,
      } as const;
      expect(await completeTransformation(scene.open.database, id, late)).toBe(false);
      expect(await scene.row(id)).toMatchObject({ status: "failed" });
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
    });
  });
}
