import { extname } from "node:path";
import { createChildPool, type ChildPoolLog } from "../../server/child-processes/child-pool.server.ts";
import { ChildProcessError } from "../../server/child-processes/child-process-error.ts";
import type { Adjustment } from "../adjusting/adjustment.ts";
import type { PhotoAdvice } from "../advice/photo-advice.ts";
import { maxUploadBytes, type PhotoProblem } from "../upload/photo-problems.ts";

/** A photo as the product keeps it: upright, sRGB, at most 1920 × 1920, without metadata. */
export interface InspectedPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  /** PNG only for what was cut out of a PNG with clear parts. */
  mimeType: "image/jpeg" | "image/png";
  width: number;
  height: number;
  /** A WebP of at most 16 px as a data URI, at most 600 characters, to show while the photo loads. */
  placeholder: string;
  /** What may be worth knowing before a gem is spent on it. */
  advice: PhotoAdvice[];
}

/** What a child is given: an upload to be judged, or a photo of ours to be adjusted. */
export interface InspectionTask {
  bytes: Uint8Array;
  adjustment?: Adjustment;
}

export type InspectionOutcome = { ok: true; photo: InspectedPhoto } | { ok: false; problem: PhotoProblem };

export interface PhotoInspection {
  /**
   * Decides by its content whether an uploaded file is a photo we take, and normalises it. Its name decides nothing;
   * the extension is logged with a refusal, because it tells what the person believed to have sent.
   */
  inspect(bytes: Uint8Array, fileName: string): Promise<InspectionOutcome>;
  /** Turns a photo the product keeps and cuts the frame out. `broken` when it cannot be read, or the frame is outside. */
  adjust(bytes: Uint8Array, adjustment: Adjustment): Promise<InspectionOutcome>;
  close(): Promise<void>;
}

/** The longest an inspection may take: a HEIC of 48 million pixels needs 3 s of one core, most photos less than 1 s. */
const inspectionTimeoutMs = 30_000;

/**
 * Inspects uploads in child processes: a decoder given a hostile file may take its own process down, and no decoding
 * holds up the event loop. A photo whose inspection crashes or takes too long counts as broken.
 */
export function createPhotoInspection({ log, inspectPhoto }: PhotoInspectionOptions): PhotoInspection {
  const pool = createChildPool<InspectionTask, InspectionOutcome>({
    entry: new URL("inspection-child.server.ts", import.meta.url),
    size: 2,
    // Someone is waiting for the answer, but every other visitor goes first.
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
      const wrong = bytes.length === 0 ? "empty" : bytes.length > maxUploadBytes ? "too-large" : null;
      const outcome = wrong ? ({ ok: false, problem: wrong } as const) : await outcomeOf(() => run(bytes));
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
  /** Does the work; by default in child processes of its own. Rejects with a ChildProcessError. */
  inspectPhoto?: (bytes: Uint8Array) => Promise<InspectionOutcome>;
}

interface InspectionLog extends ChildPoolLog {
  info(details: Record<string, unknown>, message: string): void;
}
