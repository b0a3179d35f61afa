import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import sharp from "sharp";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { createDiskPhotoHost } from "../../../app/adapters/embedded/photo-host/disk-photo-host.server.ts";
import { createDatabase } from "../../../app/server/database/kysely-database.server.ts";
import type { CheckResult } from "../../../bin/smoke.ts";
import { startProduct } from "../../../perf/servers/product.ts";
import { liveAuditedLife } from "../../database/audit-life.ts";
import type { OpenEngine } from "../../database/engines.ts";
import { newMember, newPhoto } from "../../database/members.ts";
import type { ProofResult, ProofRun } from "../resilience.ts";
import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";
import type { DB } from "../../../app/server/database/types.ts";
import { exportedTables } from "../../../bin/data/manifest.ts";
import { columnsOf, run, tableDigest } from "../../../bin/data/tables.ts";
import { migrate } from "../../../app/server/database/migrate.server.ts";
import { startPostgresCluster } from "../../database/throw-away-postgres.ts";
import { createSupabaseDatabase } from "../../servers/supabase-database.ts";

export async function proveBackup({ closing }: ProofRun): Promise<ProofResult> {
  const lines = [...(await proveDirectory(closing)), ...(await proveDump(closing))];
  const text = lines.map(({ what, value, ok }) => `${ok ? "ok    " : "NOT OK"}  ${what}: ${value}`).join("\n");
  return { passed: lines.every(({ ok }) => ok), text };
}

const diskHost = (directory: string) =>
  createDiskPhotoHost({ directory: join(directory, "photos"), log: pino({ level: "silent" }) });

/** Copies a stopped product's used embedded data directory; the product must start on the copy with all data. */
async function proveDirectory(closing: AsyncDisposableStack): Promise<CheckResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "photogem-backup-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const [original, restored] = [join(folder, "data"), join(folder, "restored")];
  const colour = { create: { width: 300, height: 200, channels: 3, background: "#a52" } } as const;
  const picture = new Uint8Array(await sharp(colour).jpeg().toBuffer());
  const publicId = await live(original, picture);
  await cp(original, restored, { recursive: true, preserveTimestamps: true });

  const product = await startProduct(restored);
  closing.defer(product.stop);
  const landing = await fetch(`${product.url}/login`);
  await product.stop();
  const [before, after] = [await openPgliteDatabase(original), await openPgliteDatabase(restored)];
  const compared = await compareDatabases("directory", before.kysely, after.kysely);
  await Promise.all([before.close(), after.close()]);
  const host = diskHost(restored);
  const stored = await host.read(publicId);
  await host.close();
  return [
    { what: "directory: the product starts on the copy", value: String(landing.status), ok: landing.ok },
    ...compared,
    {
      what: "directory: the picture",
      value: "the same bytes",
      ok: Buffer.compare(stored?.bytes ?? Buffer.of(), picture) === 0,
    },
  ];
}

/** Fills a stopped product's directory with members and their activity. Returns a stored picture's id. */
async function live(directory: string, picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const { kysely, close } = await openPgliteDatabase(directory);
  await liveAuditedLife({ kysely, database: createDatabase(kysely) } as OpenEngine);
  const publicId = `${randomUUID()}/lagos`;
  const host = diskHost(directory);
  await host.put(publicId, { bytes: picture, mimeType: "image/jpeg" });
  await newPhoto(kysely, await newMember(kysely), publicId);
  await host.close();
  await close();
  return publicId;
}

const execute = promisify(execFile);

/** Dumps a used, Supabase-like database and restores it into a new cluster with the commands of docs/data.md. */
async function proveDump(closing: AsyncDisposableStack): Promise<CheckResult[]> {
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
  // psql continues after the error of the existing superuser; pg_restore stops at any error.
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

/** The schema as SQL, without pg_dump's \restrict lines, which contain a random word. */
async function schemaOf(url: string): Promise<string> {
  const text = await tool("pg_dump", "--schema-only", url);
  return text.replace(/^\\(un)?restrict .*$/gm, "");
}

function at(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

/** Runs a PostgreSQL program from Debian's folder or the PATH, and returns its output. */
async function tool(name: string, ...args: string[]): Promise<string> {
  const [debian = name] = globSync(`/usr/lib/postgresql/*/bin/${name}`).toSorted().reverse();
  const { stdout } = await execute(existsSync(debian) ? debian : name, args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Checks that two databases have the same rows, and that the second one's ledger is sound. */
async function compareDatabases(name: string, one: Kysely<DB>, other: Kysely<DB>): Promise<CheckResult[]> {
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
