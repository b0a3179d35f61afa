import type { SeededRandom } from "../seeded-random.ts";

/** One kill -9. */
export interface Kill {
  target: string;
  /** It comes when this many transformations have been asked for … */
  afterAsked: number;
  /** … and this much later. Milliseconds. */
  laterMs: number;
}

/** Long enough to meet any stage of a transformation: sending, waiting, generating, storing, telling. */
const longestDelayMs = 1_500;

/** Kills spread over the whole of the work, in their order. */
export function planKills(
  random: SeededRandom,
  { asked, kills, targets }: { asked: number; kills: number; targets: readonly [string, ...string[]] },
): Kill[] {
  return Array.from({ length: kills }, (_, index) => ({
    // Each target is hit, however few there are.
    target: index < targets.length ? (targets[index] ?? targets[0]) : random.pick(targets),
    afterAsked: 1 + Math.floor(((index + random.next()) * (asked - 1)) / kills),
    laterMs: random.below(longestDelayMs),
  })).sort((a, b) => a.afterAsked - b.afterAsked || a.laterMs - b.laterMs);
}
