import { type ChildPoolLog, createChildPool } from "../../server/child-processes/child-pool.server.ts";
import type { JudgeTask, Verdict } from "../../darkroom/vision/judge-result.ts";
import type { ResultJudge } from "../with-result-check.ts";

/** Loading OpenCV and two nets, decoding two pictures and looking at a dozen faces in each takes 5 s of CPU at most. */
const timeoutMs = 60_000;
const idleMs = 120_000;

/** Judges results with the face nets, in a child process: the result comes from another machine. */
export function createResultJudge({ log }: { log: ChildPoolLog }): ResultJudge {
  const pool = createChildPool<JudgeTask, Verdict>({
    entry: new URL("judge-child.server.ts", import.meta.url),
    size: 1,
    priority: 15,
    timeoutMs,
    recycleAfter: 50,
    idleMs,
    retryCrashed: true,
    log,
  });
  return {
    async problemWith(made, signal) {
      // A judge that fails must not take away a result that somebody paid for; the pool has logged why.
      const verdict = await pool.run(made, { signal }).catch((): Verdict => "fine");
      return verdict === "fine" ? null : verdict;
    },
    close: () => pool.close(),
  };
}
