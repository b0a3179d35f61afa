import type { RenameProblem } from "./rename-problems.ts";

export interface RefusedName {
  name: string;
  problem: RenameProblem;
  next: string;
}
