import type { Budget, Reading } from "./budgets.ts";

/** Empty for a figure without a limit. */
export type Verdict = "ok" | "skipped" | "BROKEN" | "";

/** A reading that should be there and is not breaks its budget: an unmeasured promise is not a kept one. */
export function judge(budget: Budget, reading: Reading | undefined): Verdict {
  if (!reading) return "BROKEN";
  if ("skipped" in reading) return "skipped";
  if (budget.atMost === undefined && budget.atLeast === undefined) return Number.isNaN(reading.value) ? "BROKEN" : "";
  const kept = budget.atMost === undefined ? reading.value >= budget.atLeast : reading.value <= budget.atMost;
  return kept ? "ok" : "BROKEN";
}
