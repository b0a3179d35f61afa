import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { exportedTables } from "../../../bin/data/manifest.ts";
import { columnsOf, run, tableDigest } from "../../../bin/data/tables.ts";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import { migrate } from "../../../app/server/database/migrate.server.ts";
import { liveAuditedLife } from "../../database/audit-life.ts";
import type { OpenEngine } from "../../database/engines.ts";
import { startPostgresCluster } from "../../database/throw-away-postgres.ts";
import { createSupabaseDatabase } from "../../servers/supabase-database.ts";
import type { CheckResult } from "../../../bin/smoke.ts";
import { startProduct } from "../../../perf/servers/product.ts";

const execute = promisify(execFile);

/** A database as Supabase makes it, lived in, dumped, and restored into a new cluster by docs/data.md's commands. */
export async function proveDump(closing: AsyncDisposableStack): Promise<CheckResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "photogem-dump-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const [old, next] = [await cluster(closing), await cluster(closing)];
  const source = await createSupabaseDatabase(old);
  const before = openPostgresDatabase(source.url);
  await before.withConnection((connection) => migrate(connection, { bootstrap: null }));
  await liveAuditedLife({ kysely: before.kysely, database: createDatabase(before.kysely) } as OpenEngine);

  const [roles, dump] = [join(folder, "roles.sql"), join(folder, "photogem.dump")];
  await tool("pg_dumpall", "--roles-only", "--no-role-passwords", "--file", roles, "--dbname", source.superuserUrl);
  await tool("pg_dump", "--format=custom", "--file", dump, source.superuserUrl);
  const restored = at(next, "restored");
  // The superuser is there already; everything else has to go in without an error.
  await tool("psql", "--quiet", "--file", roles, next);
  await tool("psql", "--quiet", "--command", "create database restored owner supabase_postgres", next);
  const { username, password } = new URL(source.url);
  await tool("psql", "--quiet", "--command", `alter role ${username} password '${decodeURIComponent(password)}'`, next);
  await tool("pg_restore", "--exit-on-error", "--dbname", restored, dump);

  const projectUrl = Object.assign(new URL(restored), { username, password }).href;
  const after = openPostgresDatabase(projectUrl);
  const compared = await compareDatabases("dump", before.kysely, after.kysely);
  const [left, arrived] = [await schemaOf(source.superuserUrl), await schemaOf(restored)];
  await Promise.all([before.close(), after.close()]);
  const product = await startProduct(join(folder, "data"), {
    DATABASE_URL: projectUrl,
    SESSION_SECRET: randomBytes(32).toString("hex"),
  });
  await product.stop();
  return [
    ...compared,
    {
      what: "dump: tables, functions, triggers, owners, grants and policies",
      value: left === arrived ? `the same ${left.split("\n").length} lines` : "differ",
      ok: left === arrived,
    },
    { what: "dump: the product, as the project's role, on the new cluster", value: "ready", ok: true },
  ];
}

async function cluster(closing: AsyncDisposableStack): Promise<string> {
  const started = await startPostgresCluster();
  if (!started) throw new Error("no PostgreSQL: apt-get install postgresql");
  closing.defer(started.stop);
  return started.url;
}

/** The schema as SQL, without the lines in which pg_dump protects itself by a random word. */
async function schemaOf(url: string): Promise<string> {
  const text = await tool("pg_dump", "--schema-only", url);
  return text.replace(/^\\(un)?restrict .*$/gm, "");
}

function at(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

/** One of PostgreSQL's own programs, from the PATH or where Debian keeps them. */
async function tool(name: string, ...args: string[]): Promise<string> {
  const [debian = name] = globSync(`/usr/lib/postgresql/*/bin/${name}`).toSorted().reverse();
  const { stdout } = await execute(existsSync(debian) ? debian : name, args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Whether two databases have the same rows, and the second one's ledger is sound. */
export async function compareDatabases(name: string, one: Kysely<DB>, other: Kysely<DB>): Promise<CheckResult[]> {
  const [a, b] = [await digests(one), await digests(other)];
  const differ = exportedTables.filter((table) => a.get(table)?.sha256 !== b.get(table)?.sha256);
  const rows = [...a.values()].reduce((sum, digest) => sum + digest.rows, 0);
  const isSound = (await auditGems(other)).every(({ violations }) => violations.length === 0);
  return [
    { what: `${name}: ${rows} rows`, value: differ.join(", ") || "the same", ok: !differ.length },
    { what: `${name}: ledger`, value: isSound ? "all promises hold" : "broken", ok: isSound },
  ];
}

const digests = (kysely: Kysely<DB>) =>
  kysely.transaction().execute(async (sql) => {
    await run(sql, "set local timezone = 'UTC'");
    const found = new Map<string, { rows: number; sha256: string }>();
    for (const table of exportedTables) found.set(table, await tableDigest(sql, table, await columnsOf(sql, table)));
    return found;
  });
