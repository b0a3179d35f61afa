import type { Database } from "../database/database.ts";
import type { Observation } from "./observation.ts";

/** The same database, its time a part of the request's. Waiting for a connection is counted too. */
export function observedDatabase(database: Database, { timed }: Pick<Observation, "timed">): Database {
  return {
    ...database,
    asMember: (memberId, work) => timed("database", () => database.asMember(memberId, work)),
    asService: (work) => timed("database", () => database.asService(work)),
  };
}
