import { ChildProcessError } from "./serve-tasks.server.ts";
import { type PooledChild, startPooledChild, type TaskHooks } from "./pooled-child.server.ts";

export interface ChildPoolOptions {
  entry: URL;
  size: number;
  timeoutMs: number;
  /** POSIX niceness of the children, 0 (the parent's) to 19 (lowest). */
  priority?: number;
  /** A child is replaced after this many tasks, which bounds leaks in native code. */
  recycleAfter?: number;
  idleMs?: number;
  /** A task whose child crashed runs once more in a fresh child. */
  retryCrashed?: boolean;
  log: ChildPoolLog;
}

export interface ChildPoolLog {
  warn(details: Record<string, unknown>, message: string): void;
}

export interface RunOptions<Message> {
  signal?: AbortSignal;
  onMessage?: (message: Message) => void;
  /** Answers a running task's question; must not reject. Default: null. */
  onQuestion?: (about: unknown, signal: AbortSignal) => Promise<unknown>;
  urgent?: boolean;
}

export interface ChildPool<Task, Result, Message> {
  readonly tasks: number;
  /** Runs equally urgent tasks first come, first served. Rejects with a ChildProcessError. */
  run(task: Task, options?: RunOptions<Message>): Promise<Result>;
  close(): Promise<void>;
}

/** Runs tasks in child processes; a timeout, an abort or a crash ends only its own child. */
export function createChildPool<Task, Result, Message = never>(
  options: ChildPoolOptions,
): ChildPool<Task, Result, Message> {
  const {
    entry,
    size,
    timeoutMs,
    priority = 0,
    recycleAfter: tasksOfAChild = 50,
    idleMs = 30_000,
    retryCrashed = false,
    log,
  } = options;
  // `npm run dev` reloads only its own process; a new child runs the changed file.
  const recycleAfter = process.argv.includes("--dev") ? 1 : tasksOfAChild;
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
    void assign(child, task);
  }

  function takeIdleChild(): PooledChild<Task, Result, Message> | undefined {
    const child = [...idle.keys()].findLast(({ usable }) => usable);
    if (!child) return undefined;
    clearTimeout(idle.get(child));
    idle.delete(child);
    return child;
  }

  async function assign(
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
  heldBy: (child: PooledChild<Task, Result, Message> | undefined) => void;
  resolve: (result: Result) => void;
  reject: (error: ChildProcessError) => void;
}

const abortedByCaller = () => new ChildProcessError("aborted", "Aborted by the caller.");
