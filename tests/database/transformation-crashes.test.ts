import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import {
  completeTransformation,
  failTransformation,
} from "../../app/transformations/ending/end-transformation.server.ts";
import { RetryLater } from "../../app/transformations/running/run-transformation.server.ts";
import { engines } from "./engines.ts";
import { accountOf } from "./members.ts";
import { problem, RecordingGenerator } from "./recording-generator.ts";
import { lastTry, openTransformationScene, type TransformationScene } from "./transformation-scene.ts";

for (const engine of engines) {
  describe.skipIf(engine.missing)(`interrupted transformations on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => void (scene = await openTransformationScene(engine)));
    afterAll(() => scene.close());

    /** The photo host, with something happening right after a picture was stored. */
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
