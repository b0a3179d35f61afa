import { createContext } from "react-router";
import type { ImageGenerator } from "../image-generator.ts";
import type { GenerationLimits } from "./limits.ts";
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

/** The parts that a request for a transformation needs, besides the database. */
export interface Requesting {
  queue: TransformationQueue;
  generationLimits: GenerationLimits;
  /** The image generator's name and abilities. */
  engine: Pick<ImageGenerator, "name" | "refuses" | "model" | "ownTools">;
}

export const requestingContext = createContext<Requesting>();
