import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../app/server/database/database.ts";
import { deleteTransformation } from "../../app/gallery/delete/delete-transformation.server.ts";
import { historyEntry, newestFirst } from "../../app/gallery/gallery-query.server.ts";
import { renameTransformation } from "../../app/gallery/rename/rename-transformation.server.ts";
import { deletePicture } from "../../app/photos/storing/delete-picture.server.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { sweepRemovals } from "../../app/photos/storing/picture-removals.server.ts";
import { readOwnData } from "../../app/account/settings/own-data.server.ts";
import { openShare } from "../../app/sharing/open-share.server.ts";
import { failTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import { readTransformation } from "../../app/transformations/read-transformation.server.ts";
import { runTransformation } from "../../app/transformations/running/run-transformation.server.ts";
import { chooseLook, readLooks } from "../../app/transformations/stored-looks.server.ts";
import { usualEngine } from "./engines.ts";
import { accountOf, newMember, newShare } from "./members.ts";
import {
  lastTry,
  log,
  openTransformationScene,
  problem,
  RecordingGenerator,
  type TransformationScene,
} from "./transformation-scene.ts";

/** The time at which announced looks without a row are due. */
const anHourLater = () => new Date(Date.now() + 61 * 60_000);

async function plain(background: string): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 300, height: 200, channels: 3, background } });
  return new Uint8Array(await image.jpeg().toBuffer());
}

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`the looks of a result on ${engine.name}`, () => {
    let scene: TransformationScene;
    let images: Record<"bright" | "vivid", Uint8Array<ArrayBuffer>>;
    beforeAll(async () => {
      scene = await openTransformationScene(engine);
      images = { bright: await plain("#fff"), vivid: await plain("#f00") };
    });
    afterAll(() => scene.close());

    const services = (photoHost: PhotoHost = scene.photoHost) => ({ database: scene.open.database, photoHost, log });
    const madeWithLooks = () => ({
      ...scene.made,
      looks: (["bright", "vivid"] as const).map(
        (look) => ({ look, image: images[look], mimeType: "image/jpeg" }) as const,
      ),
    });
    /** Only the darkroom makes looks. */
    const generator = () => Object.assign(new RecordingGenerator(madeWithLooks()), { model: null });
    async function completed() {
      const requested = await scene.requested();
      await scene.run(requested.id, generator());
      return requested;
    }
    const looksOf = ({ id, memberId }: { id: string; memberId: string }) =>
      readLooks(scene.open.database, memberId, id);
    const chosenOf = async (of: { id: string; memberId: string }) =>
      (await looksOf(of)).flatMap(({ look, chosen }) => (chosen ? [look] : []));
    const choose = ({ id, memberId }: { id: string; memberId: string }, look: string) =>
      chooseLook(scene.open.database, memberId, id, look);
    const resultsOf = (memberId: string) =>
      scene.open.kysely
        .selectFrom("photos")
        .selectAll()
        .where("user_id", "=", memberId)
        .where("kind", "=", "result")
        .execute();

    /** The photo host, with a record of its uploads. */
    function watched(afterPut: (count: number) => Promise<unknown> = async () => {}) {
      const put: string[] = [];
      const host: PhotoHost = {
        ...scene.photoHost,
        put: async (publicId, picture) => {
          await scene.photoHost.put(publicId, picture);
          put.push(publicId);
          await afterPut(put.length);
        },
      };
      const left = async () => {
        const found = await Promise.all(put.map((publicId) => scene.photoHost.read(publicId)));
        return put.filter((_publicId, index) => found[index] !== null);
      };
      return { host, put, left };
    }

    test("looks are stored with the result for one gem, the natural one first", async () => {
      const requested = await completed();
      const looks = await looksOf(requested);
      expect(looks.map(({ look, name, chosen }) => [look, name, chosen])).toEqual([
        ["natural", "Natural", true],
        ["bright", "Bright", false],
        ["vivid", "Vivid", false],
      ]);
      const stored = await Promise.all(
        looks.map(async ({ url }) => {
          const photo = (await resultsOf(requested.memberId)).find(({ id }) => url === `/images/${id}/full`);
          return (await scene.photoHost.read(photo?.public_id ?? ""))?.bytes;
        }),
      );
      expect(stored).toEqual([scene.picture, images.bright, images.vivid]);
      expect(await scene.amounts(requested.memberId)).toEqual([-1]);
      expect(await scene.open.kysely.selectFrom("picture_removals").select("public_id").execute()).toEqual([]);
    });

    test("looks are empty where the generator returned none, and none can be chosen", async () => {
      const requested = await scene.requested();
      await scene.run(requested.id, new RecordingGenerator(scene.made));
      expect(await looksOf(requested)).toEqual([]);
      expect(await choose(requested, "natural")).toEqual({ ok: false, problem: "no-such-look" });
    });

    test("looks can be chosen repeatedly and concurrently without further cost", async () => {
      const requested = await completed();
      const before = await accountOf(scene.open.kysely, requested.memberId);
      const answers = await Promise.all(["bright", "vivid", "bright", "bright"].map((look) => choose(requested, look)));
      expect(answers).toEqual(answers.map(() => ({ ok: true })));
      expect(await choose(requested, "vivid")).toEqual({ ok: true });
      expect(await choose(requested, "vivid")).toEqual({ ok: true });
      expect(await chosenOf(requested)).toEqual(["vivid"]);
      expect(await choose(requested, "natural")).toEqual({ ok: true });
      expect(await chosenOf(requested)).toEqual(["natural"]);
      expect(await accountOf(scene.open.kysely, requested.memberId)).toEqual(before);
    });

    test("replace each other wherever the result is read", async () => {
      const requested = await completed();
      const { id, memberId } = requested;
      const token = await newShare(scene.open.kysely, memberId, id);
      await choose(requested, "bright");
      const url = (await looksOf(requested)).find(({ look }) => look === "bright")?.url;
      const { database } = scene.open;
      expect((await readTransformation(database, memberId, id))?.result?.url).toBe(url);
      const [listed] = await database.asMember(memberId, (trx) => newestFirst(trx, memberId, 1).execute());
      expect(listed && historyEntry(listed).result?.url).toBe(url);
      expect(`/images/${(await openShare(database, token))?.result.id}/full`).toBe(url);
      expect((await scene.row(id)).enhanced_url).toBe(url);
    });

    test("accept choices of existing looks by their owner only", async () => {
      const requested = await completed();
      const stranger = await newMember(scene.open.kysely);
      expect(await choose({ ...requested, memberId: stranger }, "bright")).toEqual({ ok: false, problem: "missing" });
      expect(await choose({ ...requested, id: randomUUID() }, "bright")).toEqual({ ok: false, problem: "missing" });
      expect(await choose({ ...requested, id: "1" }, "bright")).toEqual({ ok: false, problem: "missing" });
      for (const look of ["", "sepia", "Bright", "bright'"]) {
        expect(await choose(requested, look)).toEqual({ ok: false, problem: "no-such-look" });
      }
      expect(await chosenOf(requested)).toEqual(["natural"]);
      expect(await readLooks(scene.open.database, stranger, requested.id)).toEqual([]);
    });

    test("looks are all deleted with the transformation, whichever is chosen", async () => {
      const requested = await scene.requested();
      const { host, put, left } = watched();
      await scene.run(requested.id, generator(), lastTry, host);
      await choose(requested, "vivid");
      expect(put).toHaveLength(3);
      expect(await deleteTransformation(services(), requested.memberId, requested.id)).toEqual({ ok: true });
      expect(await left()).toEqual([]);
      expect(await resultsOf(requested.memberId)).toEqual([]);
    });

    test("looks are deleted by older versions of the product too", async () => {
      const requested = await scene.requested();
      const { host, left } = watched();
      await scene.run(requested.id, generator(), lastTry, host);
      await scene.open.kysely.deleteFrom("transformations").where("id", "=", requested.id).execute();
      await sweepRemovals(services(), new Date(Date.now() + 1000));
      expect(await left()).toEqual([]);
    });

    test("looks are deleted with the account", async () => {
      const requested = await scene.requested();
      const { host, left } = watched();
      await scene.run(requested.id, generator(), lastTry, host);
      await choose(requested, "vivid");
      await sql`delete from auth.users where id = ${requested.memberId}`.execute(scene.open.kysely);
      await sweepRemovals(services(), new Date(Date.now() + 1000));
      expect(await left()).toEqual([]);
      const rows = scene.open.kysely.selectFrom("transformation_looks").where("user_id", "=", requested.memberId);
      expect(await rows.selectAll().execute()).toEqual([]);
    });

    test("replace the result when the photo of the chosen one is deleted", async () => {
      const requested = await completed();
      await choose(requested, "vivid");
      const deleteChosen = async () => {
        const result = await scene.resultOf(requested.id);
        expect(await deletePicture(services(), requested.memberId, result?.public_id ?? "")).toEqual({ ok: true });
        expect(await scene.photoHost.read(result?.public_id ?? "")).toBeNull();
      };
      await deleteChosen();
      expect(await chosenOf(requested)).toEqual(["natural"]);
      await deleteChosen();
      expect(await chosenOf(requested)).toEqual(["bright"]);
      await deleteChosen();
      expect(await looksOf(requested)).toEqual([]);
      expect(await scene.resultOf(requested.id)).toBeUndefined();
      expect(await scene.row(requested.id)).toMatchObject({ status: "completed" });
    });

    test("looks are all renamed with the transformation", async () => {
      const requested = await completed();
      expect(await renameTransformation(services(), requested.memberId, requested.id, "Abuja")).toEqual({ ok: true });
      const results = await resultsOf(requested.memberId);
      expect(results.map(({ id, public_id, file_name }) => [public_id === `${id}/Abuja`, file_name])).toEqual(
        results.map(() => [true, "Abuja"]),
      );
      expect(results).toHaveLength(3);
      for (const { public_id } of results) expect(await scene.photoHost.read(public_id)).not.toBeNull();
    });

    test("looks are included in their owner's data export", async () => {
      const requested = await completed();
      const { lists, photos } = await readOwnData(scene.open.database, requested.memberId);
      expect(lists.looks).toMatchObject([{ look: "bright" }, { look: "natural" }, { look: "vivid" }]);
      const ids = lists.looks.map((row) => ("photo_id" in row ? row.photo_id : null));
      expect(photos.flatMap(({ id, kind }) => (kind === "result" ? [id] : [])).sort()).toEqual(ids.sort());
    });

    test.each([1, 2, 3])("looks are stored once when the worker ends after storing %i of them", async (last) => {
      const requested = await scene.requested();
      const broken = watched(async (count) => {
        if (count >= last) throw new Error("the process ended here");
      });
      await expect(scene.run(requested.id, generator(), lastTry, broken.host)).rejects.toThrow("did not take a result");
      const again = watched();
      await scene.run(requested.id, generator(), lastTry, again.host);
      await sweepRemovals(services(), anHourLater());
      const publicIds = (await resultsOf(requested.memberId)).map(({ public_id }) => public_id);
      expect([...new Set([...(await broken.left()), ...(await again.left())])].sort()).toEqual(publicIds.sort());
      expect(publicIds).toHaveLength(3);
      expect(await chosenOf(requested)).toEqual(["natural"]);
      expect(await scene.amounts(requested.memberId)).toEqual([-1]);
    });

    test.each([2, 3, 4, 5])("leave nothing behind when the database fails at transaction %i", async (last) => {
      const requested = await scene.requested();
      const { host, left } = watched();
      let transactions = 0;
      const database: Database = {
        ...scene.open.database,
        asService: (work) => {
          transactions += 1;
          if (transactions >= last) return Promise.reject(new Error("the database is gone"));
          return scene.open.database.asService(work);
        },
      };
      const running = { ...scene.running(generator(), host), database };
      await expect(runTransformation(running, requested.id, lastTry)).rejects.toThrow("the database is gone");
      await failTransformation(scene.open.database, requested.id, "failed");
      await sweepRemovals(services(), anHourLater());
      expect(await left()).toEqual([]);
      expect(await scene.amounts(requested.memberId)).toEqual([-1, 1]);
    });

    test("looks are discarded when the transformation is deleted while they are stored", async () => {
      const requested = await scene.requested();
      const { host, left } = watched(async (count) => {
        if (count === 2) await deleteTransformation(services(), requested.memberId, requested.id);
      });
      await scene.run(requested.id, generator(), lastTry, host);
      expect(await left()).toEqual([]);
      expect(await scene.amounts(requested.memberId)).toEqual([-1, 1]);
    });

    test("looks are removed when a stalled worker stores them after another one delivered", async () => {
      const requested = await scene.requested();
      const other = watched();
      const slow = watched(async (count) => {
        if (count === 3) await scene.run(requested.id, generator(), lastTry, other.host);
      });
      await scene.run(requested.id, generator(), lastTry, slow.host);
      const publicIds = (await resultsOf(requested.memberId)).map(({ public_id }) => public_id);
      expect([...new Set([...(await slow.left()), ...(await other.left())])].sort()).toEqual(publicIds.sort());
      expect(publicIds).toHaveLength(3);
    });

    test.each([
      ["no-gain", "Returned: the photo was already well lit (Lagos)"],
      ["face-lost", "Returned: a face was missing in the result (Lagos)"],
    ] as const)("cost nothing when a photo ends as %s", async (name, description) => {
      const { id, memberId } = await scene.requested();
      await scene.run(id, new RecordingGenerator(problem(name)));
      expect(await scene.row(id)).toMatchObject({ status: "failed", failure: name, coins_used: 0 });
      expect(await scene.amounts(memberId)).toEqual([-1, 1]);
      expect((await accountOf(scene.open.kysely, memberId)).ledger.at(-1)).toMatchObject({ description });
    });
  });
}
