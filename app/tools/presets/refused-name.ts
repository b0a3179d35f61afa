import type { NameProblem } from "./preset-name.ts";

/** What a name that was not taken gets back. */
export interface RefusedName {
  /** As it was typed. */
  name: string;
  problem: NameProblem | "full";
}
