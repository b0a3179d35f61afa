import type { Budget, Reading } from "./budgets.ts";

export type Verdict = "ok" | "told" | "skipped" | "BROKEN";

/** A reading that should be there and is not breaks its budget: an unmeasured promise is not a kept one. */
export function judge(budget: Budget, reading: Reading | undefined): Verdict {
  if (!reading) return "BROKEN";
  if ("skipped" in reading) return "skipped";
  const within = (limit: number) => (budget.atMost === undefined ? reading.value >= limit : reading.value <= limit);
  if (within(budget.atMost ?? budget.atLeast)) return "ok";
  return budget.tolerated !== undefined && within(budget.tolerated) ? "told" : "BROKEN";
}
