import { pendingMigrations } from "../../../server/database/migrate.server.ts";
import type { OpenPostgres } from "./postgres-database.server.ts";

/** Why this version cannot use the PostgreSQL, in one line without its address; null when it can. */
export async function migrationStatus({
  withConnection,
}: Pick<OpenPostgres, "withConnection">): Promise<string | null> {
  try {
    const pending = await withConnection(pendingMigrations);
    const [first] = pending;
    return first ? `${pending.length} pending migrations from ${first.file} on; run npm run migrate` : null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no answer in time";
    return refusals[code] ?? `does not answer (${code})`;
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const refusals: Record<string, string> = {
  "28P01": "refuses the user or the password in DATABASE_URL (28P01)",
  "28000": "refuses the user in DATABASE_URL (28000)",
  "3D000": "does not have the database that DATABASE_URL names (3D000)",
  "42501": "does not let the user in DATABASE_URL see its migrations (42501)",
};
