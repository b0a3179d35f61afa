import { type ChildPoolLog, createChildPool, type RunOptions } from "../../server/child-processes/child-pool.server.ts";

/** Port of child processes to the parent's U²-Netp. */
export interface SaliencyService {
  /** For a square RGB picture; null when unavailable. Previews wait for jobs. */
  answer(urgency: "job" | "preview"): NonNullable<RunOptions<unknown>["onQuestion"]>;
  close(): Promise<void>;
}

/** A run takes 2.3 s of CPU on a busy machine, a start 1.3 s. */
const timeoutMs = 30_000;
/** A warm child takes 366 MB. */
const idleMs = 180_000;
const jobPriority = 15;

/** One child per process, started at the first question: two would take 732 MB. */
export function createSaliencyService(log: ChildPoolLog, priority = jobPriority): SaliencyService {
  const pool = createChildPool<Uint8Array, Float32Array | null>({
    entry: new URL("saliency-child.server.ts", import.meta.url),
    size: 1,
    priority,
    timeoutMs,
    idleMs,
    retryCrashed: true,
    log,
  });
  return {
    answer: (urgency) => async (rgb, signal) =>
      rgb instanceof Uint8Array
        ? pool.run(rgb, { signal, urgent: urgency === "job" }).catch((): Float32Array | null => null)
        : null,
    close: () => pool.close(),
  };
}
