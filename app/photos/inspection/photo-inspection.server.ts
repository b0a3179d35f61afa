import { extname } from "node:path";
import { createChildPool, type ChildPoolLog } from "../../server/child-processes/child-pool.server.ts";
import { ChildProcessError } from "../../server/child-processes/child-protocol.ts";
import type { Adjustment } from "../adjusting/adjustment.ts";
import type { PhotoAdvice } from "../advice/photo-advice.ts";
import { maxUploadBytes, type PhotoProblem } from "../upload/photo-problems.ts";

/** Upright, sRGB, at most 1920 × 1920, without metadata. */
export interface InspectedPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: "image/jpeg" | "image/png";
  width: number;
  height: number;
  placeholder: string;
  advice: PhotoAdvice[];
}

export interface InspectionTask {
  bytes: Uint8Array;
  adjustment?: Adjustment;
}

export type InspectionOutcome = { ok: true; photo: InspectedPhoto } | { ok: false; problem: PhotoProblem };

export interface PhotoInspection {
  inspect(bytes: Uint8Array, fileName: string): Promise<InspectionOutcome>;
  /** Turns and crops a stored photo. `broken`: unreadable, or the frame lies outside. */
  adjust(bytes: Uint8Array, adjustment: Adjustment): Promise<InspectionOutcome>;
  close(): Promise<void>;
}

const inspectionTimeoutMs = 30_000;

/**
 * Inspects uploads in child processes: a hostile file crashes only its decoder. A crash or timeout counts as broken.
 */
export function createPhotoInspection({ log, inspectPhoto }: PhotoInspectionOptions): PhotoInspection {
  const pool = createChildPool<InspectionTask, InspectionOutcome>({
    entry: new URL("inspection-child.server.ts", import.meta.url),
    size: 2,
    priority: 5,
    timeoutMs: inspectionTimeoutMs,
    log,
  });
  const run = inspectPhoto ?? ((bytes: Uint8Array) => pool.run({ bytes }));

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
    adjust: (bytes, adjustment) => outcomeOf(() => pool.run({ bytes, adjustment })),
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
