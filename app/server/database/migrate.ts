/** `npm run migrate`: applies pending migrations at DATABASE_URL. Fly runs it before a release. */
import { openPostgresDatabase } from "../../adapters/hosted/database/postgres-database.server.ts";
import { readConfig } from "../../config.server.ts";
import { migrate } from "./migrate.server.ts";

const config = readConfig();
if (config.database.kind === "embedded") {
  process.stdout.write("The embedded database migrates itself when the server starts.\n");
} else {
  const { withConnection, close } = openPostgresDatabase(config.database.url, 1, { silenceMs: null });
  const bootstrap = config.identity.kind === "embedded" ? await bootstrapOfOurs() : null;
  const onWait = (message: string) => void process.stdout.write(`${message}\n`);
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

/** Loaded on demand: the image for hosted services has no embedded part. */
async function bootstrapOfOurs(): Promise<string> {
  const { bootstrapSql } = await import("../../adapters/embedded/database/bootstrap.server.ts");
  return bootstrapSql();
}
