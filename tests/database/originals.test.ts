import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retainsOriginals, saveOriginalsSetting } from "../../app/account/settings/save-profile.server.ts";
import { sweepRemovals } from "../../app/photos/storing/picture-removals.server.ts";
import { originalDays } from "../../app/photos/retention/limits.ts";
import { sweepOriginals, sweepUnusedPhotos } from "../../app/photos/retention/sweep-photos.server.ts";
import { openShare } from "../../app/sharing/open-share.server.ts";
import { readOriginalRetention } from "../../app/transformations/original-retention.server.ts";
import { readTransformation } from "../../app/transformations/read-transformation.server.ts";
import { postgres, usualEngine } from "./engines.ts";
import { newPhoto, newShare } from "./members.ts";
import {
  lastTry,
  log,
  openTransformationScene,
  problem,
  RecordingGenerator,
  type TransformationScene,
} from "./transformation-scene.ts";

const days = (count: number) => new Date(Date.now() + count * 24 * 3_600_000);
const [early, over] = [days(originalDays - 1), days(originalDays + 1)];

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`originals on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => {
      scene = await openTransformationScene(engine);
    });
    afterAll(() => scene.close());

    const removing = (photoHost = scene.photoHost) => ({ database: scene.open.database, photoHost, log });
    const made = async () => {
      const asked = await scene.requested();
      await scene.run(asked.id, new RecordingGenerator(scene.made));
      return asked;
    };
    const original = (photoId: string) =>
      scene.open.kysely.selectFrom("photos").selectAll().where("id", "=", photoId).executeTakeFirst();
    const fate = async (memberId: string, id: string, now?: Date) => {
      const transformation = await readTransformation(scene.open.database, memberId, id);
      if (!transformation) throw new Error("no transformation");
      return readOriginalRetention(scene.open.database, memberId, transformation, now);
    };
    const keep = (memberId: string, kept: boolean) => saveOriginalsSetting(scene.open.database, memberId, kept);
    const count = (memberId: string, from: Date) =>
      scene.open.kysely
        .updateTable("profiles")
        .set({ originals_counted_from: from })
        .where("user_id", "=", memberId)
        .execute();

    test("originals expire with their retention time, while the result stays and states when", async () => {
      const { memberId, photoId, id } = await made();
      const publicId = (await original(photoId))?.public_id ?? "";
      expect(await fate(memberId, id)).toEqual({ is: "expiring", days: originalDays });
      expect(await sweepOriginals(removing(), early)).toBe(0);
      expect(await original(photoId)).toBeDefined();

      expect(await sweepOriginals(removing(), over)).toBe(1);
      expect(await original(photoId)).toBeUndefined();
      expect(await scene.photoHost.read(publicId)).toBeNull();
      expect(await fate(memberId, id)).toEqual({ is: "deleted", at: over });
      const result = await scene.resultOf(id);
      expect(await scene.photoHost.read(result?.public_id ?? "")).not.toBeNull();
      expect(await sweepOriginals(removing(), over)).toBe(0);
    });

    test("originals remain while a running transformation, a draft or a recent result needs them", async () => {
      const { memberId, photoId, id, wanted } = await made();
      const again = await scene.request({ ...wanted, idempotencyKey: randomUUID() });
      if (!again.ok) throw new Error(again.problem);
      expect(await sweepOriginals(removing(), over)).toBe(0);

      await scene.run(again.transformationId, new RecordingGenerator(problem("blocked")), lastTry);
      const [draft] = await scene.open.kysely
        .insertInto("drafts")
        .values({ user_id: memberId, tool: "surprise-me", photo_id: photoId })
        .returning("id")
        .execute();
      expect(await sweepOriginals(removing(), over)).toBe(0);

      // The draft now has a crop of the photo, and can return to the uncropped one.
      const crop = await newPhoto(scene.open.kysely, memberId);
      const cut = { adjusted_from: photoId, adjustment: JSON.stringify({ turn: 90 }) };
      await scene.open.kysely.updateTable("photos").set(cut).where("id", "=", crop).execute();
      const has = scene.open.kysely.updateTable("drafts").set({ photo_id: crop });
      await has.where("id", "=", draft?.id ?? "").execute();
      expect(await sweepOriginals(removing(), over)).toBe(0);

      await scene.open.kysely
        .deleteFrom("drafts")
        .where("id", "=", draft?.id ?? "")
        .execute();
      const finished = (ids: string[], at: Date) =>
        scene.open.kysely.updateTable("transformations").set({ finished_at: at }).where("id", "in", ids).execute();
      await count(memberId, days(-100));
      await finished([id], days(-100));
      expect(await sweepOriginals(removing(), days(0))).toBe(0);
      expect(await original(photoId)).toBeDefined();
      await finished([again.transformationId], days(-1 - originalDays));
      expect(await sweepOriginals(removing(), days(0))).toBe(1);
      expect(await fate(memberId, again.transformationId)).toMatchObject({ is: "deleted" });
    });

    test("originals of a draft with several photos remain as long as the draft", async () => {
      const { memberId, photoId } = await made();
      const [draft] = await scene.open.kysely
        .insertInto("drafts")
        .values({ user_id: memberId, tool: "surprise-me" })
        .returning("id")
        .execute();
      await scene.open.kysely
        .insertInto("draft_photos")
        .values({ draft_id: draft?.id ?? "", position: 1, photo_id: photoId, user_id: memberId })
        .execute();
      expect(await sweepOriginals(removing(), over)).toBe(0);
      // The draft itself is deleted after a day without a change, long before the original.
      await sweepUnusedPhotos(removing(), days(2));
      expect(await sweepOriginals(removing(), over)).toBe(1);
    });

    test("originals remain for members who keep originals; their time restarts when they stop", async () => {
      const { memberId, photoId, id } = await made();
      expect(await retainsOriginals(scene.open.database, memberId)).toBe(false);
      await keep(memberId, true);
      expect(await retainsOriginals(scene.open.database, memberId)).toBe(true);
      expect(await fate(memberId, id)).toEqual({ is: "retained" });
      expect(await sweepOriginals(removing(), over)).toBe(0);

      await scene.open.kysely
        .updateTable("transformations")
        .set({ finished_at: days(-400) })
        .where("id", "=", id)
        .execute();
      await count(memberId, days(-400));
      await keep(memberId, true);
      await keep(memberId, false);
      expect(await sweepOriginals(removing(), early)).toBe(0);
      expect(await fate(memberId, id)).toEqual({ is: "expiring", days: originalDays });
      expect(await sweepOriginals(removing(), over)).toBe(1);
      expect(await original(photoId)).toBeUndefined();
    });

    test("originals of members from before the rule get the full time from its beginning", async () => {
      const { memberId, id } = await made();
      await scene.open.kysely
        .updateTable("transformations")
        .set({ finished_at: days(-400), created_at: days(-400) })
        .where("id", "=", id)
        .execute();
      expect(await sweepOriginals(removing(), early)).toBe(0);
      expect(await fate(memberId, id)).toEqual({ is: "expiring", days: originalDays });
      await count(memberId, days(-400));
      expect(await sweepOriginals(removing(), days(0))).toBe(1);
    });

    test("originals disappear from the links that showed them, while the result stays", async () => {
      const { memberId, id } = await made();
      const token = await newShare(scene.open.kysely, memberId, id);
      await scene.open.kysely.updateTable("shares").set({ shows_original: true }).where("token", "=", token).execute();
      expect((await openShare(scene.open.database, token))?.original).not.toBeNull();
      await sweepOriginals(removing(), over);
      expect(await openShare(scene.open.database, token)).toMatchObject({ original: null, result: {} });
      const rows = await sql<{ shows_original: boolean }>`
        select shows_original from public.shares where token = ${token}`.execute(scene.open.kysely);
      expect(rows.rows).toEqual([{ shows_original: false }]);
    });

    test("originals are removed by the sweep after an outage of the host or a crash", async () => {
      const { photoId } = await made();
      const publicId = (await original(photoId))?.public_id ?? "";
      const away = { ...scene.photoHost, delete: () => Promise.reject(new Error("host away")) };
      expect(await sweepOriginals(removing(away), over)).toBe(1);
      expect(await scene.photoHost.read(publicId)).not.toBeNull();
      await sweepRemovals(removing(), days(originalDays + 2));
      expect(await scene.photoHost.read(publicId)).toBeNull();
    });

    test("originals cannot be kept nor expired by other members", async () => {
      const [ada, bayo] = [await made(), await made()];
      const { database } = scene.open;
      await database.asMember(bayo.memberId, (trx) =>
        trx.updateTable("profiles").set({ keep_originals: true }).where("user_id", "=", ada.memberId).execute(),
      );
      expect(await retainsOriginals(database, ada.memberId)).toBe(false);
      await expect(
        database.asMember(ada.memberId, (trx) =>
          trx
            .updateTable("profiles")
            .set({ originals_counted_from: days(400) })
            .execute(),
        ),
      ).rejects.toThrow(/permission denied/);
    });

    test("record the external engine that received them, once", async () => {
      const { memberId } = await made();
      const sent = () =>
        scene.open.kysely
          .selectFrom("profiles")
          .select(["photos_sent_to as to", "photos_sent_since as since"])
          .where("user_id", "=", memberId)
          .executeTakeFirstOrThrow();
      const first = await sent();
      expect(first).toEqual({ to: "Recording engine", since: expect.any(Date) });
      const photo = await scene.request({
        memberId,
        recipe: { tool: "surprise-me" },
        name: "Abuja",
        photoId: (await scene.rowsOf(memberId))[0]?.original_photo_id ?? "",
        draftId: null,
        idempotencyKey: randomUUID(),
      });
      if (!photo.ok) throw new Error(photo.problem);
      await scene.run(photo.transformationId, new RecordingGenerator(scene.made));
      expect(await sent()).toEqual(first);
    });
  });
}

describe.skipIf(postgres.missing)("expiring originals under concurrent requests on PostgreSQL", () => {
  test("originals are either used and retained or deleted and reported as deleted", async () => {
    const scene = await openTransformationScene({ ...postgres, open: () => postgres.open(20) });
    try {
      const asked = [];
      for (let one = 0; one < 12; one += 1) {
        const each = await scene.requested();
        await scene.run(each.id, new RecordingGenerator(scene.made));
        asked.push(each);
      }
      const removing = { database: scene.open.database, photoHost: scene.photoHost, log };
      const [, ...answers] = await Promise.all([
        Promise.all([sweepOriginals(removing, over), sweepOriginals(removing, over)]),
        ...asked.map(({ wanted, id }) => scene.request({ ...wanted, parentId: id, idempotencyKey: randomUUID() })),
      ]);
      for (const [index, answer] of answers.entries()) {
        const { photoId } = asked[index] ?? { photoId: "" };
        const photo = await scene.open.kysely.selectFrom("photos").select("id").where("id", "=", photoId).execute();
        expect([answer.ok ? "started" : answer.problem, photo.length]).toEqual(
          answer.ok ? ["started", 1] : ["photo-missing", 0],
        );
      }
    } finally {
      await scene.close();
    }
  });
});
