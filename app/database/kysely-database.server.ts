import { sql, type Kysely } from "kysely";
import type { Database } from "./database.ts";
import type { DB } from "./types.ts";

/**
 * The database port over any Kysely connection whose login may `set role` to `authenticated` and `service_role`.
 * Role and claims are set for one transaction only, so a pooled connection never carries them to the next person.
 */
export function createDatabase(kysely: Kysely<DB>): Database {
  return {
    asMember: (memberId, work) =>
      kysely.transaction().execute(async (trx) => {
        const claims = JSON.stringify({ sub: memberId, role: "authenticated" });
        await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`.execute(
          trx,
        );
        return work(trx);
      }),
    asService: (work) =>
      kysely.transaction().execute(async (trx) => {
        await sql`select set_config('role', 'service_role', true)`.execute(trx);
        return work(trx);
      }),
    async answers(milliseconds) {
      const late = Promise.withResolvers<false>();
      const timer = setTimeout(() => late.resolve(false), milliseconds);
      const asked = sql`select 1`.execute(kysely).then(
        () => true,
        () => false,
      );
      return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer));
    },
    close: () => kysely.destroy(),
  };
}
