import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import { openPostgresDatabase } from "../../app/adapters/hosted/database/postgres-database.server.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { migrate, type MigrationConnection, migrationsFolder } from "../../app/server/database/migrate.server.ts";
import { auditGems } from "../../app/gems/audit/audit-gems.server.ts";
import { createSupabaseDatabase } from "../servers/supabase-database.ts";
import { postgres } from "./engines.ts";
import { newMember } from "./members.ts";
import type { Database, Sql } from "../../app/server/database/database.ts";

/** During constant visits, a release may wait for its tables for 2 minutes. */
const longestMs = 180_000;

describe.skipIf(postgres.missing)("a release beside older processes", () => {
  test("waits for a long read without blocking others, and no older query fails", { timeout: longestMs }, async () => {
    const project = await createSupabaseDatabase(process.env["TEST_DATABASE_URL"] ?? "");
    const { kysely, withConnection, close } = openPostgresDatabase(project.url, 8);
    await withConnection(asOlderVersionLeftIt);
    const visits = startVisits(createDatabase(kysely), await Promise.all([newMember(kysely), newMember(kysely)]));
    try {
      await visits.further(10);
      const printed: string[] = [];
      const stepped = Promise.withResolvers<void>();
      const onWait = (line: string) => void (printed.push(line), stepped.resolve());
      const releasing = await withConnection(async (reader) => {
        await reader.script("begin; select count(*) from public.transformations, public.photos, public.profiles");
        const impatient = withConnection((connection) => migrate(connection, { bootstrap: null, tries: 1 }));
        await expect(impatient).rejects.toThrow(
          "20261121000700_batches.sql was not applied, those before it were: its tables were in use all the time.",
        );
        const release = withConnection((connection) => migrate(connection, { bootstrap: null, onWait }));
        await stepped.promise;
        // The read is still open, and the release waits between two tries.
        await visits.further(20);
        await reader.script("commit");
        return { release };
      });
      const applied = await releasing.release;
      expect(applied.length).toBeGreaterThan(5);
      expect(printed[0]).toMatch(/^20261121000700_batches.sql waits: its tables are in use \(try 1 of 60\)\.$/);
      await visits.further(20);
      await visits.stop();
      expect((await auditGems(kysely)).filter(({ violations }) => violations.length)).toEqual([]);
    } finally {
      await visits.stop().catch(() => {});
      await close();
      await project.drop();
    }
  });
});

/** Simulates the members' photos and purchases from start to end, one after another per member, all members at once. */
function startVisits(database: ReturnType<typeof createDatabase>, memberIds: readonly string[]) {
  let done = 0;
  let over = false;
  const waiting: { until: number; reached: () => void }[] = [];
  const visit = async (memberId: string) => {
    for (let number = 0; !over; number += 1) {
      if (number % 4 === 0) await olderPurchase(database, memberId);
      await olderVisit(database, memberId, number % 3 ? "completed" : "failed");
      done += 1;
      for (const { until, reached } of waiting) if (done >= until) reached();
    }
  };
  const all = Promise.all(memberIds.map(visit));
  all.catch(() => {});
  return {
    /** Waits until `count` more visits have ended. @throws when one failed. */
    further: (count: number) =>
      Promise.race([new Promise<void>((reached) => waiting.push({ until: done + count, reached })), all]),
    stop: async () => {
      over = true;
      await all;
    },
  };
}

async function asOlderVersionLeftIt(connection: MigrationConnection) {
  await connection.script(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  for (const file of (await readdir(migrationsFolder)).sort()) {
    const [version = ""] = file.split("_");
    if (version > olderVersionsNewest) return;
    await connection.script(await readFile(join(migrationsFolder, file), "utf8"));
    await connection.query("insert into supabase_migrations.schema_migrations (version) values ($1)", [version]);
  }
}

/** The newest migration known to the version of these statements (commit 774aae7, before batches). */
export const olderVersionsNewest = "20261121000600";

const placeholder = "data:image/webp;base64,AAAA";
const photo = (memberId: string, id: string, kind: "original" | "result") => sql`
  insert into photos (id, user_id, kind, public_id, file_name, mime_type, width, height, bytes, placeholder)
  values (${id}, ${memberId}, ${kind}, ${`${id}/lagos`}, 'lagos', 'image/jpeg', 900, 1200, 10, ${placeholder})`;

export async function olderVisit(database: Database, memberId: string, ending: "completed" | "failed"): Promise<void> {
  const [photoId, draftId] = [randomUUID(), randomUUID()];
  const asService = <T>(work: (trx: Sql) => Promise<T>) => database.asService(work);
  await asService((trx) => photo(memberId, photoId, "original").execute(trx));
  await database.asMember(memberId, async (trx) => {
    await sql`insert into drafts (id, user_id, tool, answers, photo_id)
      values (${draftId}, ${memberId}, 'surprise-me', '{}', ${photoId}) on conflict (id) do nothing`.execute(trx);
    await sql`update drafts set answers = '{}', updated_at = now() where id = ${draftId} and user_id = ${memberId}`.execute(
      trx,
    );
  });
  const transformationId = await asService((trx) => request(trx, { memberId, photoId, draftId }));
  await asService((trx) =>
    sql`update transformations set progress = 65, started_at = now() where id = ${transformationId}
      and status = 'processing' returning id`.execute(trx),
  );
  await asService((trx) => (ending === "completed" ? complete(trx, transformationId) : fail(trx, transformationId)));
  await database.asMember(memberId, async (trx) => {
    await sql`select t.id, t.tool, t.status, t.failure, t.original_name, t.created_at, p.placeholder from transformations t
      left join photos p on p.id = t.result_photo_id where t.user_id = ${memberId}
      order by t.created_at desc, t.id desc limit 24`.execute(trx);
    await sql`select coins, total_transformations, kept_transformations from profiles where user_id = ${memberId}`.execute(
      trx,
    );
    await sql`update transformations set original_name = 'Abuja' where id = ${transformationId} and user_id = ${memberId}`.execute(
      trx,
    );
    await sql`update profiles set display_name = 'Ada' where user_id = ${memberId}`.execute(trx);
  });
}

/** Simulates a purchase in that version, from the request to the gems. */
export async function olderPurchase(database: Database, memberId: string): Promise<void> {
  const reference = randomUUID();
  await database.asService((trx) =>
    sql`insert into purchases (user_id, reference, package_id, package_name, gems, amount_kobo, display_currency)
      values (${memberId}, ${reference}, 'starter', 'Starter', 8, 250000, 'NGN')`.execute(trx),
  );
  await database.asService((trx) => sql`select public.settle_purchase(${reference}, 250000, 'NGN')`.execute(trx));
}

async function request(trx: Sql, of: { memberId: string; photoId: string; draftId: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into transformations
      (user_id, tool, recipe, original_name, original_photo_id, original_url, draft_id, parent_id, idempotency_key, coins_used, progress)
    values (${of.memberId}, 'surprise-me', '{}', 'Lagos', ${of.photoId}, ${`/images/${of.photoId}/full`}, ${of.draftId}, null,
      ${`${of.draftId}.0`}, 1, 10)
    on conflict (user_id, idempotency_key) do nothing returning id`.execute(trx);
  const id = rows[0]?.id ?? "";
  const held = await sql<{
    held: boolean;
  }>`select public.deduct_coins_for_transformation(${of.memberId}, ${id}, 1) as held`.execute(trx);
  if (!held.rows[0]?.held) throw new Error("no gem was held");
  return id;
}

async function complete(trx: Sql, id: string) {
  const { memberId, resultId } = await running(trx, id);
  await photo(memberId, resultId, "result").execute(trx);
  await sql`update transformations set status = 'completed', progress = 100, enhanced_url = ${`/images/${resultId}/full`},
    made_by = 'Built-in engine', note = null, finished_at = now() where id = ${id}`.execute(trx);
  await sql`update profiles set total_transformations = total_transformations + 1 where user_id = ${memberId}`.execute(
    trx,
  );
}

async function fail(trx: Sql, id: string) {
  const { memberId } = await running(trx, id);
  await sql`update transformations set status = 'failed', failure = 'busy', finished_at = now() where id = ${id}`.execute(
    trx,
  );
  await sql`select public.return_coins_for_transformation(${memberId}, ${id}, 'Returned: too much work')`.execute(trx);
}

async function running(trx: Sql, id: string): Promise<{ memberId: string; resultId: string }> {
  const { rows } = await sql<{ memberId: string; resultId: string }>`
    select user_id as "memberId", result_photo_id as "resultId" from transformations
    where id = ${id} and status = 'processing' for update`.execute(trx);
  if (!rows[0]) throw new Error("it is not processing");
  return rows[0];
}

/** The newest migration of the first release; no older process can run beside the migrations up to it. */
const firstRelease = "20261121001500";

const breaking = [
  /\bdrop\s+(table|column|function|schema|type|view)\b/i,
  /\brename\s+(to|column|constraint)\b/i,
  /\balter\s+column\s+\w+\s+(type|set\s+not\s+null)\b/i,
  /\badd\s+(column\s+)?(if\s+not\s+exists\s+)?\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\b(default|generated)\b)(?<!\bdefault\b[^,;]*)/i,
];

/** Migrations that break on purpose: by file name, with the reason why no running process needs the removed part. */
const harmless: Readonly<Record<string, string>> = {};

const breaks = (text: string) => breaking.some((pattern) => pattern.test(text.replace(/--.*$/gm, "")));

test("removes nothing in any migration that the previous version uses", async () => {
  const since = (await readdir(migrationsFolder)).filter((file) => file.slice(0, firstRelease.length) > firstRelease);
  const texts = await Promise.all(since.map((file) => readFile(join(migrationsFolder, file), "utf8")));
  expect(since.filter((file, index) => breaks(texts[index] ?? "") && !(file in harmless))).toEqual([]);
});

test.each([
  "alter table public.photos drop column width",
  "drop function public.photos_before(uuid)",
  "alter table public.photos rename column width to wide",
  "alter table public.photos alter column width set not null",
  "alter table public.photos add column colour text not null",
])("detects %s", (statement) => {
  expect(breaks(`${statement};`)).toBe(true);
});

test.each([
  "alter table public.photos add column colour text not null default 'red'",
  "alter table public.photos add column colour text default 'red' not null",
  "alter table public.photos add column colour text",
  "create table public.moods (id uuid primary key, name text not null)",
  "-- drop table public.photos",
])("accepts %s", (statement) => {
  expect(breaks(`${statement};`)).toBe(false);
});
