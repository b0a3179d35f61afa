import type { RenameProblem } from "./rename-problems.ts";

/** What a name that was not taken gets back. */
export interface RefusedName {
  /** As it was typed. */
  name: string;
  problem: RenameProblem;
  /** The page to come back to. */
  next: string;
}
