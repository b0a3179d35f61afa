import { parentPort } from "node:worker_threads";
import { compareSync, hashSync } from "bcryptjs";

/** Compares with `hash`, or hashes the password where there is none. */
export interface PasswordJob {
  id: number;
  password: string;
  hash: string | null;
}
export type PasswordAnswer = { id: number; hash: string } | { id: number; matches: boolean };

/** GoTrue's cost (bcrypt.DefaultCost in Go): some 100 ms. */
const cost = 10;

parentPort?.on("message", ({ id, password, hash }: PasswordJob) => {
  const answer: PasswordAnswer =
    hash === null ? { id, hash: hashSync(password, cost) } : { id, matches: compareSync(password, hash) };
  parentPort?.postMessage(answer);
});
