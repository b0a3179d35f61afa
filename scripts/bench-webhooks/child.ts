import { fork } from "node:child_process";
import { once } from "node:events";

export interface Child<T> {
  /** The first thing it says. @throws when it ends without a word. */
  said: Promise<T>;
  /** Tells it to end, and waits until it is gone. */
  stop(): Promise<void>;
}

/** Runs `file` in a process of its own, so that measuring and answering do not wait for each other. */
export function startChild<T>(file: URL, plan: unknown): Child<T> {
  const child = fork(file, [], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const gone = once(child, "exit");
  const silent = gone.then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code}`);
  });
  const said = Promise.race([once(child, "message").then(([message]) => message as T), silent]);
  for (const late of [silent, said]) late.catch(() => {});
  child.send(plan as object);
  return {
    said,
    async stop() {
      if (child.connected) child.send("stop");
      await gone;
    },
  };
}
