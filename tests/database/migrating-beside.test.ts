import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, describe, test } from "vitest";
import { openPostgresDatabase } from "../../app/adapters/hosted/database/postgres-database.server.ts";
import { createDatabase } from "../../app/server/database/kysely-database.server.ts";
import { migrate, type MigrationConnection, migrationsFolder } from "../../app/server/database/migrate.server.ts";
import { auditGems } from "../../app/gems/audit/audit-gems.server.ts";
import { createSupabaseDatabase } from "../servers/supabase-database.ts";
import { postgres } from "./engines.ts";
import { newMember } from "./members.ts";
import { olderPurchase, olderVersionsNewest, olderVisit } from "./older-version.ts";

describe.skipIf(postgres.missing)("a release beside older processes", () => {
  test("waits for a long read without blocking others, and no older query fails", async () => {
    const project = await createSupabaseDatabase(process.env["TEST_DATABASE_URL"] ?? "");
    const { kysely, withConnection, close } = openPostgresDatabase(project.url, 8);
    await withConnection(asOlderVersionLeftIt);
    const visits = startVisits(createDatabase(kysely), await Promise.all([1, 2, 3, 4].map(() => newMember(kysely))));
    try {
      await visits.further(10);
      const said: string[] = [];
      const stepped = Promise.withResolvers<void>();
      const onWait = (line: string) => void (said.push(line), stepped.resolve());
      const releasing = await withConnection(async (reader) => {
        await reader.script("begin; select count(*) from public.transformations, public.photos, public.profiles");
        const impatient = withConnection((connection) => migrate(connection, { bootstrap: null, tries: 1 }));
        await expect(impatient).rejects.toThrow(
          "20261121000700_batches.sql was not applied, those before it were: its tables were in use all the time.",
        );
        const release = withConnection((connection) => migrate(connection, { bootstrap: null, onWait }));
        await stepped.promise;
        // The read is still open, and the release between two tries.
        await visits.further(20);
        await reader.script("commit");
        return { release };
      });
      const applied = await releasing.release;
      expect(applied.length).toBeGreaterThan(5);
      expect(said[0]).toMatch(/^20261121000700_batches.sql waits: its tables are in use \(try 1 of 60\)\.$/);
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

/** Photos and purchases of these members, each with all that follows, one after another and all members at once. */
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
    /** Waits until so many more have come to their end. @throws when one failed. */
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
