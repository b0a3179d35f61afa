/** The port to the SQL database: as a member under row level security, or as the service. */
import { createContext } from "react-router";
import type { Transaction } from "kysely";
import type { DB } from "./types.ts";

export type Sql = Transaction<DB>;

export interface Database {
  /** Runs `work` in one transaction as `authenticated`, with the member's id as `auth.uid()`. */
  asMember<T>(memberId: string, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction as `service_role` (tests/database/service-callers.test.ts). */
  asService<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** True when a trivial query answers within `milliseconds`. */
  answers(milliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}

export const databaseContext = createContext<Database>();
