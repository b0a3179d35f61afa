import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adjustPhoto } from "../../app/photos/adjusting/adjust-photo.server.ts";
import type { Adjustment } from "../../app/photos/adjusting/adjustment.ts";
import { createPhotoInspection } from "../../app/photos/inspection/photo-inspection.server.ts";
import { unusedPhotoHours } from "../../app/photos/retention/limits.ts";
import { sweepUnusedPhotos } from "../../app/photos/retention/sweep-photos.server.ts";
import { uploadPhoto } from "../../app/photos/upload/upload-photo.server.ts";
import { readAdjustable } from "../../app/tools/adjust/adjusting.server.ts";
import { addPhoto, batchKey, readPhotos, replacePhoto } from "../../app/tools/batch/batch-draft.server.ts";
import { attachPhoto, startDraft } from "../../app/tools/drafts/draft.server.ts";
import { readDraft } from "../../app/tools/drafts/read-draft.server.ts";
import { tools } from "../../app/tools/catalogue.ts";
import { usualEngine } from "./engines.ts";
import { newMember, newPhoto } from "./members.ts";
import { log, openTransformationScene, type TransformationScene } from "./transformation-scene.ts";

const surpriseMe = tools["surprise-me"];
const quarter = { turn: 90, left: 20, top: 30, width: 150, height: 100 } as const;

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`photo adjustments on ${engine.name}`, () => {
    let scene: TransformationScene;
    const photoInspection = createPhotoInspection({ log });
    beforeAll(async () => {
      scene = await openTransformationScene(engine);
    });
    afterAll(() => Promise.all([scene.close(), photoInspection.close()]));

    const services = () => ({
      database: scene.open.database,
      photoHost: scene.photoHost,
      photoInspection,
      log,
    });
    const adjust = (memberId: string, wholeId: string, adjustment: Adjustment = quarter) =>
      adjustPhoto(services(), { memberId, wholeId, adjustment });
    const rows = (memberId: string) =>
      scene.open.kysely
        .selectFrom("photos")
        .selectAll()
        .where("user_id", "=", memberId)
        .orderBy("created_at")
        .execute();

    async function begun() {
      const memberId = await newMember(scene.open.kysely);
      const upload = { memberId, bytes: scene.picture, fileName: "lagos.jpg" };
      const whole = await uploadPhoto(services(), upload);
      if (!whole.ok) throw new Error(whole.problem);
      const draftId = await startDraft(scene.open.database, memberId, surpriseMe, {
        photoId: whole.photoId,
        answers: {},
      });
      return { memberId, wholeId: whole.photoId, draftId };
    }
    async function cropped() {
      const run = await begun();
      const made = await adjust(run.memberId, run.wholeId);
      if (!made.ok) throw new Error(made.problem);
      expect(await attachPhoto(scene.open.database, run.memberId, run.draftId, made.photoId)).toBe(true);
      return { ...run, photoId: made.photoId };
    }

    test("stores a cropped photo as the draft's own photo with its advice", async () => {
      const { memberId, wholeId, draftId, photoId } = await cropped();
      const draft = await readDraft(scene.open.database, memberId, surpriseMe, draftId);
      expect(draft?.photo).toMatchObject({ id: photoId, name: "lagos", picture: { width: 150, height: 100 } });
      expect(draft?.photo?.advice[0]).toMatch(/^This photo is quite small/);
      expect(await scene.photoHost.read(`${photoId}/lagos`)).toMatchObject({ mimeType: "image/jpeg" });
      const adjustable = await readAdjustable(scene.open.database, memberId, draftId);
      expect(adjustable).toMatchObject({ whole: { id: wholeId, picture: { width: 300 } }, earlier: quarter });
    });

    test("does not add a crop to a draft when either was swept meanwhile", async () => {
      const { memberId, wholeId, draftId } = await begun();
      const { database, kysely } = scene.open;
      expect(await attachPhoto(database, memberId, draftId, randomUUID())).toBe(false);
      await kysely.deleteFrom("drafts").where("id", "=", draftId).execute();
      expect(await attachPhoto(database, memberId, draftId, wholeId)).toBe(false);
    });

    test("stores one crop for repeated and concurrent requests", async () => {
      const { memberId, wholeId } = await begun();
      const made = await Promise.all([1, 2, 3].map(() => adjust(memberId, wholeId)));
      expect(new Set(made.map((answer) => answer.ok && answer.photoId)).size).toBe(1);
      expect(await adjust(memberId, wholeId)).toEqual(made[0]);
      expect(await adjust(memberId, wholeId, { ...quarter, left: 21 })).not.toEqual(made[0]);
      expect((await rows(memberId)).map(({ adjusted_from }) => adjusted_from)).toEqual([null, wholeId, wholeId]);
    });

    test("reuses the whole photo when nothing is changed", async () => {
      const { memberId, wholeId } = await begun();
      const nothing = { turn: 0, left: 0, top: 0, width: 300, height: 200 } as const;
      expect(await adjust(memberId, wholeId, nothing)).toEqual({ ok: true, photoId: wholeId });
      expect(await rows(memberId)).toHaveLength(1);
    });

    test("refuses crops outside the photo, and of foreign photos, results and deleted photos", async () => {
      const { memberId, wholeId } = await begun();
      const outside = { ...quarter, top: 250 };
      expect(await adjust(memberId, wholeId, outside)).toEqual({ ok: false, problem: "outside" });
      const missing = { ok: false, problem: "missing" };
      expect(await adjust(await newMember(scene.open.kysely), wholeId)).toEqual(missing);
      expect(await adjust(memberId, randomUUID())).toEqual(missing);
      // The row exists, but its picture does not.
      expect(await adjust(memberId, await newPhoto(scene.open.kysely, memberId))).toEqual(missing);
      await scene.open.kysely.updateTable("photos").set({ kind: "result" }).where("id", "=", wholeId).execute();
      expect(await adjust(memberId, wholeId)).toEqual(missing);
    });

    test("refuses a crop row that names another member's photo", async () => {
      const [ada, bayo] = [await cropped(), await begun()];
      const claimed = scene.open.kysely.updateTable("photos").set({ adjusted_from: bayo.wholeId });
      await expect(claimed.where("id", "=", ada.photoId).execute()).rejects.toThrow("photos_adjusted_from_own");
    });

    test("retains the whole photo as long as a draft uses its crop", async () => {
      const { memberId, wholeId, photoId, draftId } = await cropped();
      const { kysely } = scene.open;
      const old = new Date(Date.now() - (unusedPhotoHours + 1) * 3_600_000);
      await kysely.updateTable("photos").set({ created_at: old }).where("user_id", "=", memberId).execute();
      expect(await sweepUnusedPhotos(services())).toBe(0);
      expect(new Set((await rows(memberId)).map(({ id }) => id))).toEqual(new Set([wholeId, photoId]));
      await kysely.updateTable("drafts").set({ updated_at: old }).where("id", "=", draftId).execute();
      expect(await sweepUnusedPhotos(services())).toBe(2);
      expect(await scene.photoHost.read(`${wholeId}/lagos`)).toBeNull();
    });

    test("replaces one of several photos by its crop for its owner only, and restores it", async () => {
      const { memberId, wholeId } = await begun();
      const { database, kysely } = scene.open;
      const draftId = randomUUID();
      const among = async () => (await readPhotos(database, memberId, draftId)).map(({ id }) => id);
      const put = (by: string, from = wholeId, who = memberId) =>
        replacePhoto(database, who, draftId, { photoId: from, by });
      const other = await newPhoto(kysely, memberId);
      for (const photo of [wholeId, other]) await addPhoto(database, memberId, surpriseMe, { draftId, photoId: photo });
      const made = await adjust(memberId, wholeId);
      if (!made.ok) throw new Error(made.problem);

      const bayo = await newMember(kysely);
      expect(await put(made.photoId, wholeId, bayo)).toBe(false);
      expect(await put(await newPhoto(kysely, bayo))).toBe(false);
      expect(await put(randomUUID())).toBe(false);
      expect(await among()).toEqual([wholeId, other]);

      expect(await put(made.photoId)).toBe(true);
      expect(await put(made.photoId)).toBe(false);
      expect(await among()).toEqual([made.photoId, other]);
      expect((await readPhotos(database, memberId, draftId))[0]?.advice).toHaveLength(1);
      const adjustable = await readAdjustable(database, memberId, draftId, made.photoId);
      expect(adjustable).toMatchObject({ whole: { id: wholeId }, earlier: quarter });
      expect(await readAdjustable(database, memberId, draftId, wholeId)).toMatchObject({ whole: null });

      // The sweep does not delete the uncropped photo behind a used crop.
      const old = new Date(Date.now() - (unusedPhotoHours + 1) * 3_600_000);
      await kysely.updateTable("photos").set({ created_at: old }).where("user_id", "=", memberId).execute();
      expect(await sweepUnusedPhotos(services())).toBe(0);
      expect(await put(wholeId, made.photoId)).toBe(true);
      expect(await put(other, wholeId)).toBe(true);
      expect(await among()).toEqual([other]);

      const batch = { user_id: memberId, tool: surpriseMe.id, draft_id: draftId, idempotency_key: batchKey(draftId) };
      await kysely.insertInto("batches").values(batch).execute();
      expect(await put(wholeId, other)).toBe(false);
      expect(await among()).toEqual([other]);
    });

    test("retains a crop when the whole photo is deleted and allows cropping it", async () => {
      const { memberId, wholeId, photoId, draftId } = await cropped();
      await scene.open.kysely.deleteFrom("photos").where("id", "=", wholeId).execute();
      const adjustable = await readAdjustable(scene.open.database, memberId, draftId);
      expect(adjustable).toMatchObject({ whole: { id: photoId }, earlier: null });
    });
  });
}
