import { ChildProcessError } from "./child-process-error.ts";
import { startPooledChild, type PooledChild, type TaskHooks } from "./pooled-child.server.ts";

export interface ChildPoolOptions {
  /** The TypeScript module each child runs; it calls `serveTasks`. */
  entry: URL;
  /** The most children at one time. */
  size: number;
  /** The most time one task may take, from the moment a child has it. */
  timeoutMs: number;
  /** POSIX niceness of the children, 0 (as the parent) to 19 (only when nobody else wants the processor). */
  priority?: number;
  /** A child is replaced after this many tasks, so that what native code leaks or fragments stays small. */
  recycleAfter?: number;
  /** A child with nothing to do is let go after this long, so that an idle server holds no memory for it. */
  idleMs?: number;
  /**
   * A task whose child was killed in mid-work (no memory left, a fault in native code) is done once more by a fresh child
   * before it counts as crashed.
   */
  retryCrashed?: boolean;
  log: ChildPoolLog;
}

export interface ChildPoolLog {
  warn(details: Record<string, unknown>, message: string): void;
}

export interface RunOptions<Message> {
  signal?: AbortSignal;
  onMessage?: (message: Message) => void;
  /**
   * Answers what the task asks while it runs; must not reject. The signal fires when the task ends before its answer.
   * Without it every answer is null.
   */
  onQuestion?: (about: unknown, signal: AbortSignal) => Promise<unknown>;
  /** Goes before every waiting task that is not urgent. */
  urgent?: boolean;
}

export interface ChildPool<Task, Result, Message> {
  /** How many tasks are at work or wait. */
  readonly tasks: number;
  /** Does a task in a child, first come, first served among those as urgent. Rejects with a ChildProcessError. */
  run(task: Task, options?: RunOptions<Message>): Promise<Result>;
  /** Ends every child; what is running or waiting is rejected with `closed`. */
  close(): Promise<void>;
}

/**
 * A pool of child processes for work that would hold up the event loop or may take its process down with it
 * (native decoders on strangers' files). Children start when there is work. A task that times out, is aborted or
 * crashes loses only its own child. Tasks, messages and results are structured clones.
 */
export function createChildPool<Task, Result, Message = never>(
  options: ChildPoolOptions,
): ChildPool<Task, Result, Message> {
  const {
    entry,
    size,
    timeoutMs,
    priority = 0,
    recycleAfter = 50,
    idleMs = 30_000,
    retryCrashed = false,
    log,
  } = options;
  const waiting: WaitingTask<Task, Result, Message>[] = [];
  const alive = new Set<PooledChild<Task, Result, Message>>();
  const idle = new Map<PooledChild<Task, Result, Message>, NodeJS.Timeout>();
  let closed = false;
  let running = 0;

  function start(): PooledChild<Task, Result, Message> {
    const child = startPooledChild<Task, Result, Message>(entry, priority);
    alive.add(child);
    void child.ended.then(() => {
      alive.delete(child);
      clearTimeout(idle.get(child));
      idle.delete(child);
      next();
    });
    return child;
  }

  function next(): void {
    const task = waiting[0];
    if (!task || closed) return;
    const child = takeIdleChild() ?? (alive.size < size ? start() : undefined);
    if (!child) return;
    waiting.shift();
    void give(child, task);
  }

  /** The last one to have rested is taken, so that the others grow old and are let go. */
  function takeIdleChild(): PooledChild<Task, Result, Message> | undefined {
    const child = [...idle.keys()].findLast(({ usable }) => usable);
    if (!child) return undefined;
    clearTimeout(idle.get(child));
    idle.delete(child);
    return child;
  }

  async function give(
    child: PooledChild<Task, Result, Message>,
    task: WaitingTask<Task, Result, Message>,
  ): Promise<void> {
    task.heldBy(child);
    running += 1;
    const timer = setTimeout(() => {
      child.kill(new ChildProcessError("timeout", `The task took longer than ${timeoutMs} ms.`));
    }, timeoutMs);
    try {
      task.resolve(await child.run(task.task, task.hooks));
      rest(child);
    } catch (error) {
      if (!(error instanceof ChildProcessError)) throw error;
      if (error.code !== "aborted" && error.code !== "closed") {
        log.warn({ code: error.code, detail: error.message, entry: entry.pathname }, "a child process task failed");
      }
      const mayTryAgain = retryCrashed && !task.triedBefore && !closed;
      // An abort that came when the child was dead already has killed nothing.
      if (error.code === "crashed" && task.isAborted()) task.reject(abortedByCaller());
      else if (error.code === "crashed" && mayTryAgain) tryAgain(task);
      else task.reject(error);
      if (error.code === "failed") rest(child);
    } finally {
      running -= 1;
      clearTimeout(timer);
    }
  }

  function tryAgain(task: WaitingTask<Task, Result, Message>): void {
    task.triedBefore = true;
    task.heldBy(undefined);
    waiting.unshift(task);
    next();
  }

  function rest(child: PooledChild<Task, Result, Message>): void {
    const letGo = () => child.kill(new ChildProcessError("closed", "The child was let go."));
    if (child.tasks >= recycleAfter || closed) return letGo();
    idle.set(child, setTimeout(letGo, idleMs).unref());
    next();
  }

  return {
    get tasks() {
      return running + waiting.length;
    },

    run(task, { signal, onMessage = () => {}, onQuestion = async () => null, urgent = false } = {}) {
      if (closed) return Promise.reject(new ChildProcessError("closed", "The pool is closed."));
      if (signal?.aborted) return Promise.reject(new ChildProcessError("aborted", "Aborted before it began."));
      return new Promise<Result>((resolve, reject) => {
        let child: PooledChild<Task, Result, Message> | undefined;
        const abort = () => {
          const reason = abortedByCaller();
          if (child) return child.kill(reason);
          waiting.splice(waiting.indexOf(job), 1);
          job.reject(reason);
        };
        const finish = () => signal?.removeEventListener("abort", abort);
        const job: WaitingTask<Task, Result, Message> = {
          task,
          hooks: { onMessage, onQuestion },
          urgent,
          triedBefore: false,
          isAborted: () => signal?.aborted ?? false,
          heldBy: (by) => (child = by),
          resolve: (result) => (finish(), resolve(result)),
          reject: (error) => (finish(), reject(error)),
        };
        signal?.addEventListener("abort", abort, { once: true });
        const behind = urgent ? waiting.findIndex((other) => !other.urgent) : -1;
        waiting.splice(behind < 0 ? waiting.length : behind, 0, job);
        next();
      });
    },

    async close() {
      closed = true;
      const reason = new ChildProcessError("closed", "The pool was closed.");
      for (const job of waiting.splice(0)) job.reject(reason);
      const ends = [...alive].map((child) => child.ended);
      for (const child of alive) child.kill(reason);
      await Promise.all(ends);
    },
  };
}

interface WaitingTask<Task, Result, Message> {
  task: Task;
  hooks: TaskHooks<Message>;
  urgent: boolean;
  triedBefore: boolean;
  isAborted: () => boolean;
  /** The child at work on it; undefined while it waits. */
  heldBy: (child: PooledChild<Task, Result, Message> | undefined) => void;
  resolve: (result: Result) => void;
  reject: (error: ChildProcessError) => void;
}

const abortedByCaller = () => new ChildProcessError("aborted", "Aborted by the caller.");
