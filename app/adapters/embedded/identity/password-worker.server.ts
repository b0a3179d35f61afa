import { parentPort } from "node:worker_threads";
import { compareSync, hashSync } from "bcryptjs";

export interface PasswordJob {
  id: number;
  password: string;
  hash: string | null;
}
export type PasswordAnswer = { id: number; hash: string } | { id: number; matches: boolean };

/** GoTrue's cost (bcrypt.DefaultCost in Go), about 100 ms. */
const cost = 10;

parentPort?.on("message", ({ id, password, hash }: PasswordJob) => {
  const answer: PasswordAnswer =
    hash === null ? { id, hash: hashSync(password, cost) } : { id, matches: compareSync(password, hash) };
  parentPort?.postMessage(answer);
});
