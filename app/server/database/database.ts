import { createContext } from "react-router";
import type { Transaction } from "kysely";
import type { DB } from "./types.ts";

/** The port to the SQL database, used as a member under row level security or as the service. */
export type Sql = Transaction<DB>;

export interface Database {
  /** Runs `work` in one transaction as `authenticated`, with the member's id as `auth.uid()`. */
  asMember<T>(memberId: string, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction as `service_role` (tests/database/grants.test.ts). */
  asService<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** True if a trivial query answers within `milliseconds`. */
  answers(milliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}

export const databaseContext = createContext<Database>();

/** Compares an error's SQLSTATE (PostgreSQL manual, appendix A). */
export function hasSqlState(error: unknown, state: string): boolean {
  return error instanceof Error && "code" in error && error.code === state;
}

export const foreignKeyViolation = "23503";

export const insufficientPrivilege = "42501";

export const uniqueViolation = "23505";

/** The database's disk is full. */
export const diskFull = "53100";
