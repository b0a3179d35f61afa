import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteTransformation } from "../../app/gallery/delete/delete-transformation.server.ts";
import { renameTransformation } from "../../app/gallery/rename/rename-transformation.server.ts";
import { deletePicture } from "../../app/photos/storing/delete-picture.server.ts";
import { readDuringRename, sweepRenames } from "../../app/photos/storing/rename-picture.server.ts";
import { ownPhoto } from "../../app/photos/own-photo.server.ts";
import type { PhotoHost } from "../../app/photos/photo-host.ts";
import { sweepRemovals } from "../../app/photos/storing/picture-removals.server.ts";
import { failTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import { openShare } from "../../app/sharing/open-share.server.ts";
import { usualEngine } from "./engines.ts";
import { accountOf, newMember, newShare } from "./members.ts";
import { log, openTransformationScene, RecordingGenerator, type TransformationScene } from "./transformation-scene.ts";

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`changing transformations on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => void (scene = await openTransformationScene(engine)));
    afterAll(() => scene.close());

    const services = (photoHost: PhotoHost = scene.photoHost) => ({ database: scene.open.database, photoHost, log });
    const away = (): PhotoHost => {
      const refuse = () => Promise.reject(new Error("the host is away"));
      return { ...scene.photoHost, delete: refuse, rename: refuse };
    };
    async function completed() {
      const requested = await scene.requested();
      await scene.run(requested.id, new RecordingGenerator(scene.made));
      const result = await scene.resultOf(requested.id);
      const original = await scene.open.kysely
        .selectFrom("photos")
        .selectAll()
        .where("id", "=", requested.photoId)
        .executeTakeFirstOrThrow();
      if (!result) throw new Error("no result");
      return { ...requested, result, original };
    }
    const photosOf = async (memberId: string) =>
      (await scene.open.kysely.selectFrom("photos").select("id").where("user_id", "=", memberId).execute()).length;
    const keptBy = async (memberId: string) =>
      (
        await scene.open.kysely
          .selectFrom("profiles")
          .select("kept_transformations")
          .where("user_id", "=", memberId)
          .executeTakeFirstOrThrow()
      ).kept_transformations;

    describe("deleting a transformation", () => {
      test("removes the row, both pictures and the share, but neither the gem nor the total count", async () => {
        const { id, memberId, result, original } = await completed();
        const token = await newShare(scene.open.kysely, memberId, id);
        expect(await keptBy(memberId)).toBe(1);

        expect(await deleteTransformation(services(), memberId, id)).toEqual({ ok: true });

        expect(await scene.rowsOf(memberId)).toEqual([]);
        expect(await photosOf(memberId)).toBe(0);
        expect(await scene.photoHost.read(result.public_id)).toBeNull();
        expect(await scene.photoHost.read(original.public_id)).toBeNull();
        expect(await openShare(scene.open.database, token)).toBeNull();
        expect(await accountOf(scene.open.kysely, memberId)).toMatchObject({ coins: 9, sum: 9, completed: 1 });
        expect(await keptBy(memberId)).toBe(0);
      });

      test("retains an original that other transformations use", async () => {
        const first = await completed();
        const second = await scene.request({ ...first.wanted, idempotencyKey: randomUUID() });
        if (!second.ok) throw new Error(second.problem);
        await deleteTransformation(services(), first.memberId, first.id);
        expect(await scene.photoHost.read(first.original.public_id)).not.toBeNull();
        await deleteTransformation(services(), first.memberId, second.transformationId);
        expect(await scene.photoHost.read(first.original.public_id)).toBeNull();
      });

      test("refunds a waiting or running transformation and discards its picture", async () => {
        const { id, memberId } = await scene.requested();
        let resultId = "";
        const generator = new RecordingGenerator(async () => {
          resultId = (await scene.row(id)).result_photo_id;
          await deleteTransformation(services(), memberId, id);
          return scene.made;
        });
        await scene.run(id, generator);
        expect(await scene.amounts(memberId)).toEqual([-1, 1]);
        expect((await accountOf(scene.open.kysely, memberId)).ledger.at(-1)?.description).toBe(
          "Returned: you cancelled it (Lagos)",
        );
        expect(await scene.rowsOf(memberId)).toEqual([]);
        expect(await scene.storedFiles(resultId)).toEqual([]);
        expect(await photosOf(memberId)).toBe(0);
      });

      test("leaves no picture when it happens between storing and recording the result", async () => {
        const { id, memberId } = await scene.requested();
        const { result_photo_id: resultId } = await scene.row(id);
        const host: PhotoHost = {
          ...scene.photoHost,
          put: async (publicId, picture) => {
            await scene.photoHost.put(publicId, picture);
            await deleteTransformation(services(), memberId, id);
          },
        };
        await scene.run(id, new RecordingGenerator(scene.made), undefined, host);
        expect(await scene.storedFiles(resultId)).toEqual([]);
        expect(await scene.amounts(memberId)).toEqual([-1, 1]);
      });

      test("leaves the draft of a failed attempt to be continued", async () => {
        const { memberId, photoId, wanted } = await scene.requested();
        const draftId = randomUUID();
        await scene.open.kysely
          .insertInto("drafts")
          .values({ id: draftId, user_id: memberId, tool: "surprise-me", photo_id: photoId })
          .execute();
        const attempt = await scene.request({ ...wanted, draftId, idempotencyKey: randomUUID() });
        if (!attempt.ok) throw new Error(attempt.problem);
        await failTransformation(scene.open.database, attempt.transformationId, "blocked");
        await deleteTransformation(services(), memberId, attempt.transformationId);
        const drafts = await scene.open.kysely
          .selectFrom("drafts")
          .select("photo_id")
          .where("id", "=", draftId)
          .execute();
        expect(drafts).toEqual([{ photo_id: photoId }]);
      });

      test("never removes a result that another transformation names as its photo", async () => {
        const first = await completed();
        const wanted = { ...first.wanted, photoId: first.result.id, idempotencyKey: randomUUID() };
        expect(await scene.request(wanted)).toEqual({ ok: false, problem: "photo-missing" });
      });

      test("answers a repeated request of the same client", async () => {
        const { memberId, id, wanted } = await completed();
        await deleteTransformation(services(), memberId, id);
        const rows = await scene.open.kysely
          .selectFrom("deleted_requests")
          .select("idempotency_key")
          .where("user_id", "=", memberId)
          .execute();
        expect(rows).toEqual([{ idempotency_key: wanted.idempotencyKey }]);
      });

      test("loses nothing and fails no request when others start with the same photo concurrently", async () => {
        for (let round = 0; round < 15; round += 1) {
          const { memberId, id, photoId, wanted } = await scene.requested();
          const begin = () => scene.request({ ...wanted, idempotencyKey: randomUUID() });
          const [deleted, ...begun] = await Promise.all([
            deleteTransformation(services(), memberId, id),
            begin(),
            begin(),
            deletePicture(services(), memberId, photoId),
          ]);
          expect(deleted).toEqual({ ok: true });
          const started = begun.filter((answer) => "transformationId" in answer);
          const rows = await scene.rowsOf(memberId);
          expect(rows).toHaveLength(started.length);
          const { coins, sum } = await accountOf(scene.open.kysely, memberId);
          expect([coins, sum]).toEqual([10 - started.length, 10 - started.length]);
          expect(await photosOf(memberId)).toBe(started.length ? 1 : 0);
        }
      });

      test("happens once and refunds one gem for ten concurrent requests", async () => {
        const { id, memberId } = await scene.requested();
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => deleteTransformation(services(), memberId, id)),
        );
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
        expect(await scene.amounts(memberId)).toEqual([-1, 1]);
      });

      test("succeeds when the host does not answer and removes the pictures later", async () => {
        const { id, memberId, result, original } = await completed();
        expect(await deleteTransformation(services(away()), memberId, id)).toEqual({ ok: true });
        expect(await scene.rowsOf(memberId)).toEqual([]);
        expect(await scene.photoHost.read(result.public_id)).not.toBeNull();

        expect(await sweepRemovals(services(away()), later(2))).toBe(0);
        await sweepRemovals(services(), later(2.5));
        expect(await scene.photoHost.read(result.public_id), "not asked again at once").not.toBeNull();
        await sweepRemovals(services(), later(60));
        expect(await scene.photoHost.read(result.public_id)).toBeNull();
        expect(await scene.photoHost.read(original.public_id)).toBeNull();
        const left = await scene.open.kysely.selectFrom("picture_removals").select("public_id").execute();
        expect(left).toEqual([]);
      });

      test("has no effect on another member's transformation", async () => {
        const { id, memberId, result } = await completed();
        const stranger = await newMember(scene.open.kysely);
        expect(await deleteTransformation(services(), stranger, id)).toEqual({ ok: false, problem: "missing" });
        expect(await deleteTransformation(services(), stranger, "../etc")).toEqual({ ok: false, problem: "missing" });
        expect(await scene.rowsOf(memberId)).toHaveLength(1);
        expect(await scene.photoHost.read(result.public_id)).not.toBeNull();
      });

      test("removes one picture and retains the history, unless a transformation uses it", async () => {
        const { memberId, result, original, wanted } = await completed();
        const running = await scene.request({ ...wanted, idempotencyKey: randomUUID() });
        expect(running.ok).toBe(true);
        const ask = (publicId: string, who = memberId) => deletePicture(services(), who, publicId);
        expect(await ask(original.public_id)).toEqual({ ok: false, problem: "missing" });
        expect(await ask(result.public_id, await newMember(scene.open.kysely))).toMatchObject({ problem: "missing" });
        expect(await ask(result.public_id)).toEqual({ ok: true });
        expect(await ask(result.public_id)).toEqual({ ok: false, problem: "missing" });
        expect(await scene.photoHost.read(result.public_id)).toBeNull();
        expect(await scene.rowsOf(memberId)).toHaveLength(2);
      });
    });

    describe("renaming a transformation", () => {
      const rename = (memberId: string, id: string, name: string, host?: PhotoHost) =>
        renameTransformation(services(host), memberId, id, name);

      test("changes the name and the last segment of the stored result's identifier", async () => {
        const { id, memberId, result } = await completed();
        expect(await rename(memberId, id, "  Ọjà day: 1/2 & more ")).toEqual({ ok: true });
        const renamed = await scene.resultOf(id);
        expect((await scene.row(id)).original_name).toBe("Ọjà day: 1/2 & more");
        expect(renamed).toMatchObject({ id: result.id, renaming_to: null, file_name: "Ọjà day: 1/2 & more" });
        expect(renamed?.public_id).toBe(`${result.id}/Oja-day-1-2-more`);
        expect(await scene.photoHost.read(result.public_id)).toBeNull();
        expect((await scene.photoHost.read(renamed?.public_id ?? ""))?.bytes).toEqual(scene.picture);
      });

      test.each([
        ["", "empty"],
        [" \u200b\n\u202e ", "empty"],
        ["\u2060\u00ad\u200d", "empty"],
        ["\u3164", "empty"],
        ["x".repeat(121), "too-long"],
        ["<img src=x>", "markup"],
      ])("refuses %j as %s and changes nothing", async (name, problem) => {
        const { id, memberId, result } = await completed();
        expect(await rename(memberId, id, name)).toEqual({ ok: false, problem });
        expect((await scene.row(id)).original_name).toBe("Lagos");
        expect((await scene.resultOf(id))?.public_id).toBe(result.public_id);
      });

      test("refuses the name of another own transformation, but accepts its own and a stranger's", async () => {
        const { id, memberId, wanted } = await completed();
        const other = await scene.request({ ...wanted, name: "Abuja", idempotencyKey: randomUUID() });
        if (!other.ok) throw new Error(other.problem);
        expect(await rename(memberId, other.transformationId, "lagos")).toEqual({ ok: false, problem: "taken" });
        expect(await rename(memberId, id, "LAGOS")).toEqual({ ok: true });
        const stranger = await completed();
        expect(await rename(stranger.memberId, stranger.id, "Abuja")).toEqual({ ok: true });
      });

      test("names the result of a transformation in progress", async () => {
        const { id, memberId } = await scene.requested();
        await scene.run(
          id,
          new RecordingGenerator(async () => {
            await rename(memberId, id, "Abuja");
            return scene.made;
          }),
        );
        expect(await scene.resultOf(id)).toMatchObject({ file_name: "Abuja" });
        expect((await scene.resultOf(id))?.public_id).toMatch(/\/Abuja$/);
      });

      test("preserves the picture while the host does not answer and moves it later", async () => {
        const { id, memberId, result } = await completed();
        expect(await rename(memberId, id, "Abuja", away())).toEqual({ ok: true });
        expect(await rename(memberId, id, "Kano", away())).toEqual({ ok: true });
        expect((await scene.row(id)).original_name).toBe("Kano");
        const read = async () => {
          const photo = await ownPhoto(scene.open.database, memberId, result.id);
          return photo && readDuringRename(photo, async () => null, scene.photoHost.read);
        };
        expect((await read())?.bytes).toEqual(scene.picture);
        await sweepRenames(services(), later(11));
        expect((await scene.resultOf(id))?.public_id).toBe(`${result.id}/Kano`);
        expect((await read())?.bytes).toEqual(scene.picture);
      });

      test("survives a crash after the host moved the picture", async () => {
        const { id, memberId, result } = await completed();
        const crashing: PhotoHost = {
          ...scene.photoHost,
          rename: async (from, to) => {
            await scene.photoHost.rename(from, to);
            throw new Error("the process ended here");
          },
        };
        await rename(memberId, id, "Abuja", crashing);
        const photo = await scene.resultOf(id);
        expect(photo).toMatchObject({ public_id: result.public_id, renaming_to: `${result.id}/Abuja` });
        if (!photo) throw new Error("no photo");
        expect(await readDuringRename(photo, async () => null, scene.photoHost.read)).not.toBeNull();
        await sweepRenames(services(), later(11));
        expect(await scene.resultOf(id)).toMatchObject({ public_id: `${result.id}/Abuja`, renaming_to: null });
      });

      test("never uses an identifier twice, however late the host moves the picture", async () => {
        const { id, memberId, result } = await completed();
        const late: (() => Promise<void>)[] = [];
        const slow: PhotoHost = {
          ...scene.photoHost,
          rename: async (from, to) => {
            late.push(() => scene.photoHost.rename(from, to));
            throw new Error("no answer");
          },
        };
        await rename(memberId, id, "Abuja", slow);
        await sweepRenames(services(), later(11));
        await rename(memberId, id, "Lagos");
        for (const carryOut of late) await carryOut().catch(() => {});
        const photo = await scene.resultOf(id);
        expect(photo).toMatchObject({ public_id: `${result.id}/Lagos-2`, file_name: "Lagos" });
        expect((await scene.photoHost.read(photo?.public_id ?? ""))?.bytes).toEqual(scene.picture);
        expect(await rename(memberId, id, "Lagos")).toEqual({ ok: true });
        expect((await scene.resultOf(id))?.public_id).toBe(`${result.id}/Lagos-2`);
      });

      test("leaves no picture under either name when deleting runs concurrently", async () => {
        const { id, memberId, result } = await completed();
        const host: PhotoHost = {
          ...scene.photoHost,
          rename: async (from, to) => {
            await deleteTransformation(services(), memberId, id);
            await scene.photoHost.put(to, { bytes: scene.picture, mimeType: "image/jpeg" });
          },
        };
        await rename(memberId, id, "Abuja", host);
        expect(await scene.storedFiles(result.id)).toEqual([]);
        expect(await scene.rowsOf(memberId)).toEqual([]);
      });

      test("refuses another member's transformation", async () => {
        const { id } = await completed();
        const stranger = await newMember(scene.open.kysely);
        expect(await rename(stranger, id, "Mine")).toEqual({ ok: false, problem: "missing" });
        expect((await scene.row(id)).original_name).toBe("Lagos");
      });
    });
  });
}
