import { type ChildPoolLog, createChildPool } from "../../../server/child-processes/child-pool.server.ts";
import { ChildProcessError, type ChildProcessErrorCode } from "../../../server/child-processes/child-process-error.ts";
import type {
  GenerationOutcome,
  GenerationProblem,
  ImageGenerator,
  Recipe,
} from "../../../transformations/image-generator.ts";
import { createThingsAsker, type ThingsAsker } from "../../sight/things-child-pool.server.ts";
import type { DarkroomResult, DarkroomTask } from "../../../darkroom/develop.ts";
import { refusesPortrait } from "../../../darkroom/portraits/portrait-refusals.ts";

export interface DarkroomOptions {
  log: ChildPoolLog;
  /** Shared with what else looks at photos in this process; without it the darkroom has one of its own. */
  things?: ThingsAsker;
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

/** Of niceness: pages go first, previews (19) last. */
const jobPriority = 15;
/** A child that has loaded its nets (1 s of CPU) waits this long for the next photo. */
const idleMs = 120_000;

/**
 * The embedded image generator: learned nets find faces and subjects, everything else is arithmetic; no network. It
 * works in child processes at low priority, so that pages stay quick while photos are worked on. It never gives back the
 * photo itself as a result.
 */
export function createDarkroom({ log, things: shared, size = 2, timeoutMs = 60_000 }: DarkroomOptions): ImageGenerator {
  const things = shared ?? createThingsAsker(log);
  const pool = createChildPool<DarkroomTask, DarkroomResult, number>({
    entry: new URL("darkroom-child.server.ts", import.meta.url),
    size,
    priority: jobPriority,
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
        return await pool.run({ recipe, image }, { signal, onMessage: onProgress, onQuestion: things.answer("job") });
      } catch (error) {
        if (!(error instanceof ChildProcessError)) throw error;
        return { ok: false, problem: problems[error.code], detail: `${error.code}: ${error.message}` };
      }
    },

    close: async () => void (await Promise.all([pool.close(), ...(shared ? [] : [things.close()])])),
  };
}

function refuses(recipe: Recipe): string | null {
  return recipe.tool === "portrait-studio" ? refusesPortrait(recipe) : null;
}
