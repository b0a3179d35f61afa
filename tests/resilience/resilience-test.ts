import type { Closing } from "../../perf/closing.ts";

export interface ProofRun {
  /** What is random in a proof follows from it: the same seed makes the same plan. */
  seed: number;
  /** Short, for CI. */
  sample: boolean;
  /** How long the soak takes. */
  minutes: number;
  /** What has to be stopped or removed in the end, however the proof ends. */
  closing: Closing;
}

export interface ProofResult {
  passed: boolean;
  /** What was done and seen, as a table or lines. */
  text: string;
}

export type Proof = (run: ProofRun) => Promise<ProofResult>;
