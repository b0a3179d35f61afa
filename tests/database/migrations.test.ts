import { readdir } from "node:fs/promises";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client } from "pg";
import { bootstrapSql } from "../../app/adapters/embedded/database/bootstrap.server.ts";
import { openPostgresDatabase } from "../../app/adapters/hosted/database/postgres-database.server.ts";
import {
  migrate,
  type MigrationConnection,
  migrationsFolder,
  pendingMigrations,
} from "../../app/server/database/migrate.server.ts";
import { emptyDatabase, engines, type OpenEngine, postgres } from "./engines.ts";
import { type HostedServices, startHostedServices } from "../servers/hosted-services.ts";

const versions = (await readdir(migrationsFolder)).sort().map((file) => file.split("_")[0]);
const bootstrap = await bootstrapSql();

for (const engine of engines) {
  describe.skipIf(engine.missing)(`migrations on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    test("are all recorded in the Supabase CLI's table", async () => {
      expect(await open.withConnection(recorded)).toEqual(versions);
      expect(await open.withConnection(pendingMigrations)).toEqual([]);
    });

    test("change nothing the second time", async () => {
      const before = await open.withConnection(columns);
      expect(await open.withConnection((connection) => migrate(connection, { bootstrap }))).toEqual([]);
      expect(await open.withConnection(columns)).toEqual(before);
    });

    test("leave nothing behind when one of them fails, and release the lock", async () => {
      await open.withConnection(async (connection) => {
        const [last] = versions.slice(-1);
        await connection.query("delete from supabase_migrations.schema_migrations where version = $1", [last]);
        const before = await columns(connection);
        await expect(migrate(connection, { bootstrap })).rejects.toThrow(/already exists/);
        expect(await columns(connection)).toEqual(before);
        await connection.query("insert into supabase_migrations.schema_migrations (version) values ($1)", [last]);
        const locks = await connection.query(
          "select count(*)::int as held from pg_locks join pg_database on oid = database where locktype = 'advisory' and datname = current_database()",
        );
        expect(locks).toEqual([{ held: 0 }]);
      });
    });
  });
}

describe.skipIf(postgres.missing)("migrations of two processes on an empty PostgreSQL", () => {
  test("are applied by one of two processes that start together", async () => {
    const empty = await emptyDatabase(process.env["TEST_DATABASE_URL"] ?? "");
    const processes = [openPostgresDatabase(empty.url, 1), openPostgresDatabase(empty.url, 1)];
    try {
      const applied = await Promise.all(
        processes.map(({ withConnection }) => withConnection((connection) => migrate(connection, { bootstrap }))),
      );
      expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], versions]);
    } finally {
      await Promise.all(processes.map(({ close }) => close()));
      await empty.drop();
    }
  });

  test("wait for each other without time limit, whatever limits the connection has", async () => {
    const empty = await emptyDatabase(process.env["TEST_DATABASE_URL"] ?? "");
    const { withConnection, close } = openPostgresDatabase(empty.url, 3);
    try {
      await withConnection(async (first) => {
        await first.query("select pg_advisory_lock(7402026)");
        const waiting = withConnection(async (second) => {
          // Long enough for the statement that lifts the limits, which they bind as well.
          await second.script("set lock_timeout = '500ms'; set statement_timeout = '500ms'");
          return migrate(second, { bootstrap });
        });
        await withConnection(async (onlooker) => {
          const waits = "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted";
          while ((await onlooker.query(waits))[0]?.["count"] !== 1);
          await onlooker.query("select pg_sleep(0.7)");
        });
        await first.query("select pg_advisory_unlock(7402026)");
        expect(await waiting).toEqual(versions);
      });
    } finally {
      await close();
      await empty.drop();
    }
  });
});

describe.skipIf(postgres.missing)("a migration of several tables beside a running product", () => {
  let open: OpenEngine;
  beforeAll(async () => void (open = await postgres.open(4)));
  afterAll(() => open.close());

  test.each(["20261121000700", "20261121000900", "20261121001100", "20261121001200"])(
    "backs off %s for a job that is ending and continues after it",
    async (version) => {
      const waited = Promise.withResolvers<string>();
      await open.withConnection(async (job) => {
        await job.query("delete from supabase_migrations.schema_migrations where version = $1", [version]);
        await job.script("begin; select 1 from public.transformations for update");
        const migrating = open.withConnection((connection) =>
          migrate(connection, { bootstrap, onWait: waited.resolve }).catch((error: unknown) => error),
        );
        const waits = "select count(*)::int as count from pg_locks where locktype = 'relation' and not granted";
        await open.withConnection(async (onlooker) => {
          while ((await onlooker.query(waits))[0]?.["count"] !== 1);
        });
        await job.script(`insert into public.photos select * from public.photos where false;
          update public.transformations set progress = progress; update public.profiles set coins = coins`);
        expect(await waited.promise).toMatch(new RegExp(`^${version}_.* in use \\(try 1 of`));
        await job.script("commit");
        // The migration is applied here already; this error proves that it got the locks.
        expect(String(await migrating)).toContain("already exists");
        await job.query("insert into supabase_migrations.schema_migrations (version) values ($1)", [version]);
      });
    },
  );
});

const recorded = async (connection: MigrationConnection) =>
  (await connection.query("select version from supabase_migrations.schema_migrations order by 1")).map(
    (row) => row["version"],
  );

const columns = (connection: MigrationConnection) =>
  connection.query(`select table_schema, table_name, column_name, data_type, column_default from information_schema.columns
    where table_schema in ('public', 'private', 'auth') order by 1, 2, 3`);

describe.skipIf(!process.env["TEST_DATABASE_URL"])("the release command on a new Supabase project", () => {
  let services: HostedServices;
  beforeAll(async () => void (services = await startHostedServices()));
  afterAll(() => services.stop());

  const release = async () => {
    const env = { PATH: process.env["PATH"] ?? "", ...services.environment };
    return (await promisify(execFile)(process.execPath, ["app/server/database/migrate.ts"], { env })).stdout;
  };
  const ask = async (text: string) => {
    const client = new Client({ connectionString: services.environment["DATABASE_URL"] });
    await client.connect();
    return (await client.query(text).finally(() => client.end())).rows;
  };

  test("applies every migration once as the project's role, which is no superuser and does not own `auth`", async () => {
    const versions = (await readdir(migrationsFolder)).sort().map((file) => file.split("_")[0]);
    expect(await release()).toBe(`Applied ${versions.join(", ")}.\n`);
    expect(await release()).toBe("Nothing to apply.\n");
    expect(
      await ask(`select rolsuper, nspowner = r.oid as owns_auth from pg_roles r, pg_namespace
        where rolname = current_user and nspname = 'auth'`),
    ).toEqual([{ rolsuper: false, owns_auth: false }]);
  });
});
