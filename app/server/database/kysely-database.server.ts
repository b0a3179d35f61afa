import { timeout } from "remix-utils/promise";
import { sql, type Kysely } from "kysely";
import { type Database, type Sql, hasSqlState } from "./database.ts";
import type { DB } from "./types.ts";

/** The login needs the right to `set role`. Role and claims apply to one transaction only. */
export function createDatabase(kysely: Kysely<DB>): Database {
  return {
    asMember: (memberId, work) =>
      transaction(kysely, async (trx) => {
        const claims = JSON.stringify({ sub: memberId, role: "authenticated" });
        await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`.execute(
          trx,
        );
        return work(trx);
      }),
    asService: (work) =>
      transaction(kysely, async (trx) => {
        await sql`select set_config('role', 'service_role', true)`.execute(trx);
        return work(trx);
      }),
    answers: (milliseconds) =>
      timeout(sql`select 1`.execute(kysely), { ms: milliseconds }).then(
        () => true,
        () => false,
      ),
    close: () => kysely.destroy(),
  };
}

const deadlockTries = 3;

/** Repeats a transaction that lost a deadlock, so `work` must have no other effects. */
async function transaction<T>(kysely: Kysely<DB>, work: (sql: Sql) => Promise<T>, tries = deadlockTries): Promise<T> {
  try {
    return await kysely.transaction().execute(work);
  } catch (error) {
    if (tries <= 1 || !hasSqlState(error, "40P01")) throw error;
    return transaction(kysely, work, tries - 1);
  }
}
