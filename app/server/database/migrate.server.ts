import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { hasSqlState } from "./database.ts";

/** A single session, so that begin, commit and locks share it. */
export interface MigrationConnection {
  script(text: string): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export const migrationsFolder = join(import.meta.dirname, "../../../supabase/migrations");

const advisoryLock = 7_402_026;

/**
 * Two minutes in total. A wait ends before PostgreSQL's deadlock check (1 s), so the migration backs
 * off and members' transactions never abort.
 */
const lockWait = { milliseconds: 300, tries: 60, pauseMs: 1700 };
const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

/**
 * Applies pending migrations in file order, one transaction each, and records them in the Supabase
 * CLI's table. Returns their versions. @throws when one fails or its tables stay locked.
 */
export async function migrate(
  connection: MigrationConnection,
  {
    bootstrap,
    onWait,
    tries = lockWait.tries,
  }: { bootstrap: string | null; onWait?: (message: string) => void; tries?: number },
): Promise<string[]> {
  await connection.script("set statement_timeout = 0; set lock_timeout = 0");
  await connection.query("select pg_advisory_lock($1)", [advisoryLock]);
  try {
    const [auth] = await connection.query("select to_regclass('auth.users') is not null as present");
    if (!auth?.["present"] && bootstrap) await inTransaction(connection, bootstrap);
    await connection.script(`create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
    const pending = await pendingMigrations(connection);
    for (const migration of pending) {
      const text = await readFile(join(migrationsFolder, migration.file), "utf8");
      const report = (message: string) => onWait?.(`${migration.file} ${message}`);
      await steppingBack({ tries, report }, () => inTransaction(connection, text, migration)).catch(
        (error: unknown) => {
          throw new Error(`${migration.file} was not applied, those before it were: ${whyNot(error)}`, {
            cause: error,
          });
        },
      );
    }
    return pending.map((migration) => migration.version);
  } finally {
    await connection.query("select pg_advisory_unlock($1)", [advisoryLock]);
    await connection.script("reset statement_timeout; reset lock_timeout");
  }
}

export async function pendingMigrations(connection: MigrationConnection) {
  const recorded = await connection.query(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as present",
  );
  const applied = recorded[0]?.["present"]
    ? await connection.query("select version from supabase_migrations.schema_migrations")
    : [];
  const seen = new Set(applied.map((row) => row["version"]));
  const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).sort();
  return files
    .map((file) => ({ file, version: file.split("_")[0] ?? "", name: file.replace(/^\d+_|\.sql$/g, "") }))
    .filter((migration) => !seen.has(migration.version));
}

const tablesInUse = (error: unknown) => hasSqlState(error, lockNotAvailable) || hasSqlState(error, deadlockDetected);

function whyNot(error: unknown): string {
  if (tablesInUse(error)) {
    return "its tables were in use all the time. Look for long transactions in pg_stat_activity, then release again.";
  }
  return error instanceof Error ? error.message : String(error);
}

async function steppingBack(
  how: { tries: number; report: (message: string) => void },
  work: () => Promise<void>,
  attempt = 1,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!tablesInUse(error) || attempt >= how.tries) throw error;
    how.report(`waits: its tables are in use (try ${attempt} of ${how.tries}).`);
    await setTimeout(lockWait.pauseMs);
    await steppingBack(how, work, attempt + 1);
  }
}

async function inTransaction(
  connection: MigrationConnection,
  text: string,
  record?: { version: string; name: string },
) {
  await connection.script("begin");
  try {
    if (record) await connection.script(`set local lock_timeout = ${lockWait.milliseconds}`);
    await connection.script(text);
    if (record) {
      await connection.query("insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)", [
        record.version,
        record.name,
      ]);
    }
    await connection.script("commit");
  } catch (error) {
    await connection.script("rollback");
    throw error;
  }
}
