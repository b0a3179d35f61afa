import type { NameProblem } from "./preset-name.ts";

/** The form's state after an error. */
export interface RefusedName {
  name: string;
  problem: NameProblem | "full";
}
