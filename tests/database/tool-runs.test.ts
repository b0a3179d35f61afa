import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import type { PhotoInspection } from "../../app/photos/inspection/photo-inspection.ts";
import { uploadPhoto } from "../../app/photos/upload/upload-photo.server.ts";
import { deleteTransformation } from "../../app/gallery/delete/delete-transformation.server.ts";
import { attachPhoto, saveDraft } from "../../app/tools/drafts/draft.server.ts";
import { readDraft } from "../../app/tools/drafts/read-draft.server.ts";
import { tools } from "../../app/tools/catalogue.ts";
import { readAngles, requestAngle } from "../../app/tools/portrait-studio/angles.server.ts";
import { startTransformation } from "../../app/tools/runs/start-transformation.server.ts";
import {
  cancelTransformation,
  failTransformation,
} from "../../app/transformations/ending/end-transformation.server.ts";
import { usualEngine } from "./engines.ts";
import { accountOf, newMemberWithGems, newPhoto } from "./members.ts";
import { log, openTransformationScene, RecordingGenerator, type TransformationScene } from "./transformation-scene.ts";

const studio = tools["portrait-studio"];
const portrait = {
  background: "outdoor",
  template: "beach-sunset",
  attire: "formal",
  attireDetails: "a navy suit",
  gender: "female",
  pose: "maintain",
  angle: "front",
};

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`drafts on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => {
      scene = await openTransformationScene(engine);
    });
    afterAll(() => scene.close());

    const services = () => ({
      database: scene.open.database,
      queue: { add: async () => {} },
      generationLimits,
      engine: new RecordingGenerator(scene.made),
    });
    async function memberWithPhoto() {
      const memberId = await newMemberWithGems(scene.open.kysely, 6);
      const publicId = `${randomUUID()}/ada`;
      await scene.photoHost.put(publicId, { bytes: scene.picture, mimeType: "image/jpeg" });
      return { memberId, photoId: await newPhoto(scene.open.kysely, memberId, publicId) };
    }
    async function begun(answers: Record<string, string> = portrait) {
      const { memberId, photoId } = await memberWithPhoto();
      const draftId = randomUUID();
      await saveDraft(scene.open.database, memberId, studio, { draftId, answers, photoId });
      const draft = await readDraft(scene.open.database, memberId, studio, draftId);
      if (!draft) throw new Error("no draft");
      return { memberId, photoId, draft };
    }
    const start = ({ memberId, draft }: Awaited<ReturnType<typeof begun>>, answers = draft.answers) =>
      startTransformation(services(), { memberId, tool: studio, draft, answers, key: draft.idempotencyKey });

    /** Replaces the photo like a page with scripts. */
    const sendAnother: typeof attachPhoto = (database, memberId, draftId, photoId) =>
      saveDraft(database, memberId, studio, { draftId: draftId ?? "", answers: portrait, photoId });

    test("drafts are saved under the page's own id, however often", async () => {
      const { memberId, photoId, draft } = await begun();
      await saveDraft(scene.open.database, memberId, studio, {
        draftId: draft.id,
        answers: { background: "maintain" },
      });
      const again = await readDraft(scene.open.database, memberId, studio, draft.id);
      expect(again).toMatchObject({ answers: { background: "maintain" }, photo: { id: photoId } });
    });

    test("drafts cannot be saved over another member's, nor with another member's photo", async () => {
      const mine = await begun();
      const other = await memberWithPhoto();
      const { database } = scene.open;
      const attempt = { draftId: mine.draft.id, answers: { background: "maintain" } };
      expect(await saveDraft(database, other.memberId, studio, attempt)).toBe(false);
      const theirs = { draftId: randomUUID(), answers: {}, photoId: mine.photoId };
      expect(await saveDraft(database, other.memberId, studio, theirs)).toBe(false);
      expect((await readDraft(database, mine.memberId, studio, mine.draft.id))?.answers).toEqual(portrait);
    });

    test("drafts do not start with a photo that was cropped or replaced after the page was read", async () => {
      for (const give of [attachPhoto, sendAnother]) {
        const run = await begun();
        const { memberId, draft } = run;
        const other = await newPhoto(scene.open.kysely, memberId);
        expect(await give(scene.open.database, memberId, draft.id, other)).toBe(true);
        expect(await start(run)).toEqual({ ok: false, problem: "photos-changed" });
        expect(await scene.rowsOf(memberId)).toEqual([]);
        const now = await readDraft(scene.open.database, memberId, studio, draft.id);
        if (!now) throw new Error("no draft");
        expect(await start({ ...run, draft: now })).toMatchObject({ ok: true });
        expect(await scene.rowsOf(memberId)).toMatchObject([{ original_photo_id: other }]);
      }
    });

    test("retain their photo until the transformation has failed", async () => {
      const run = await begun();
      const { memberId, draft, photoId } = run;
      const { database, kysely } = scene.open;
      const started = await start(run);
      if (!("transformationId" in started)) throw new Error("not started");
      const other = await newPhoto(kysely, memberId);
      for (const give of [attachPhoto, sendAnother]) {
        expect(await give(database, memberId, draft.id, other)).toBe(false);
        expect(await give(database, memberId, draft.id, photoId)).toBe(true);
      }
      await failTransformation(database, started.transformationId, "unclear");
      expect(await attachPhoto(database, memberId, draft.id, other)).toBe(true);
    });

    test("use the photo that they show when it is cropped or replaced during the start", async () => {
      for (let round = 0; round < 8; round += 1) {
        const run = await begun();
        const { memberId, draft } = run;
        const other = await newPhoto(scene.open.kysely, memberId);
        const giving = [attachPhoto, sendAnother][round % 2]?.(scene.open.database, memberId, draft.id, other);
        const [answer, given] = await Promise.all([start(run), giving]);
        const shown = (await readDraft(scene.open.database, memberId, studio, draft.id))?.photo?.id;
        expect(shown).toBe(given ? other : run.photoId);
        expect(answer.ok || answer.problem).toBe(given ? "photos-changed" : true);
        const worked = (await scene.rowsOf(memberId)).map((row) => row.original_photo_id);
        expect(worked).toEqual(answer.ok ? [shown] : []);
      }
    });

    test("store no answer beyond the page's limit and no unknown question", async () => {
      const kept = { ...portrait, attireDetails: "a".repeat(4_000) };
      expect((await begun({ ...kept, wishes: "x", tool: "other" })).draft.answers).toEqual(kept);
      const { attireDetails: _, ...rest } = portrait;
      expect((await begun({ ...portrait, attireDetails: "a".repeat(4_001) })).draft.answers).toEqual(rest);
      expect((await begun({ ...portrait, attireDetails: "a\u0000\ud800b" })).draft.answers.attireDetails).toBe(
        "a\ufffdb",
      );
    });

    test("start one transformation for one gem on a double submit", async () => {
      const run = await begun();
      const [first, second] = await Promise.all([start(run), start(run)]);
      expect(first).toEqual(second);
      expect(await scene.amounts(run.memberId)).toEqual([-1]);
      expect((await scene.rowsOf(run.memberId)).map((row) => row.recipe)).toEqual([
        { tool: "portrait-studio", ...portrait },
      ]);
    });

    test("start once whatever attempt the request names", async () => {
      const run = await begun();
      const future = `${run.draft.id}.1`;
      const claimed = startTransformation(services(), {
        memberId: run.memberId,
        tool: studio,
        draft: run.draft,
        answers: run.draft.answers,
        key: future,
      });
      expect(await claimed).toEqual(await start(run));
      const draft = await readDraft(scene.open.database, run.memberId, studio, run.draft.id);
      if (!draft) throw new Error("no draft");
      expect(await start({ ...run, draft })).toEqual(await claimed);
      expect(await scene.amounts(run.memberId)).toEqual([-1]);
    });

    test("become a new request after each failure, whichever failures were deleted meanwhile", async () => {
      const run = await begun();
      const now = async () => {
        const draft = await readDraft(scene.open.database, run.memberId, studio, run.draft.id);
        if (!draft) throw new Error("no draft");
        return { ...run, draft };
      };
      const failOnce = async () => {
        const started = await start(await now());
        if (!started.ok || !("transformationId" in started)) throw new Error("not started");
        await failTransformation(scene.open.database, started.transformationId, "blocked");
        return started.transformationId;
      };
      const [first, second, third] = [await failOnce(), await failOnce(), await failOnce()];
      const host = { database: scene.open.database, photoHost: scene.photoHost, log };
      for (const id of [first, third]) await deleteTransformation(host, run.memberId, id);
      const fourth = await failOnce();
      expect([first, second, third]).not.toContain(fourth);
      await deleteTransformation(host, run.memberId, second);
      expect(await start(await now())).toMatchObject({ ok: true });
      expect((await scene.rowsOf(run.memberId)).map((row) => row.status)).toEqual(["failed", "processing"]);
      expect(await scene.amounts(run.memberId)).toEqual([-1, 1, -1, 1, -1, 1, -1, 1, -1]);
    });

    test("spend nothing on a missing or contradictory answer and name its step", async () => {
      const run = await begun();
      expect(await start(run, { ...portrait, template: "modern-office" })).toMatchObject({
        problem: "answers",
        step: "template",
      });
      expect(await start(run, { ...portrait, attireDetails: "a".repeat(501) })).toMatchObject({ step: "attire" });
      expect(await scene.amounts(run.memberId)).toEqual([]);
    });

    test("spend nothing without their photo", async () => {
      const run = await begun();
      expect(await start({ ...run, draft: { ...run.draft, photo: null } })).toEqual({
        ok: false,
        problem: "photo-missing",
      });
      await scene.open.kysely.deleteFrom("photos").where("id", "=", run.photoId).execute();
      expect(await start(run)).toEqual({ ok: false, problem: "photo-missing" });
      expect(await scene.amounts(run.memberId)).toEqual([]);
    });

    test("transformations are cancelled once, by their owner only, and refunded; a second request changes nothing", async () => {
      const run = await begun();
      const started = await start(run);
      if (!started.ok || !("transformationId" in started)) throw new Error("not started");
      const { database } = scene.open;
      expect(await cancelTransformation(database, randomUUID(), started.transformationId)).toBe(false);
      const cancellations = [1, 2].map(() => cancelTransformation(database, run.memberId, started.transformationId));
      expect(await Promise.all(cancellations)).toEqual([true, true]);
      expect(await scene.amounts(run.memberId)).toEqual([-1, 1]);
      expect(await scene.row(started.transformationId)).toMatchObject({ status: "failed", failure: "cancelled" });
      const generator = new RecordingGenerator(scene.made);
      await scene.run(started.transformationId, generator);
      expect(generator.requests).toEqual([]);
    });

    test("transformations are cancelled at work: the gem is returned and the picture is discarded", async () => {
      const run = await begun();
      const started = await start(run);
      if (!started.ok || !("transformationId" in started)) throw new Error("not started");
      const id = started.transformationId;
      const generator = new RecordingGenerator(async () => {
        expect(await cancelTransformation(scene.open.database, run.memberId, id)).toBe(true);
        return scene.made;
      });
      await scene.run(id, generator);
      expect(generator.requests).toHaveLength(1);
      expect(await scene.row(id)).toMatchObject({ status: "failed", failure: "cancelled", coins_used: 0 });
      expect(await scene.amounts(run.memberId)).toEqual([-1, 1]);
    });

    test("completed transformations cannot be cancelled", async () => {
      const run = await begun();
      const started = await start(run);
      if (!started.ok || !("transformationId" in started)) throw new Error("not started");
      await scene.run(started.transformationId, new RecordingGenerator(scene.made));
      expect(await cancelTransformation(scene.open.database, run.memberId, started.transformationId)).toBe(false);
      expect(await scene.amounts(run.memberId)).toEqual([-1]);
    });

    describe("another angle", () => {
      async function finished() {
        const run = await begun();
        const started = await start(run);
        if (!started.ok || !("transformationId" in started)) throw new Error("not started");
        await scene.run(started.transformationId, new RecordingGenerator(scene.made));
        return { ...run, id: started.transformationId };
      }
      const ask = (memberId: string, id: string, angle: string, key = `${id}.0`) =>
        requestAngle(services(), { memberId, transformationId: id, angle, key });

      test("costs a gem per request, inherits the name and receives the finished portrait", async () => {
        const { memberId, id } = await finished();
        const [first, second] = await Promise.all([ask(memberId, id, "low"), ask(memberId, id, "low")]);
        expect(first).toEqual(second);
        if (!first?.ok) throw new Error("refused");
        expect(await scene.row(first.transformationId)).toMatchObject({
          parent_id: id,
          original_name: "photo (Low)",
          recipe: { ...portrait, tool: "portrait-studio", angle: "low" },
        });
        const generator = new RecordingGenerator(scene.made);
        await scene.run(first.transformationId, generator);
        expect(generator.requests[0]?.finished?.image.byteLength).toBe(scene.picture.byteLength);
        expect(await scene.amounts(memberId)).toEqual([-1, -1]);
        // The name of an angle of an angle contains only the latest angle.
        const next = await ask(memberId, first.transformationId, "back");
        if (!next.ok) throw new Error("refused");
        expect((await scene.row(next.transformationId)).original_name).toBe("photo (Back)");
      });

      test("another angle is limited to one at a time; further requests return the one in progress", async () => {
        const { memberId, id } = await finished();
        const both = await Promise.all([ask(memberId, id, "low"), ask(memberId, id, "high")]);
        expect(both[0]).toEqual(both[1]);
        expect(await ask(memberId, id, "wide", `${id}.7`)).toEqual(both[0]);
        expect(await scene.amounts(memberId)).toEqual([-1, -1]);
      });

      test("another angle is a new one with each request after the last is finished, whichever were deleted", async () => {
        const { memberId, id } = await finished();
        const next = async () => {
          const { nextKey } = await readAngles(scene.open.database, memberId, id);
          const angle = await ask(memberId, id, "high", nextKey);
          if (!angle.ok) throw new Error("refused");
          await scene.run(angle.transformationId, new RecordingGenerator(scene.made));
          return angle.transformationId;
        };
        const made = [await next(), await next()];
        const host = { database: scene.open.database, photoHost: scene.photoHost, log };
        await deleteTransformation(host, memberId, made[0] ?? "");
        expect(made).not.toContain(await next());
        expect(await scene.amounts(memberId)).toEqual([-1, -1, -1, -1]);
      });

      test("another angle is refused for a foreign portrait, an unknown angle and without gems", async () => {
        const { memberId, id } = await finished();
        const other = await memberWithPhoto();
        expect(await ask(other.memberId, id, "low")).toEqual({ ok: false, problem: "not-found" });
        expect(await ask(memberId, id, "maintain")).toMatchObject({ problem: "refused" });
        const { coins = 0 } = await accountOf(scene.open.kysely, memberId);
        for (let attempt = 0; attempt < coins; attempt += 1) {
          const angle = await ask(memberId, id, "high", `${id}.${attempt}`);
          if (angle.ok) await scene.run(angle.transformationId, new RecordingGenerator(scene.made));
        }
        expect(await ask(memberId, id, "high", `${id}.99`)).toEqual({ ok: false, problem: "insufficient-gems" });
        expect(await accountOf(scene.open.kysely, memberId)).toMatchObject({ coins: 0 });
      });
    });

    test("receive one photo from an upload that was sent twice", async () => {
      const memberId = await newMemberWithGems(scene.open.kysely, 8);
      const photo = { bytes: scene.picture, mimeType: "image/jpeg", width: 300, height: 200 } as const;
      const placeholder = "data:image/webp;base64,AAAA";
      const photoInspection = {
        inspect: async () => ({ ok: true, photo: { ...photo, placeholder } }),
      } as unknown as PhotoInspection;
      const { database } = scene.open;
      const uploadKey = randomUUID();
      const upload = () =>
        uploadPhoto(
          { database, photoHost: scene.photoHost, photoInspection, log },
          { memberId, bytes: scene.picture, fileName: "ada.jpg", uploadKey },
        );
      const [first, second] = await Promise.all([upload(), upload()]);
      expect(second).toEqual(first);
      expect(await upload()).toEqual(first);
      const rows = await scene.open.kysely.selectFrom("photos").select("id").where("user_id", "=", memberId).execute();
      expect(rows).toHaveLength(1);
    });
  });
}
