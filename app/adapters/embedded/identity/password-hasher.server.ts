import { Worker } from "node:worker_threads";
import type { PasswordAnswer, PasswordJob } from "./password-worker.server.ts";
import { weakPassword } from "./gotrue-protocol.server.ts";

/** bcrypt as in GoTrue, so that hashes can move to Supabase. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  matches(password: string, hash: string): Promise<boolean>;
}

interface Waiting {
  resolve: (answer: PasswordAnswer) => void;
  reject: (error: Error) => void;
}

/** Uses its own thread: bcryptjs' asynchronous functions still block the event loop for 100 ms (measured). */
export function createPasswordHasher(): PasswordHasher {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let jobs = 0;

  function start(): Worker {
    const started = new Worker(new URL("./password-worker.server.ts", import.meta.url));
    started.on("message", (answer: PasswordAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
      if (waiting.size === 0) started.unref();
    });
    let cause = new Error("The password thread ended.");
    started.on("error", (error) => (cause = error));
    started.on("exit", () => fail(cause));
    return started;
  }

  function fail(error: Error) {
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function run(password: string, hash: string | null): Promise<PasswordAnswer> {
    thread ??= start();
    const job: PasswordJob = { id: ++jobs, password, hash };
    const answer = new Promise<PasswordAnswer>((resolve, reject) => waiting.set(job.id, { resolve, reject }));
    thread.ref();
    thread.postMessage(job);
    return answer;
  }

  return {
    async hash(password) {
      const answer = await run(password, null);
      if (!("hash" in answer)) throw new Error("The password thread answered another request.");
      return answer.hash;
    },
    async matches(password, hash) {
      const answer = await run(password, hash);
      return "matches" in answer && answer.matches;
    },
  };
}

const minimumCharacters = 6;
const maximumBytes = 72;

export function refuseUnfitPassword(password: string) {
  if ([...password].length < minimumCharacters) {
    throw weakPassword(`Password should be at least ${minimumCharacters} characters.`);
  }
  if (isTooLong(password)) throw weakPassword("Password cannot be longer than 72 characters.");
}

export const isTooLong = (password: string) => Buffer.byteLength(password) > maximumBytes;
