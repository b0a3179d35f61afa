import { createContext } from "react-router";
import type { ImageGenerator } from "../image-generator.ts";
import type { TransformationQueue } from "../running/transformation-queue.ts";
import type { GenerationLimits } from "./limits.ts";

/** The parts that a request for a transformation needs, beside the database. */
export interface Requesting {
  queue: TransformationQueue;
  generationLimits: GenerationLimits;
  /** The image generator's name and abilities. */
  engine: Pick<ImageGenerator, "name" | "refuses" | "model" | "ownTools">;
}

export const requestingContext = createContext<Requesting>();
