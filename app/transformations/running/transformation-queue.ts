import type { Sql } from "../../server/database/database.ts";

/** The port to the job queue, which lives in the same database: a job is added in the transaction that pays for it. */
export interface TransformationQueue {
  /** Adds the job that will make this transformation. It becomes visible when the caller's transaction commits. */
  add(sql: Sql, job: TransformationJob): Promise<void>;
}

export interface TransformationJob {
  transformationId: string;
  /** Whose turn it uses: one member's jobs never starve another's. */
  memberId: string;
}
