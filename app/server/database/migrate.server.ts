import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { hasSqlState } from "./sql-state.ts";

/** What a migration needs of a connection: one session, so that begin, commit and locks hold together. */
export interface MigrationConnection {
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

export const migrationsFolder = join(import.meta.dirname, "../../../supabase/migrations");

/** An arbitrary, fixed key: two processes that start together migrate one after the other. */
const advisoryLock = 7_402_026;

/**
 * How long a migration waits for each of its table locks, how often it asks, and the pause in between: 2 minutes in all.
 * A migration that alters several tables locks them first, `access exclusive` and in the order photos, transformations,
 * profiles: then what runs waits for it or it waits for what runs, never both. Only where somebody takes a transformation
 * before its photo (ending it, deleting it) may both wait; three such waits are over before the second after which
 * PostgreSQL looks for deadlocks, so it is the migration that steps back, and nobody's transaction is ended.
 */
const lockWait = { milliseconds: 300, tries: 60, pauseMs: 1700 };
const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

/**
 * Applies every migration that is not recorded yet, each in its own transaction, in file order, and records it where
 * the Supabase CLI does (`supabase_migrations.schema_migrations`), so that either tool may apply the next one.
 * `bootstrap` runs first where `auth.users` does not exist. Safe to repeat. Returns the versions it applied. `onWait` is
 * told each time a migration stepped back because its tables were in use.
 * @throws when a migration fails, or its tables were in use each of the `tries`; those before it stay applied.
 */
export async function migrate(
  connection: MigrationConnection,
  {
    bootstrap,
    onWait,
    tries = lockWait.tries,
  }: { bootstrap: string | null; onWait?: (line: string) => void; tries?: number },
): Promise<string[]> {
  // A migration may take as long as its table needs, and so may waiting for another process's.
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
      const say = (line: string) => onWait?.(`${migration.file} ${line}`);
      await steppingBack({ tries, say }, () => inTransaction(connection, text, migration)).catch((error: unknown) => {
        throw new Error(`${migration.file} was not applied, those before it were: ${whyNot(error)}`, { cause: error });
      });
    }
    return pending.map((migration) => migration.version);
  } finally {
    await connection.query("select pg_advisory_unlock($1)", [advisoryLock]);
    await connection.script("reset statement_timeout; reset lock_timeout");
  }
}

/** The migrations in the folder that this database has not seen, oldest first. */
export async function pendingMigrations(connection: MigrationConnection) {
  const known = await connection.query(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as present",
  );
  const applied = known[0]?.["present"]
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
  how: { tries: number; say: (line: string) => void },
  work: () => Promise<void>,
  attempt = 1,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!tablesInUse(error) || attempt >= how.tries) throw error;
    how.say(`waits: its tables are in use (try ${attempt} of ${how.tries}).`);
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
