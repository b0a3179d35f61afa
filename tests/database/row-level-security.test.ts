import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pino } from "pino";
import type { Database, Sql } from "../../app/server/database/database.ts";
import { engines, type OpenEngine, supabase, sweptEngines } from "./engines.ts";
import { newMember, newPhoto, newShare, newTransformation } from "./members.ts";
import { defaultGenerationLimits as generationLimits } from "../../app/transformations/requesting/limits.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import {
  type Attacker,
  type Attempt,
  everythingOf,
  newOwnershipScene,
  type OwnershipScene,
  recordingHost,
} from "./ownership/scene.ts";
import { changingAttempts } from "./ownership/changing.ts";
import { batchingAttempts, draftingAttempts } from "./ownership/drafting.ts";
import { readingAttempts } from "./ownership/reading.ts";
import { WithoutOwnershipFilters } from "./ownership/filters.ts";
import { RecordingGenerator } from "./transformation-scene.ts";

/** Every use case and reader that takes an id or lists own rows; Bayo calls each for Ada's data. */
const attempts: Attempt[] = [...readingAttempts, ...draftingAttempts, ...batchingAttempts, ...changingAttempts];

const memberTables = [
  "profiles",
  "photos",
  "transformations",
  "transformation_looks",
  "coin_transactions",
  "drafts",
  "draft_photos",
  "batches",
  "shares",
  "presets",
  "done_notices",
] as const;

for (const engine of [...engines, supabase]) {
  describe.skipIf(engine.missing)(`row level security on ${engine.name}`, () => {
    let open: OpenEngine;
    /** Two members with all kinds of rows. */
    let ada: { id: string; photo: string; transformation: string; draft: string };
    let bayo: typeof ada;

    beforeAll(async () => {
      open = await engine.open();
      ada = await settled();
      bayo = await settled();
    });
    afterAll(() => open.close());

    async function settled() {
      const id = await newMember(open.kysely);
      const transformation = await newTransformation(open.kysely, id);
      const photo = await newPhoto(open.kysely, id);
      const look = { transformation_id: transformation, look: "bright", user_id: id };
      await open.kysely
        .insertInto("transformation_looks")
        .values({ ...look, photo_id: await newPhoto(open.kysely, id) })
        .execute();
      await newShare(open.kysely, id, transformation);
      const { id: draft } = await open.database.asMember(id, (trx) =>
        trx
          .insertInto("drafts")
          .values({ user_id: id, tool: "surprise-me", photo_id: photo, answers: "{}" })
          .returning("id")
          .executeTakeFirstOrThrow(),
      );
      await open.database.asMember(id, (trx) =>
        trx
          .insertInto("draft_photos")
          .values(place(id, draft, photo))
          .execute(),
      );
      const batch = { user_id: id, tool: "surprise-me", idempotency_key: `${draft}.batch` };
      await open.kysely.insertInto("batches").values(batch).execute();
      await open.kysely
        .insertInto("done_notices")
        .values({ id: transformation, user_id: id, transformation_id: transformation })
        .execute();
      await open.kysely
        .insertInto("presets")
        .values({ user_id: id, name: "Beach", tool: "art-style", answers: "{}" })
        .execute();
      return { id, photo, transformation, draft };
    }
    const place = (user_id: string, draft_id: string, photo_id: string, position = 1) => ({
      user_id,
      draft_id,
      photo_id,
      position,
    });
    const asAda = <T>(work: (trx: Sql) => Promise<T>) => open.database.asMember(ada.id, work);

    test.each(memberTables)("shows a member all of their own %s and no others without any filter", async (table) => {
      const rows = await asAda((trx) => trx.selectFrom(table).select("user_id").execute());
      const owned = await open.kysely.selectFrom(table).select("user_id").where("user_id", "=", ada.id).execute();
      expect(owned.length).toBeGreaterThan(0);
      expect(rows).toEqual(owned);
    });

    test.each(memberTables)("shows no %s without an account", async (table) => {
      const asAnyone = open.kysely.transaction().execute(async (trx) => {
        await sql`select set_config('role', 'anon', true)`.execute(trx);
        return trx.selectFrom(table).selectAll().execute();
      });
      await expect(asAnyone).rejects.toThrow(/permission denied/);
    });

    test.each(memberTables)("shows no foreign %s to a member's claims with another id", async (table) => {
      expect(await open.database.asMember(randomUUID(), (trx) => trx.selectFrom(table).selectAll().execute())).toEqual(
        [],
      );
    });

    test.each([
      ["profiles", "coins = 1000"],
      ["profiles", "total_transformations = 9"],
      ["profiles", "avatar_url = 'https://example.com/a.png'"],
      ["profiles", "user_id = gen_random_uuid()"],
      ["transformations", "status = 'completed'"],
      ["transformations", "coins_used = 0"],
      ["transformations", "enhanced_url = '/images/x/full'"],
      ["transformations", "result_photo_id = gen_random_uuid()"],
      ["transformations", "user_id = gen_random_uuid()"],
      ["transformation_looks", "photo_id = gen_random_uuid()"],
      ["photos", "public_id = 'mine'"],
      ["photos", "file_name = 'other'"],
      ["coin_transactions", "amount = 5"],
      ["shares", "token = repeat('0', 32)"],
      ["shares", "revoked_at = null"],
      ["shares", "taken_down_at = null"],
      ["drafts", "user_id = gen_random_uuid()"],
      ["drafts", "tool = 'art-style'"],
    ])("prevents a member from setting %s.%s", async (table, assignment) => {
      const attempt = asAda((trx) => sql`update ${sql.table(table)} set ${sql.raw(assignment)}`.execute(trx));
      await expect(attempt).rejects.toThrow(/permission denied/);
    });

    test.each(["profiles", "photos", "transformations", "coin_transactions", "shares", "batches"])(
      "prevents a member from adding and deleting %s",
      async (table) => {
        const add = asAda((trx) => sql`insert into ${sql.table(table)} (user_id) values (${ada.id})`.execute(trx));
        await expect(add).rejects.toThrow(/permission denied/);
        await expect(asAda((trx) => sql`delete from ${sql.table(table)}`.execute(trx))).rejects.toThrow(
          /permission denied/,
        );
      },
    );

    test.each([
      ["profiles", "display_name"],
      ["transformations", "original_name"],
    ])("lets a member change only their own %s, in %s", async (table, column) => {
      const change = await asAda((trx) =>
        sql<{
          user_id: string;
        }>`update ${sql.table(table)} set ${sql.ref(column)} = 'New name' returning user_id`.execute(trx),
      );
      expect(change.rows).toEqual([{ user_id: ada.id }]);
    });

    test("prevents a draft in another member's name or with another member's photo", async () => {
      const draft = (values: { user_id: string; photo_id: string | null }) =>
        asAda((trx) =>
          trx
            .insertInto("drafts")
            .values({ tool: "surprise-me", answers: "{}", ...values })
            .execute(),
        );
      await expect(draft({ user_id: bayo.id, photo_id: null })).rejects.toThrow(/row-level security/);
      await expect(draft({ user_id: ada.id, photo_id: bayo.photo })).rejects.toThrow(/row-level security/);
      await expect(draft({ user_id: ada.id, photo_id: randomUUID() })).rejects.toThrow(/row-level security/);
      await expect(asAda((trx) => trx.updateTable("drafts").set({ photo_id: bayo.photo }).execute())).rejects.toThrow(
        /row-level security/,
      );
    });

    test("lets a member add and remove only their own photos in their own drafts", async () => {
      const add = (values: ReturnType<typeof place>) =>
        asAda((trx) => trx.insertInto("draft_photos").values(values).execute());
      const refused = /row-level security/;
      await expect(add(place(bayo.id, ada.draft, ada.photo, 2))).rejects.toThrow(refused);
      await expect(add(place(ada.id, bayo.draft, ada.photo, 2))).rejects.toThrow(refused);
      await expect(add(place(ada.id, ada.draft, bayo.photo, 2))).rejects.toThrow(refused);
      await expect(add(place(ada.id, ada.draft, ada.photo, 11))).rejects.toThrow(/position/);
      await asAda((trx) => trx.deleteFrom("draft_photos").execute());
      const left = await open.kysely.selectFrom("draft_photos").select("user_id").execute();
      expect(left).toEqual([{ user_id: bayo.id }]);
    });

    test("lets a member delete their own drafts only", async () => {
      await asAda((trx) => trx.deleteFrom("drafts").execute());
      const left = await open.kysely.selectFrom("drafts").select("user_id").execute();
      expect(left).toEqual([{ user_id: bayo.id }]);
    });

    test.each([
      "public.deduct_coins_for_transformation(gen_random_uuid(), gen_random_uuid(), 1)",
      "public.return_coins_for_transformation(gen_random_uuid(), gen_random_uuid(), 'mine')",
      "public.add_coins_to_user(gen_random_uuid(), 100, 'free gems', 'reference')",
      "private.enter(gen_random_uuid(), 'bonus', 100, 'free gems', null, 'key')",
      "private.address_hash('someone@example.com')",
    ])("prevents a member from calling %s", async (call) => {
      await expect(asAda((trx) => sql.raw(`select ${call}`).execute(trx))).rejects.toThrow(/permission denied/);
    });

    test.each(["auth.users", "auth.sessions", "private.welcome_bonuses", "private.hash_keys"])(
      "hides %s from members and the service",
      async (table) => {
        const read = (trx: Sql) => sql.raw(`select * from ${table}`).execute(trx);
        await expect(asAda(read)).rejects.toThrow(/permission denied/);
        await expect(open.database.asService(read)).rejects.toThrow(/permission denied/);
      },
    );

    test("hides reports from members, even about their own picture", async () => {
      await expect(asAda((trx) => trx.selectFrom("share_reports").selectAll().execute())).rejects.toThrow(
        /permission denied/,
      );
    });

    test("resets role and claims at the transaction's end, also after a failure", async () => {
      const failing = asAda(async () => {
        throw new Error("a bug");
      });
      await expect(failing).rejects.toThrow("a bug");
      const { rows } = await sql<{
        owner: boolean;
        uid: string | null;
      }>`select current_user = session_user as owner, auth.uid() as uid`.execute(open.kysely);
      expect(rows).toEqual([{ owner: true, uid: null }]);
    });
  });
}

const log = pino({ level: "silent" });

for (const engine of sweptEngines()) {
  describe.skipIf(engine.missing)(`without the application ownership filters, on ${engine.name}`, () => {
    let open: OpenEngine;
    let scene: OwnershipScene;
    /** Uses row level security without filters. */
    let guarded: Database;
    /** Uses neither filters nor row level security: queries run as the schema's owner. */
    let unguarded: Database;
    const plugin = new WithoutOwnershipFilters();

    beforeAll(async () => {
      open = await engine.open();
      const stripped = open.kysely.withPlugin(plugin);
      guarded = createDatabase(stripped);
      const asOwner: Database["asService"] = (work) => stripped.transaction().execute(work);
      unguarded = { ...guarded, asService: asOwner, asMember: (_memberId, work) => asOwner(work) };
    });
    afterAll(() => open.close());
    beforeEach(async () => void (scene = await newOwnershipScene(open.kysely)));

    async function tried({ attempt }: Attempt, database: Database) {
      const { host, changes } = recordingHost();
      const before = await everythingOf(open.kysely, scene.ada.id);
      const made = { ok: false, problem: "failed", detail: "asks no service" } as const;
      const attacker: Attacker = {
        ...scene,
        services: {
          appUrl: "https://photogem.example",
          database,
          photoHost: host,
          photoSight: null,
          queue: { add: async () => {} },
          generationLimits,
          engine: new RecordingGenerator(made),
          log,
        },
      };
      const answer = await attempt(attacker).catch((error: unknown) => ({ threw: String(error) }));
      const after = await everythingOf(open.kysely, scene.ada.id);
      const atHost = changes.filter(
        (change) => change.includes(scene.ada.photo.id) || change.includes(scene.ada.result.id),
      );
      return { answer, adas: { ...after, atHost }, untouched: { ...before, atHost: [] } };
    }

    test("finds another member's row when both filters and policies are off", async () => {
      const taken = plugin.removed;
      const query = { id: scene.ada.photo.id, owner: scene.bayo.id };
      const found = await unguarded.asMember(query.owner, (sql) =>
        sql
          .selectFrom("photos as p")
          .select("p.id")
          .where("p.id", "=", query.id)
          .where("p.user_id", "=", query.owner)
          .execute(),
      );
      expect(found).toEqual([{ id: query.id }]);
      expect(plugin.removed).toBe(taken + 1);
      const kept = await open.kysely
        .selectFrom("photos as p")
        .select("p.id")
        .where("p.id", "=", query.id)
        .where("p.user_id", "=", query.owner)
        .execute();
      expect(kept).toEqual([]);
    });

    describe.for(attempts)("$what", (attempt) => {
      test("answers as for a missing row and changes nothing", async () => {
        const { answer, adas, untouched } = await tried(attempt, guarded);
        expect(answer).toEqual(attempt.refused(scene));
        expect(adas).toEqual(untouched);
      });

      if (attempt.heldBy) return;
      test("would succeed without row level security", async () => {
        const { answer, adas, untouched } = await tried(attempt, unguarded);
        expect({ answer, adas }).not.toEqual({ answer: attempt.refused(scene), adas: untouched });
      });
    });
  });
}
