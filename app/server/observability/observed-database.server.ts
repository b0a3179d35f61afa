import type { Database } from "../database/database.ts";
import type { Observation } from "./observation.ts";

/** Includes the wait for a connection. */
export function observedDatabase(database: Database, { timed }: Pick<Observation, "timed">): Database {
  return {
    ...database,
    asMember: (memberId, work) => timed("database", () => database.asMember(memberId, work)),
    asService: (work) => timed("database", () => database.asService(work)),
  };
}
