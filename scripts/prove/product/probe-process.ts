/**
 * Loaded before a process of the product's (`node --import`): says what the process uses whenever the parent asks
 * ("read", or "collect" after a garbage collection). Nothing of it runs in between but the measuring of late timers.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Reading } from "./reading.ts";

const resolutionMs = 10;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();

process.on("message", (asked) => {
  if (asked === "collect") globalThis.gc?.();
  if (asked === "read" || asked === "collect") process.send?.(read());
});
// Nobody stays awake for the parent's sake.
process.channel?.unref();

function read(): Reading {
  const { rss, heapUsed, external } = process.memoryUsage();
  const [lateP50, lateP99] = [50, 99].map((percent) => late(delay.percentile(percent)));
  const reading = {
    resident: rss,
    heap: heapUsed,
    external,
    lateP50: lateP50 ?? 0,
    lateP99: lateP99 ?? 0,
    lateMost: late(delay.max),
  };
  delay.reset();
  return reading;
}

/** The histogram holds the time between two timers, in nanoseconds. */
const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
