/**
 * The port to the one SQL database. Two ways in, nothing else:
 * row level security decides what a member sees; the service role does what members must not do themselves.
 */
import type { Transaction } from "kysely";
import type { DB } from "./types.ts";

export type Sql = Transaction<DB>;

export interface Database {
  /** Runs `work` in one transaction as this member: role `authenticated`, their id as `auth.uid()`. */
  asMember<T>(memberId: string, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction as `service_role`. Callers are listed in tests/database/service-callers.test.ts. */
  asService<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** True when a trivial query answers within `milliseconds`. */
  answers(milliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}
