import { type ChildPoolLog, createChildPool } from "../../../server/child-processes/child-pool.server.ts";
import { ChildProcessError, type ChildProcessErrorCode } from "../../../server/child-processes/serve-tasks.server.ts";
import type {
  GenerationOutcome,
  GenerationProblem,
  ImageGenerator,
  Recipe,
} from "../../../transformations/image-generator.ts";
import { createOnnxService, type OnnxService } from "../../sight/child-pools.server.ts";
import type { DarkroomResult, DarkroomTask } from "../../../darkroom/develop.ts";
import { refusesPortrait } from "../../../darkroom/portraits/angles.ts";

export interface DarkroomOptions {
  log: ChildPoolLog;
  onnx?: OnnxService;
  size?: number;
  /** Milliseconds; most photos take two seconds. */
  timeoutMs?: number;
  /** Niceness; tests that wait for the children use 0. */
  priority?: number;
}

/** An aborted job needs no answer, so it counts as failed; a closing darkroom says `busy`, because a retry succeeds. */
const problems: Record<ChildProcessErrorCode, GenerationProblem> = {
  timeout: "timeout",
  aborted: "failed",
  crashed: "failed",
  failed: "failed",
  closed: "busy",
};

const jobPriority = 15;
const idleMs = 120_000;

/**
 * The embedded image generator: local networks find faces and subjects, arithmetic does the rest, in child processes
 * at low priority. It never returns the input photo as a result.
 */
export function createDarkroom({
  log,
  onnx: shared,
  size = 2,
  timeoutMs = 60_000,
  priority = jobPriority,
}: DarkroomOptions): ImageGenerator {
  const onnx = shared ?? createOnnxService(log, priority);
  const pool = createChildPool<DarkroomTask, DarkroomResult, number>({
    entry: new URL("darkroom-child.server.ts", import.meta.url),
    size,
    priority,
    timeoutMs,
    recycleAfter: 25,
    idleMs,
    retryCrashed: true,
    log,
  });
  return {
    name: "Built-in engine",
    model: null,
    refuses,

    async generate({ recipe, image, signal, onProgress }): Promise<GenerationOutcome> {
      const refusal = refuses(recipe);
      if (refusal) return { ok: false, problem: "rejected", detail: refusal };
      try {
        return await pool.run({ recipe, image }, { signal, onMessage: onProgress, onQuestion: onnx.answer("job") });
      } catch (error) {
        if (!(error instanceof ChildProcessError)) throw error;
        return { ok: false, problem: problems[error.code], detail: `${error.code}: ${error.message}` };
      }
    },

    close: async () => void (await Promise.all([pool.close(), ...(shared ? [] : [onnx.close()])])),
  };
}

function refuses(recipe: Recipe): string | null {
  return recipe.tool === "portrait-studio" ? refusesPortrait(recipe) : null;
}
