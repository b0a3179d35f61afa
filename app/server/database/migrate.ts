/** `npm run migrate`: brings the PostgreSQL at DATABASE_URL up to date. Safe to repeat; Fly runs it before a release. */
import { openPostgresDatabase } from "../../adapters/hosted/database/postgres-database.server.ts";
import { readConfig } from "../../config.server.ts";
import { migrate } from "./migrate.server.ts";

const config = readConfig();
if (config.database.kind === "embedded") {
  process.stdout.write("The embedded database migrates itself when the server starts.\n");
} else {
  // A migration, and waiting for another process's, may take as long as it needs.
  const { withConnection, close } = openPostgresDatabase(config.database.url, 1, { silenceMs: null });
  // Supabase brings its own auth schema; a plain PostgreSQL with the embedded identity gets ours.
  const bootstrap = config.identity.kind === "embedded" ? await bootstrapOfOurs() : null;
  const onWait = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const applied = await withConnection((connection) => migrate(connection, { bootstrap, onWait }));
    process.stdout.write(applied.length ? `Applied ${applied.join(", ")}.\n` : "Nothing to apply.\n");
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await close();
  }
}

/** Loaded on demand: an image for real services only has no embedded part. */
async function bootstrapOfOurs(): Promise<string> {
  const { bootstrapSql } = await import("../../adapters/embedded/database/bootstrap.server.ts");
  return bootstrapSql();
}
