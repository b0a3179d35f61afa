import { fork } from "node:child_process";
import { setPriority } from "node:os";
import { Socket } from "node:net";
import { type ChildEnvelope, ChildProcessError, type ParentEnvelope } from "./serve-tasks.server.ts";

export interface TaskHooks<Message> {
  onMessage: (message: Message) => void;
  /** Must not reject. The signal fires if the task ends first. */
  onQuestion: (about: unknown, signal: AbortSignal) => Promise<unknown>;
}

export interface PooledChild<Task, Result, Message> {
  readonly tasks: number;
  readonly usable: boolean;
  readonly ended: Promise<void>;
  run(task: Task, hooks: TaskHooks<Message>): Promise<Result>;
  kill(reason: ChildProcessError): void;
}

const maxStderrCharacters = 2000;

/**
 * Garbage is collected by the task's own thread, at once: with helper threads and in steps beside the work, a photo
 * takes 0.4 s more CPU. A young generation (in MB) of 16 keeps 40 MB more, and is no faster.
 */
const v8Flags = ["--single-threaded-gc", "--no-incremental-marking", "--max-semi-space-size=4"];

/** Bytes from which glibc maps memory, and returns it when freed: mapping the many planes of 1.6 MB costs 0.1 s. */
const mappedFrom = 2 * 1024 * 1024;

/** The child inherits no flags or secrets. The MALLOC settings return freed memory (glibc). */
export function startPooledChild<Task, Result, Message>(
  entry: URL,
  priority: number,
): PooledChild<Task, Result, Message> {
  const child = fork(entry, [], {
    execArgv: v8Flags,
    env: { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: `${mappedFrom}` },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  lowerPriority(child.pid, priority);

  let running: RunningTask<Result, Message> | undefined;
  let tasks = 0;
  let stderr = "";
  const settle = (finish: (task: RunningTask<Result, Message>) => void) => {
    const task = running;
    running = undefined;
    keepParentAlive(false);
    if (!task) return;
    task.over.abort();
    finish(task);
  };
  const send = (envelope: ParentEnvelope<Task>) =>
    child.send(envelope, (error) => {
      if (error) crash(error.message);
    });
  const answer = async (question: number, about: unknown) => {
    const answer = await running?.onQuestion(about, running.over.signal);
    if (child.connected) send({ kind: "answer", question, answer: answer ?? null });
  };
  const crash = (how: string) => {
    settle(({ reject }) => reject(new ChildProcessError("crashed", `The child ended (${how}). ${stderr}`.trim())));
  };

  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-maxStderrCharacters);
  });
  child.on("message", (envelope: ChildEnvelope<Result, Message>) => {
    if (envelope.kind === "message") running?.onMessage(envelope.message);
    else if (envelope.kind === "question") void answer(envelope.question, envelope.about);
    else if (envelope.kind === "result") settle(({ resolve }) => resolve(envelope.result));
    else settle(({ reject }) => reject(new ChildProcessError("failed", envelope.message)));
  });
  const ended = new Promise<void>((resolve) => {
    // "close" follows the end of stderr; a process that fails to start only emits "error".
    child.once("close", (code, signal) => {
      crash(signal ?? `exit code ${code}`);
      resolve();
    });
    child.once("error", (error) => {
      crash(error.message);
      if (child.pid === undefined) resolve();
    });
  });

  function keepParentAlive(referenced: boolean): void {
    const verb = referenced ? "ref" : "unref";
    child[verb]();
    child.channel?.[verb]();
    if (child.stderr instanceof Socket) child.stderr[verb]();
  }

  return {
    get tasks() {
      return tasks;
    },
    get usable() {
      return child.connected && !child.killed;
    },
    ended,
    run(task, hooks) {
      tasks += 1;
      keepParentAlive(true);
      return new Promise<Result>((resolve, reject) => {
        running = { resolve, reject, ...hooks, over: new AbortController() };
        try {
          send({ kind: "task", task });
        } catch (error) {
          settle(() => reject(new ChildProcessError("failed", `The task cannot be sent. ${String(error)}`)));
        }
      });
    },
    kill(reason) {
      settle(({ reject }) => reject(reason));
      keepParentAlive(true);
      child.kill("SIGKILL");
    },
  };
}

interface RunningTask<Result, Message> extends TaskHooks<Message> {
  resolve: (result: Result) => void;
  reject: (error: ChildProcessError) => void;
  over: AbortController;
}

function lowerPriority(pid: number | undefined, priority: number): void {
  if (pid === undefined || priority === 0) return;
  try {
    setPriority(pid, priority);
  } catch {}
}
