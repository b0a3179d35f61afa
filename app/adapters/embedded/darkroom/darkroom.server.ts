import { type ChildPoolLog, createChildPool } from "../../../child-processes/child-pool.server.ts";
import { ChildProcessError, type ChildProcessErrorCode } from "../../../child-processes/child-process-error.ts";
import type {
  GenerationOutcome,
  GenerationProblem,
  ImageGenerator,
  Recipe,
} from "../../../transformations/image-generator.ts";
import type { DarkroomResult, DarkroomTask } from "../../../darkroom/develop.ts";
import { refusesPortrait } from "../../../darkroom/portraits/portrait-refusals.ts";

export interface DarkroomOptions {
  log: ChildPoolLog;
  /** How many photos are worked on at once. */
  size?: number;
  /** The longest one photo may take, in milliseconds; two seconds are usual. */
  timeoutMs?: number;
}

/**
 * What the job is told when a child has no result. A job that was aborted is over for whoever aborted it and needs no
 * answer, so it simply counts as failed; a darkroom that is closing says `busy`, since another try will succeed.
 */
const problems: Record<ChildProcessErrorCode, GenerationProblem> = {
  timeout: "timeout",
  aborted: "failed",
  crashed: "failed",
  failed: "failed",
  closed: "busy",
};

/**
 * The embedded image engine: classical effects on pixels, no model and no network. It works in child processes at low
 * priority, so that pages stay quick while photos are worked on. It never gives back the photo itself as a result.
 */
export function createDarkroom({ log, size = 2, timeoutMs = 60_000 }: DarkroomOptions): ImageGenerator {
  const pool = createChildPool<DarkroomTask, DarkroomResult, number>({
    entry: new URL("darkroom-child.server.ts", import.meta.url),
    size,
    priority: 19,
    timeoutMs,
    recycleAfter: 25,
    log,
  });
  const things = createChildPool<Uint8Array, Float32Array | null>({
    entry: new URL("things-child.server.ts", import.meta.url),
    size: 1,
    priority: 19,
    timeoutMs: 20_000,
    idleMs: 60_000,
    log,
  });
  /** Null when the net cannot be asked: the people's net then decides alone. */
  const askThings = async (rgb: unknown) =>
    rgb instanceof Uint8Array ? things.run(rgb).catch((): Float32Array | null => null) : null;
  return {
    name: "Built-in engine",
    model: null,
    refuses,

    async generate({ recipe, image, signal, onProgress }): Promise<GenerationOutcome> {
      const refusal = refuses(recipe);
      if (refusal) return { ok: false, problem: "rejected", detail: refusal };
      try {
        return await pool.run({ recipe, image }, { signal, onMessage: onProgress, onQuestion: askThings });
      } catch (error) {
        if (!(error instanceof ChildProcessError)) throw error;
        return { ok: false, problem: problems[error.code], detail: `${error.code}: ${error.message}` };
      }
    },

    close: async () => void (await Promise.all([pool.close(), things.close()])),
  };
}

function refuses(recipe: Recipe): string | null {
  return recipe.tool === "portrait-studio" ? refusesPortrait(recipe) : null;
}
