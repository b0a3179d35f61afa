import { type ChildPoolLog, createChildPool, type RunOptions } from "../../server/child-processes/child-pool.server.ts";

/** The things' net, for every child of this process that asks its parent for it. */
export interface ThingsAsker {
  /**
   * Answers a darkroom child's question, a square RGB picture. Null when the net cannot be asked: the people's net then
   * decides alone. Previews are not urgent: they wait until no job asks.
   */
  answer(urgency: "job" | "preview"): NonNullable<RunOptions<unknown>["onQuestion"]>;
  close(): Promise<void>;
}

/** Longer than a busy machine needs for a run, 2.3 s of CPU, and for the start of a child, 1.3 s. */
const timeoutMs = 30_000;
/** A warm child holds 366 MB; the next photo of somebody who works on several comes sooner than this. */
const idleMs = 180_000;

/** One child for the whole process: two at once would take 732 MB. Nothing starts before the first question. */
export function createThingsAsker(log: ChildPoolLog): ThingsAsker {
  const pool = createChildPool<Uint8Array, Float32Array | null>({
    entry: new URL("things-child.server.ts", import.meta.url),
    size: 1,
    priority: 15,
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
