import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteTransformation } from "../../app/gallery/delete/delete-transformation.server.ts";
import { cancelTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import { defaultGenerationLimits, type GenerationLimits } from "../../app/transformations/requesting/limits.ts";
import {
  enforceLimits,
  requestTransformation,
} from "../../app/transformations/requesting/request-transformation.server.ts";
import { usualEngine, postgres } from "./engines.ts";
import { accountOf, newMember, newMemberWithGems, newPhoto } from "./members.ts";
import { newPaidPurchase, newPurchase, takeBack } from "./buying-scene.ts";
import {
  lastTry,
  log,
  openTransformationScene,
  problem,
  RecordingGenerator,
  type TransformationScene,
} from "./transformation-scene.ts";

const noDaily = { dailyPerMember: 1000, dailyWithoutPurchase: 1000 };

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`generation limits on ${engine.name}`, () => {
    let scene: TransformationScene;
    beforeAll(async () => {
      scene = await openTransformationScene(engine);
    });
    beforeEach(async () => {
      await sql`update private.generation_shares set made = 0`.execute(scene.open.kysely);
    });
    afterAll(() => scene.close());

    async function person() {
      const memberId = await newMemberWithGems(scene.open.kysely, 60);
      const photoId = await newPhoto(scene.open.kysely, memberId);
      const ask = (limits: Partial<GenerationLimits>, idempotencyKey: string = randomUUID()) =>
        requestTransformation(
          {
            database: scene.open.database,
            queue: { add: async () => {} },
            generationLimits: { ...defaultGenerationLimits, ...limits },
          },
          { memberId, recipe: { tool: "surprise-me" }, name: "Lagos", photoId, draftId: null, idempotencyKey },
        );
      const gems = async () => (await accountOf(scene.open.kysely, memberId)).coins;
      return { memberId, ask, gems };
    }
    const admit = (memberId: string, count: number, limits: Partial<GenerationLimits>) =>
      scene.open.database.asService((trx) =>
        enforceLimits(trx, memberId, count, { ...defaultGenerationLimits, ...limits }),
      );
    const idOf = (answer: Awaited<ReturnType<typeof requestTransformation>>) => {
      if (!answer.ok) throw new Error(answer.problem);
      return answer.transformationId;
    };
    const limitOf = (answer: Awaited<ReturnType<typeof requestTransformation>>) =>
      answer.ok ? "let in" : answer.problem === "limited" ? answer.refusal.limit : answer.problem;

    test("refuses a member's transformation beyond the running limit and leaves nothing behind", async () => {
      const ada = await person();
      const first = idOf(await ada.ask({ runningPerMember: 2 }));
      await ada.ask({ runningPerMember: 2 });
      expect(await ada.ask({ runningPerMember: 2 })).toEqual({
        ok: false,
        problem: "limited",
        refusal: { limit: "running", remaining: 0, waitSeconds: 60 },
      });
      expect(await ada.gems()).toBe(60);
      expect(await scene.rowsOf(ada.memberId)).toHaveLength(2);
      await cancelTransformation(scene.open.database, ada.memberId, first);
      expect(limitOf(await ada.ask({ runningPerMember: 2 }))).toBe("let in");
    });

    test("limits a member's day, counts deleted transformations and starts each day at zero", async () => {
      const ada = await person();
      const first = idOf(await ada.ask({ dailyPerMember: 2 }));
      await ada.ask({ dailyPerMember: 2 });
      await scene.run(first, new RecordingGenerator(problem("blocked")), lastTry);
      const services = { database: scene.open.database, photoHost: scene.photoHost, log };
      await deleteTransformation(services, ada.memberId, first);
      const refused = await ada.ask({ dailyPerMember: 2 });
      expect(refused).toMatchObject({ problem: "limited", refusal: { limit: "member-day", remaining: 0 } });
      expect(await ada.gems()).toBe(61);
      await scene.open.kysely
        .updateTable("profiles")
        .set({ generations_on: sql`generations_on - 1` })
        .where("user_id", "=", ada.memberId)
        .execute();
      expect(limitOf(await ada.ask({ dailyPerMember: 2 }))).toBe("let in");
    });

    test("allows fewer a day without an unrefunded purchase, whatever gems were returned", async () => {
      const { memberId } = await person();
      const limits = { dailyPerMember: 5, dailyWithoutPurchase: 3 };
      expect(await admit(memberId, 3, limits)).toBeNull();
      const refused = { limit: "member-day", remaining: 0 };
      expect(await admit(memberId, 1, limits)).toMatchObject(refused);
      await newPurchase(scene.open, memberId);
      expect(await admit(memberId, 1, limits)).toMatchObject(refused);
      const paid = await newPaidPurchase(scene.open, memberId);
      expect(await admit(memberId, 1, limits)).toBeNull();
      expect(await admit(memberId, 2, limits)).toMatchObject({ limit: "member-day", remaining: 1 });
      await takeBack(scene.open, paid);
      expect(await admit(memberId, 1, limits)).toMatchObject(refused);
      expect(await admit((await person()).memberId, 3, { dailyPerMember: 2, dailyWithoutPurchase: 3 })).toMatchObject({
        remaining: 2,
      });
    });

    test("ends the day at midnight in Lagos", async () => {
      const ada = await person();
      const refusal = await admit(ada.memberId, 1, { dailyPerMember: 0 });
      const { rows } = await sql<{ clock: string }>`
        select to_char((now() + make_interval(secs => ${refusal?.waitSeconds ?? 0})) at time zone 'Africa/Lagos', 'HH24:MI')
          as clock`.execute(scene.open.kysely);
      expect(rows).toEqual([{ clock: "00:00" }]);
    });

    test("does not count a transformation that was cancelled before it began", async () => {
      const ada = await person();
      const limits = { dailyPerMember: 1, daily: 1 };
      await cancelTransformation(scene.open.database, ada.memberId, idOf(await ada.ask(limits)));
      const begun = idOf(await ada.ask(limits));
      await scene.run(begun, new RecordingGenerator(problem("failed")), lastTry);
      expect(limitOf(await ada.ask(limits))).toBe("member-day");
      expect(limitOf(await (await person()).ask(limits))).toBe("product-day");
    });

    test("answers a repeated request whatever the limits are by then", async () => {
      const ada = await person();
      const key = randomUUID();
      const first = await ada.ask({ dailyPerMember: 1, runningPerMember: 1 }, key);
      expect(await ada.ask({ dailyPerMember: 1, runningPerMember: 1 }, key)).toEqual(first);
    });

    test("admits ten at once together or not at all and states how many would fit", async () => {
      const ada = await person();
      expect(await admit(ada.memberId, 10, { ...noDaily, dailyPerMember: 14 })).toBeNull();
      expect(await admit(ada.memberId, 10, { ...noDaily, dailyPerMember: 14 })).toMatchObject({
        limit: "member-day",
        remaining: 4,
      });
      expect(await admit(ada.memberId, 4, { ...noDaily, dailyPerMember: 14 })).toBeNull();
    });

    test.for([1, 3, 16, 17, 33])(
      "limits all members together to %i a day, in ones and in tens, to the last",
      async (daily) => {
        const ada = await person();
        let made = 0;
        for (const count of [10, 10, 10, 1, 1, 1, 1, 10, ...Array.from({ length: 33 }, () => 1)]) {
          const refusal = await admit(ada.memberId, count, { daily, ...noDaily });
          expect(refusal?.limit ?? null).toBe(made + count > daily ? "product-day" : null);
          if (!refusal) made += count;
        }
        expect(made).toBe(daily);
      },
    );

    test("resets the count each day", async () => {
      const ada = await person();
      await admit(ada.memberId, 5, { daily: 5 });
      await sql`update private.generation_shares set day = day - 1`.execute(scene.open.kysely);
      expect(await admit(ada.memberId, 5, { daily: 5 })).toBeNull();
      expect(await admit(ada.memberId, 1, { daily: 5, ...noDaily })).toMatchObject({
        limit: "product-day",
        remaining: null,
      });
    });
  });
}

describe.skipIf(postgres.missing)("generation limits with 20 connections on PostgreSQL", () => {
  let scene: TransformationScene;
  beforeAll(async () => {
    scene = await openTransformationScene({ ...postgres, open: () => postgres.open(20) });
  });
  afterAll(() => scene.close());

  const admit = (memberId: string, count: number, limits: Partial<GenerationLimits>) =>
    scene.open.database.asService((trx) =>
      enforceLimits(trx, memberId, count, { ...defaultGenerationLimits, ...limits }),
    );

  test("limits every member to the day's number", async () => {
    const member = await newMember(scene.open.kysely);
    const answers = await Promise.all(Array.from({ length: 60 }, () => admit(member, 1, { dailyPerMember: 7 })));
    expect(answers.filter((answer) => answer === null)).toHaveLength(7);
  });

  test("limits all members together to the day's number, in ones and in tens", async () => {
    await sql`update private.generation_shares set made = 0`.execute(scene.open.kysely);
    const members = await Promise.all(Array.from({ length: 30 }, () => newMember(scene.open.kysely)));
    const counts = members.map((_, index) => (index % 3 ? 1 : 10));
    const ask = () =>
      Promise.all(members.map((member, index) => admit(member, counts[index] ?? 1, { daily: 77, ...noDaily })));
    const answers = [...(await ask()), ...(await ask()), ...(await ask()), ...(await ask()), ...(await ask())];
    const made = answers.reduce((sum, answer, index) => sum + (answer ? 0 : (counts[index % 30] ?? 1)), 0);
    const shares = await sql<{ made: number }>`select sum(made)::int as made from private.generation_shares`.execute(
      scene.open.kysely,
    );
    expect(shares.rows).toEqual([{ made }]);
    expect(made).toBe(77);
  });

  test("does not delay other members when a request hangs before its commit", async () => {
    await sql`update private.generation_shares set made = 0`.execute(scene.open.kysely);
    const [ada, bayo] = [await newMember(scene.open.kysely), await newMember(scene.open.kysely)];
    const held = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const hanging = scene.open.database.asService(async (trx) => {
      await enforceLimits(trx, ada, 1, { ...defaultGenerationLimits, daily: 160 });
      held.resolve();
      await mayEnd.promise;
    });
    await held.promise;
    expect(await admit(bayo, 1, { daily: 160 })).toBeNull();
    mayEnd.resolve();
    await hanging;
  });
});
