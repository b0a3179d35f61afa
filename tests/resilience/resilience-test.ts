export interface ProofRun {
  seed: number;
  /** Short, for CI. */
  sample: boolean;
  /** How long the soak takes. */
  minutes: number;
  closing: AsyncDisposableStack;
}

export interface ProofResult {
  passed: boolean;
  text: string;
}

export type Proof = (run: ProofRun) => Promise<ProofResult>;
