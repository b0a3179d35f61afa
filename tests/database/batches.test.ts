import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Member, memberContext } from "../../app/account/identity.ts";
import { deleteTransformation } from "../../app/gallery/delete/delete-transformation.server.ts";
import { createPhotoInspection } from "../../app/photos/inspection/photo-inspection.server.ts";
import { sweepUnusedPhotos } from "../../app/photos/retention/sweep-photos.server.ts";
import { loader } from "../../app/tools/batch/batch-download.route.ts";
import { addPhoto, readPhotos, removePhoto, replacePhoto } from "../../app/tools/batch/batch-draft.server.ts";
import { readBatch } from "../../app/tools/batch/read-batches.server.ts";
import { retryBatch } from "../../app/tools/batch/request-batch.server.ts";
import { tools } from "../../app/tools/catalogue.ts";
import { dropDraft, saveDraft } from "../../app/tools/drafts/draft.server.ts";
import { readDraft } from "../../app/tools/drafts/read-draft.server.ts";
import { submitStep } from "../../app/tools/wizard/submit-step.server.ts";
import { uploadDraftPhoto } from "../../app/tools/drafts/upload-draft-photo.server.ts";
import { startTransformation } from "../../app/tools/runs/start-transformation.server.ts";
import { failTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import { defaultGenerationLimits } from "../../app/transformations/requesting/limits.ts";
import { requestTransformation } from "../../app/transformations/requesting/request-transformation.server.ts";
import { usualEngine } from "./engines.ts";
import { accountOf, newMember, newMemberWithGems, newPhoto } from "./members.ts";
import { newPaidPurchase, takeBack } from "./buying-scene.ts";
import {
  lastTry,
  log,
  openTransformationScene,
  RecordingGenerator,
  type TransformationScene,
} from "./transformation-scene.ts";
import { databaseContext } from "../../app/server/database/database.ts";
import { photoHostContext } from "../../app/photos/photo-host.ts";
import { type RateLimiter, rateLimiterContext } from "../../app/server/http/limits/limits.ts";
import { logContext } from "../../app/server/observability/observation.ts";

const tool = tools["background-engine"];
const generationLimits = { ...defaultGenerationLimits, runningPerMember: 50 };
const answers = { mode: "remove", edges: "50" };

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`batches on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => void (scene = await openTransformationScene(engine)));
    afterAll(() => scene.close());

    const services = (jobs: string[] = []) => ({
      database: scene.open.database,
      queue: { add: async (_: unknown, job: { transformationId: string }) => void jobs.push(job.transformationId) },
      engine: new RecordingGenerator(scene.made),
      generationLimits,
    });
    async function photoOf(memberId: string, hash?: string) {
      const publicId = `${randomUUID()}/ada`;
      await scene.photoHost.put(publicId, { bytes: scene.picture, mimeType: "image/jpeg" });
      const id = await newPhoto(scene.open.kysely, memberId, publicId);
      if (hash)
        await scene.open.kysely.updateTable("photos").set({ content_hash: hash }).where("id", "=", id).execute();
      return id;
    }
    /** A batch of `count` photos for a buyer of `popular`, with 2 + 30 gems or `gems`. */
    async function chosen(count: number, gems?: number) {
      const memberId = await newMember(scene.open.kysely);
      await newPaidPurchase(scene.open, memberId, undefined, "popular");
      const draftId = randomUUID();
      const photoIds: string[] = [];
      for (let each = 0; each < count; each += 1) {
        const photoId = await photoOf(memberId);
        photoIds.push(photoId);
        expect(await addPhoto(scene.open.database, memberId, tool, { draftId, photoId })).toEqual({ ok: true });
      }
      await saveDraft(scene.open.database, memberId, tool, { draftId, answers });
      if (gems !== undefined) await spendDownTo(memberId, gems);
      return { memberId, draftId, photoIds };
    }
    async function spendDownTo(memberId: string, gems: number) {
      const { coins = 0 } = await accountOf(scene.open.kysely, memberId);
      for (let spent = 0; spent < coins - gems; spent += 1) {
        const photoId = await newPhoto(scene.open.kysely, memberId);
        const one = { recipe: { tool: "surprise-me" }, name: "x", draftId: null, idempotencyKey: randomUUID() };
        await requestTransformation(services(), { memberId, photoId, ...one });
      }
    }
    async function start({ memberId, draftId }: { memberId: string; draftId: string }, jobs?: string[]) {
      const draft = await readDraft(scene.open.database, memberId, tool, draftId);
      if (!draft) throw new Error("no draft");
      const { answers: given, idempotencyKey: key, photos } = draft;
      return startTransformation(services(jobs), { memberId, tool, draft, answers: given, key, photos: photos.length });
    }
    async function started(count: number) {
      const run = await chosen(count);
      const answer = await start(run);
      if (!answer.ok || !("batchId" in answer)) throw new Error("not started");
      const read = async () => {
        const batch = await readBatch(scene.open.database, run.memberId, answer.batchId);
        if (!batch) throw new Error("no batch");
        return batch;
      };
      return { ...run, batchId: answer.batchId, read };
    }
    const usages = async (memberId: string) =>
      (await accountOf(scene.open.kysely, memberId)).ledger.filter(({ type }) => type === "usage").length;

    test("holds a gem and adds a job per photo once for repeated and concurrent requests", async () => {
      const run = await chosen(10);
      const jobs: string[] = [];
      const answersGiven = await Promise.all([start(run, jobs), start(run, jobs), start(run, jobs)]);
      for (const answer of [...answersGiven, await start(run, jobs)]) expect(answer).toEqual(answersGiven[0]);
      const rows = await scene.rowsOf(run.memberId);
      expect(rows).toHaveLength(10);
      expect(new Set(rows.map((row) => row.original_photo_id))).toEqual(new Set(run.photoIds));
      expect(rows.map((row) => row.id).sort()).toEqual([...new Set(jobs)].sort());
      expect(await accountOf(scene.open.kysely, run.memberId)).toMatchObject({ coins: 22, sum: 22 });
    });

    test("changes nothing with nine gems for ten photos", async () => {
      const run = await chosen(10, 9);
      const before = await accountOf(scene.open.kysely, run.memberId);
      const rows = await scene.rowsOf(run.memberId);
      expect(await start(run)).toEqual({ ok: false, problem: "insufficient-gems" });
      expect(await accountOf(scene.open.kysely, run.memberId)).toEqual(before);
      expect(await scene.rowsOf(run.memberId)).toEqual(rows);
      expect(await readPhotos(scene.open.database, run.memberId, run.draftId)).toHaveLength(10);
      const batches = scene.open.kysely.selectFrom("batches").select("id").where("user_id", "=", run.memberId);
      expect(await batches.execute()).toEqual([]);
      // After another purchase, the same request starts it.
      await newPaidPurchase(scene.open, run.memberId);
      expect(await start(run)).toMatchObject({ ok: true });
    });

    test("starts no photo of a batch that exceeds a limit", async () => {
      const run = await chosen(3);
      const draft = await readDraft(scene.open.database, run.memberId, tool, run.draftId);
      if (!draft) throw new Error("no draft");
      const limited = { ...services(), generationLimits: { ...generationLimits, dailyPerMember: 2 } };
      const answer = await startTransformation(limited, { ...run, tool, draft, answers, key: "", photos: 3 });
      expect(answer).toMatchObject({ problem: "limited", refusal: { limit: "member-day", remaining: 2 } });
      expect(await usages(run.memberId)).toBe(0);
      expect(await start(run)).toMatchObject({ ok: true });
    });

    test("requires an unrefunded purchase, whatever the request contains", async () => {
      const memberId = await newMemberWithGems(scene.open.kysely, 8);
      await newPaidPurchase(scene.open, memberId);
      const reference = await newPaidPurchase(scene.open, memberId, undefined, "popular");
      const draftId = randomUUID();
      await addPhoto(scene.open.database, memberId, tool, { draftId, photoId: await photoOf(memberId) });
      await saveDraft(scene.open.database, memberId, tool, { draftId, answers });
      await takeBack(scene.open, reference);
      expect(await start({ memberId, draftId })).toEqual({ ok: false, problem: "not-entitled" });
      expect(await usages(memberId)).toBe(0);
      await newPaidPurchase(scene.open, memberId, undefined, "pro");
      expect(await start({ memberId, draftId })).toMatchObject({ ok: true });
    });

    test("downloads as one zip of numbered names and takes no slot for HEAD", async () => {
      const run = await started(2);
      for (const { id } of await scene.rowsOf(run.memberId)) {
        await scene.run(id, new RecordingGenerator(scene.made), lastTry);
      }
      const ask = async (method: string, memberId = run.memberId) => {
        const context = new RouterContextProvider();
        const rateLimiter = { take: async () => 0 };
        const { database } = scene.open;
        context.set(databaseContext, database);
        context.set(photoHostContext, scene.photoHost);
        context.set(rateLimiterContext, rateLimiter as unknown as RateLimiter);
        context.set(logContext, log);
        context.set(memberContext, { id: memberId } as Member);
        const request = new Request(`http://localhost/batches/${run.batchId}/download`, { method });
        return loader({ request, params: { batchId: run.batchId }, context } as unknown as Parameters<
          typeof loader
        >[0]);
      };
      for (let each = 0; each < 13; each += 1) {
        const head = await ask("HEAD");
        expect(head.headers.get("Content-Type")).toBe("application/zip");
        expect(head.body).toBeNull();
      }
      for (let each = 0; each < 3; each += 1) {
        const zip = Buffer.from(await (await ask("GET")).arrayBuffer()).toString("latin1");
        const names = zip.match(/0\d-[\w-]+\.\w{3}/g) ?? [];
        expect([...new Set(names)].map((name) => name.replace(/\d{13}-[0-9a-f]{4}/, "…")).sort()).toEqual([
          "01-photo-Remove-Background-transparent-….jpg",
          "02-photo-Remove-Background-transparent-….jpg",
        ]);
      }
      await expect(ask("HEAD", await newMember(scene.open.kysely))).rejects.toMatchObject({ status: 404 });
    });

    test("refuses another number of gems than the page showed", async () => {
      const run = await chosen(2);
      const draft = await readDraft(scene.open.database, run.memberId, tool, run.draftId);
      if (!draft) throw new Error("no draft");
      const other = { memberId: run.memberId, tool, draft, answers, key: draft.idempotencyKey, photos: 1 };
      expect(await startTransformation(services(), other)).toEqual({ ok: false, problem: "photos-changed" });
      expect(await usages(run.memberId)).toBe(0);
    });

    test("refuses a photo that was turned or cropped after the page was read", async () => {
      const run = await chosen(2);
      const draft = await readDraft(scene.open.database, run.memberId, tool, run.draftId);
      if (!draft) throw new Error("no draft");
      const crop = { photoId: run.photoIds[0] ?? "", by: await photoOf(run.memberId) };
      expect(await replacePhoto(scene.open.database, run.memberId, run.draftId, crop)).toBe(true);
      const stale = { memberId: run.memberId, tool, draft, answers, key: draft.idempotencyKey, photos: 2 };
      expect(await startTransformation(services(), stale)).toEqual({ ok: false, problem: "photos-changed" });
      expect(await usages(run.memberId)).toBe(0);
      expect(await start(run)).toMatchObject({ ok: true });
    });

    test("uses the photos that the draft shows when one is cropped during the start", async () => {
      for (let round = 0; round < 6; round += 1) {
        const run = await chosen(2);
        const crop = { photoId: run.photoIds[0] ?? "", by: await photoOf(run.memberId) };
        const cropping = replacePhoto(scene.open.database, run.memberId, run.draftId, crop);
        const [answer, cropped] = await Promise.all([start(run), cropping]);
        const shown = (await readPhotos(scene.open.database, run.memberId, run.draftId)).map(({ id }) => id);
        expect(shown.includes(crop.by)).toBe(cropped);
        expect(answer.ok || (cropped && answer.problem)).toBe(answer.ok || "photos-changed");
        const begun = (await scene.rowsOf(run.memberId)).map((row) => row.original_photo_id);
        expect(new Set(begun)).toEqual(new Set(answer.ok ? shown : []));
      }
    });

    test("starts no photo when one was deleted meanwhile", async () => {
      const run = await chosen(3);
      const draft = await readDraft(scene.open.database, run.memberId, tool, run.draftId);
      if (!draft) throw new Error("no draft");
      await scene.open.kysely
        .deleteFrom("photos")
        .where("id", "=", run.photoIds[1] ?? "")
        .execute();
      const stale = { memberId: run.memberId, tool, draft, answers, key: draft.idempotencyKey, photos: 3 };
      expect(await startTransformation(services(), stale)).toEqual({ ok: false, problem: "photo-missing" });
      expect(await usages(run.memberId)).toBe(0);
      expect(await readPhotos(scene.open.database, run.memberId, run.draftId)).toHaveLength(2);
    });

    test("refunds each failed photo and retries all failed ones together, once per request", async () => {
      const run = await started(3);
      const [first, second, third] = (await run.read()).photos.map(({ id }) => id);
      await scene.run(first ?? "", new RecordingGenerator(scene.made));
      await failTransformation(scene.open.database, second ?? "", "unclear");
      await failTransformation(scene.open.database, third ?? "", "timeout");
      expect(await accountOf(scene.open.kysely, run.memberId)).toMatchObject({ coins: 31, sum: 31, completed: 1 });
      expect((await run.read()).photos.map(({ status, failure }) => [status, failure])).toEqual([
        ["completed", null],
        ["failed", "unclear"],
        ["failed", "timeout"],
      ]);
      const shown = [second ?? "", third ?? ""];
      const again = (named = shown) => retryBatch(services(), run.memberId, { batchId: run.batchId, shown: named });
      // A request with fewer, none or other photos than the failed ones takes no gems.
      const changed = { ok: false, problem: "failed-changed" };
      expect([await again([third ?? ""]), await again([]), await again([first ?? "", third ?? ""])]).toEqual(
        Array(3).fill(changed),
      );
      expect(await usages(run.memberId)).toBe(3);
      expect(await Promise.all([again(), again()])).toEqual([{ ok: true }, { ok: true }]);
      expect(await accountOf(scene.open.kysely, run.memberId)).toMatchObject({ coins: 29, sum: 29 });
      expect((await run.read()).photos.map(({ status, position }) => [position, status])).toEqual([
        [1, "completed"],
        [2, "processing"],
        [3, "processing"],
      ]);
      // A late repeat of the request, after another failure, still refers to the first retry.
      await failTransformation(scene.open.database, (await run.read()).photos[2]?.id ?? "", "timeout");
      expect(await again()).toEqual({ ok: true });
      expect(await usages(run.memberId)).toBe(5);
      expect((await run.read()).photos.map(({ status }) => status)).toEqual(["completed", "processing", "failed"]);
    });

    test("holds no gem for a retry without enough gems for all failed photos", async () => {
      const run = await started(3);
      const shown = (await run.read()).photos.map(({ id }) => id);
      for (const id of shown) await failTransformation(scene.open.database, id, "failed");
      await spendDownTo(run.memberId, 2);
      const before = await usages(run.memberId);
      const answer = await retryBatch(services(), run.memberId, { batchId: run.batchId, shown });
      expect(answer).toEqual({ ok: false, problem: "insufficient-gems" });
      expect(await usages(run.memberId)).toBe(before);
    });

    test("accepts ten photos and no eleventh, also concurrently", async () => {
      const run = await chosen(8);
      const more = await Promise.all([1, 2, 3].map(() => photoOf(run.memberId)));
      const add = (photoId: string) =>
        addPhoto(scene.open.database, run.memberId, tool, { draftId: run.draftId, photoId });
      const added = await Promise.all(more.map(add));
      expect(added.filter(({ ok }) => ok)).toHaveLength(2);
      expect(added).toContainEqual({ ok: false, problem: "full" });
      const [first = ""] = run.photoIds;
      expect(await add(first)).toEqual({ ok: true });
      await removePhoto(scene.open.database, run.memberId, run.draftId, first);
      expect(await add(more.find((_, index) => !added[index]?.ok) ?? "")).toEqual({ ok: true });
      expect(await readPhotos(scene.open.database, run.memberId, run.draftId)).toHaveLength(10);
    });

    test("recognises a photo that was sent twice and names the earlier one", async () => {
      const run = await chosen(0);
      const hash = randomUUID().replaceAll("-", "").repeat(2);
      const add = async () =>
        addPhoto(scene.open.database, run.memberId, tool, {
          draftId: run.draftId,
          photoId: await photoOf(run.memberId, hash),
        });
      expect([await add(), await add()]).toEqual([{ ok: true }, { ok: false, problem: "duplicate", name: "photo" }]);
    });

    test("protects the photos of an unfinished draft from the sweep", async () => {
      const run = await chosen(2);
      const host = { database: scene.open.database, photoHost: scene.photoHost, log };
      const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
      const old = { created_at: hours(-100) };
      await scene.open.kysely.updateTable("photos").set(old).where("id", "in", run.photoIds).execute();
      await sweepUnusedPhotos(host, hours(1));
      expect(await readPhotos(scene.open.database, run.memberId, run.draftId)).toHaveLength(2);
      await sweepUnusedPhotos(host, hours(25));
      const left = scene.open.kysely.selectFrom("photos").select("id").where("id", "in", run.photoIds);
      expect(await left.execute()).toEqual([]);
    });

    test("accepts no further photo, also after its draft was swept and recreated under the same id", async () => {
      const run = await started(2);
      const add = async () => {
        const photoId = await photoOf(run.memberId);
        return addPhoto(scene.open.database, run.memberId, tool, { draftId: run.draftId, photoId });
      };
      expect(await add()).toEqual({ ok: false, problem: "started" });
      await dropDraft(scene.open.database, run.memberId, run.draftId);
      expect(await add()).toEqual({ ok: false, problem: "started" });
    });

    test("retains its photos when the member goes back or sends one to its tool", async () => {
      const portraits = tools["portrait-studio"];
      const memberId = await newMember(scene.open.kysely);
      await newPaidPurchase(scene.open, memberId, undefined, "popular");
      const draftId = randomUUID();
      const photoId = await photoOf(memberId);
      await addPhoto(scene.open.database, memberId, portraits, { draftId, photoId });
      const draft = await readDraft(scene.open.database, memberId, portraits, draftId);
      const [step] = portraits.steps;
      if (!draft || !step) throw new Error("no draft");
      const form = new FormData();
      form.set("go", "back");
      const back = await submitStep(services(), { memberId, tool: portraits, step, draft, form });
      expect(back).toEqual({ next: "step", step: null });
      const photoInspection = createPhotoInspection({ log });
      const upload = { bytes: scene.picture, fileName: "one.jpg" };
      const one = { photoHost: scene.photoHost, photoInspection, log };
      const taken = await uploadDraftPhoto(
        { ...services(), ...one },
        { memberId, tool: portraits, draftId, upload, firstAnswers: {} },
      );
      await photoInspection.close();
      expect(taken).toMatchObject({ ok: true });
      expect(taken).not.toMatchObject({ draftId });
      expect(await readPhotos(scene.open.database, memberId, draftId)).toMatchObject([{ id: photoId }]);
    });

    test("exists as long as any part of it exists", async () => {
      const run = await started(2);
      const ids = (await run.read()).photos.map(({ id }) => id);
      const host = { database: scene.open.database, photoHost: scene.photoHost, log };
      await deleteTransformation(host, run.memberId, ids[0] ?? "");
      expect((await run.read()).photos).toHaveLength(1);
      await deleteTransformation(host, run.memberId, ids[1] ?? "");
      await expect(run.read()).rejects.toThrow("no batch");
      // The repeated request starts and charges nothing.
      expect(await start(run)).toEqual({ ok: true, batchId: run.batchId });
      expect(await usages(run.memberId)).toBe(2);
    });
  });
}
