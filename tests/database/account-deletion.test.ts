import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepRemovals } from "../../app/photos/storing/picture-removals.server.ts";
import { readOwnData, dataArchive } from "../../app/account/settings/own-data.server.ts";
import { usualEngine } from "./engines.ts";
import { newMember, newShare } from "./members.ts";
import { columnsLeftOut, columnsNotTaken } from "./own-data-columns.ts";
import { log, openTransformationScene, RecordingGenerator, type TransformationScene } from "./transformation-scene.ts";

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`account deletion and data export on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => void (scene = await openTransformationScene(engine)));
    afterAll(() => scene.close());

    async function withResult() {
      const requested = await scene.requested();
      await scene.run(requested.id, new RecordingGenerator(scene.made));
      await newShare(scene.open.kysely, requested.memberId, requested.id);
      return requested;
    }

    test("deletes every row and picture of a member and preserves the ledger", async () => {
      const { id, memberId, photoId } = await withResult();
      const result = await scene.resultOf(id);
      const ledger = () =>
        scene.open.kysely.selectFrom("coin_transactions").selectAll().where("user_id", "=", memberId).execute();
      const before = await ledger();
      expect(before).toHaveLength(3);

      await sql`delete from auth.users where id = ${memberId}`.execute(scene.open.kysely);

      for (const table of [
        "profiles",
        "photos",
        "transformations",
        "transformation_looks",
        "drafts",
        "draft_photos",
        "batches",
        "shares",
      ] as const) {
        const rows = await scene.open.kysely.selectFrom(table).selectAll().where("user_id", "=", memberId).execute();
        expect([table, rows]).toEqual([table, []]);
      }
      expect(await ledger()).toEqual(before);
      const host = { database: scene.open.database, photoHost: scene.photoHost, log };
      expect(await sweepRemovals(host, new Date(Date.now() + 1_000))).toBe(2);
      expect(await scene.storedFiles(photoId)).toEqual([]);
      expect(await scene.photoHost.read(result?.public_id ?? "")).toBeNull();
    });

    test("discards a picture in progress when its member is deleted", async () => {
      const { id, memberId } = await scene.requested();
      const { result_photo_id: resultId } = await scene.row(id);
      const generator = new RecordingGenerator(async () => {
        await sql`delete from auth.users where id = ${memberId}`.execute(scene.open.kysely);
        return scene.made;
      });
      await scene.run(id, generator);
      expect(await scene.storedFiles(resultId)).toEqual([]);
    });

    test("exports a member's own data, and no other's, as one zip of the stated length", async () => {
      const { id, memberId } = await withResult();
      await withResult();
      const data = await readOwnData(scene.open.database, memberId);
      const { stream, length } = dataArchive(data, async () => scene.picture, log);
      const zip = Buffer.from(await new Response(stream).arrayBuffer());
      expect(zip.byteLength).toBe(length);
      expect(data.lists.transformations).toMatchObject([{ id, status: "completed", gems_used: 1 }]);
      expect(data.lists.transactions).toHaveLength(3);
      expect(data.photos.map(({ kind }) => kind).sort()).toEqual(["original", "result"]);
      const stranger = await readOwnData(scene.open.database, await newMember(scene.open.kysely));
      expect([stranger.lists.transformations, stranger.photos]).toEqual([[], []]);
    });

    test("exports every column except those with a listed reason", async () => {
      expect(await columnsNotTaken(scene.open)).toEqual(columnsLeftOut);
    });

    test("exports the rest when one photo cannot be read", async () => {
      const { memberId } = await withResult();
      const data = await readOwnData(scene.open.database, memberId);
      const read = (photo: { kind: string }) =>
        photo.kind === "result" ? Promise.resolve(scene.picture) : Promise.reject(new Error("the host is away"));
      const { stream, length } = dataArchive(data, read, log);
      const zip = Buffer.from(await new Response(stream).arrayBuffer());
      expect(zip.byteLength).toBe(length);
      expect(zip.includes(Buffer.from(scene.picture))).toBe(true);
    });
  });
}
