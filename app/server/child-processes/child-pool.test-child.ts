import { existsSync, writeFileSync } from "node:fs";
import { serveTasks } from "./serve-tasks.server.ts";

export type TestTask =
  | { do: "answer"; with: unknown }
  | { do: "tell-pid" }
  | { do: "tell-environment" }
  | { do: "throw"; message: string }
  | { do: "die" }
  | { do: "complain-and-die"; words: string }
  | { do: "die-unless-there"; path: string }
  | { do: "hang" }
  | { do: "ask"; about: unknown }
  | { do: "report"; shares: number[] };

serveTasks<TestTask, unknown, number>(async (task, { post, ask }) => {
  switch (task.do) {
    case "answer":
      return task.with;
    case "tell-pid":
      return process.pid;
    case "tell-environment":
      // oxlint-disable-next-line node/no-process-env -- the test checks the environment itself
      return Object.keys(process.env);
    case "throw":
      throw new Error(task.message);
    case "die":
      process.kill(process.pid, "SIGSEGV");
      return new Promise(() => {});
    case "complain-and-die":
      process.stderr.write(task.words, () => process.exit(3));
      return new Promise(() => {});
    case "die-unless-there":
      if (existsSync(task.path)) return process.pid;
      writeFileSync(task.path, "");
      process.kill(process.pid, "SIGKILL");
      return new Promise(() => {});
    case "hang":
      post(0);
      for (;;);
    case "ask":
      return ask(task.about);
    case "report":
      for (const share of task.shares) post(share);
      return "reported";
  }
});
