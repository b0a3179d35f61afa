import { extname } from "node:path";
import { type ChildPoolLog, createChildPool } from "../../server/child-processes/child-pool.server.ts";
import { ChildProcessError } from "../../server/child-processes/serve-tasks.server.ts";
import { maxUploadBytes } from "../upload/limits.ts";
import type { CopyTask, InspectionOutcome, InspectionTask, PhotoInspection } from "./photo-inspection.ts";

const inspectionTimeoutMs = 30_000;

/**
 * Inspects uploads in child processes: a hostile file crashes only its decoder. A crash or timeout counts as broken.
 */
export function createPhotoInspection({ log, inspectPhoto }: PhotoInspectionOptions): PhotoInspection {
  const pool = createChildPool<InspectionTask | CopyTask, InspectionOutcome | Uint8Array<ArrayBuffer>>({
    entry: new URL("inspection-child.server.ts", import.meta.url),
    size: 2,
    priority: 5,
    timeoutMs: inspectionTimeoutMs,
    log,
  });
  const inspection = (task: InspectionTask) => pool.run(task) as Promise<InspectionOutcome>;
  const run = inspectPhoto ?? ((bytes: Uint8Array) => inspection({ bytes }));

  async function outcomeOf(work: () => Promise<InspectionOutcome>): Promise<InspectionOutcome> {
    try {
      return await work();
    } catch (error) {
      const isTheFilesFault =
        error instanceof ChildProcessError && (error.code === "crashed" || error.code === "timeout");
      if (isTheFilesFault) return { ok: false, problem: "broken" };
      throw error;
    }
  }

  return {
    async inspect(bytes, fileName) {
      const problem = bytes.length === 0 ? "empty" : bytes.length > maxUploadBytes ? "too-large" : null;
      const outcome = problem ? ({ ok: false, problem } as const) : await outcomeOf(() => run(bytes));
      if (!outcome.ok) {
        const extension = extname(fileName).slice(0, 10);
        log.info({ problem: outcome.problem, bytes: bytes.length, extension }, "an uploaded photo was refused");
      }
      return outcome;
    },
    adjust: (bytes, adjustment) => outcomeOf(() => inspection({ bytes, adjustment })),
    copy: (task) => pool.run(task) as Promise<Uint8Array<ArrayBuffer>>,
    close: () => pool.close(),
  };
}

export interface PhotoInspectionOptions {
  log: InspectionLog;
  inspectPhoto?: (bytes: Uint8Array) => Promise<InspectionOutcome>;
}

interface InspectionLog extends ChildPoolLog {
  info(details: Record<string, unknown>, message: string): void;
}
