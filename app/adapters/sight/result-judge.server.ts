import { type ChildPoolLog, createChildPool } from "../../server/child-processes/child-pool.server.ts";
import type { JudgeTask, Verdict } from "../../darkroom/vision/judge-result.ts";
import type { ResultJudge } from "../with-result-check.ts";

/** OpenCV, two networks and a dozen faces in two pictures take 5 s of CPU at most. */
const timeoutMs = 60_000;
const idleMs = 120_000;

/** Checks results with the face networks, in a child process because the picture comes from another machine. */
export function createResultJudge({ log, priority = 15 }: { log: ChildPoolLog; priority?: number }): ResultJudge {
  const pool = createChildPool<JudgeTask, Verdict>({
    entry: new URL("judge-child.server.ts", import.meta.url),
    size: 1,
    priority,
    timeoutMs,
    recycleAfter: 50,
    idleMs,
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
