import type { Sql } from "../../server/database/database.ts";

/** Port to the job queue. It shares the database, so a job commits together with its payment. */
export interface TransformationQueue {
  add(sql: Sql, job: TransformationJob): Promise<void>;
}

export interface TransformationJob {
  transformationId: string;
  memberId: string;
  /** Seconds that the job has waited without using up a try. */
  waited?: number;
}
