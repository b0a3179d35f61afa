import { type ChildPoolLog, createChildPool, type RunOptions } from "../../server/child-processes/child-pool.server.ts";
import type { JudgeTask, Verdict } from "../../darkroom/vision/judge-result.ts";
import type { NetTask } from "./onnx-child.server.ts";
import type { ResultJudge } from "../with-result-check.ts";

/** Lets child processes use the saliency and pose networks, which run in a process of the parent. */
export interface OnnxService {
  /** For a `NetTask`; null when unavailable. Previews wait for jobs. */
  answer(urgency: "job" | "preview"): NonNullable<RunOptions<unknown>["onQuestion"]>;
  close(): Promise<void>;
}

/** On a busy machine, a run of the saliency network takes 1.8 s of CPU and a start 1.5 s. */
const timeoutMs = 30_000;
/** A warm child takes 370 MB. */
const idleMs = 180_000;
const jobPriority = 15;

/** Starts one child per process, at the first question: two would take 740 MB. */
export function createOnnxService(log: ChildPoolLog, priority = jobPriority): OnnxService {
  const pool = createChildPool<NetTask, unknown>({
    entry: new URL("onnx-child.server.ts", import.meta.url),
    size: 1,
    priority,
    timeoutMs,
    idleMs,
    retryCrashed: true,
    log,
  });
  return {
    answer: (urgency) => async (task, signal) =>
      pool.run(task as NetTask, { signal, urgent: urgency === "job" }).catch(() => null),
    close: () => pool.close(),
  };
}

/** OpenCV, two networks and a dozen faces in two pictures take at most 5 s of CPU. */
const judgeTimeoutMs = 60_000;
const judgeIdleMs = 120_000;

/** Checks results with the face networks, in a child process because the picture comes from another machine. */
export function createResultJudge({ log, priority = 15 }: { log: ChildPoolLog; priority?: number }): ResultJudge {
  const pool = createChildPool<JudgeTask, Verdict>({
    entry: new URL("judge-child.server.ts", import.meta.url),
    size: 1,
    priority,
    timeoutMs: judgeTimeoutMs,
    recycleAfter: 50,
    idleMs: judgeIdleMs,
    retryCrashed: true,
    log,
  });
  return {
    async problemWith(made, signal) {
      // A failing check must not withhold a paid result; the pool has logged it.
      const verdict = await pool.run(made, { signal }).catch((): Verdict => "fine");
      return verdict === "fine" ? null : verdict;
    },
    close: () => pool.close(),
  };
}
