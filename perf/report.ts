import { type Budget, type BudgetName, budgets, type PartName, type Reading, type Readings } from "./budgets.ts";

type Failures = Partial<Record<PartName, string>>;

/** One line per budget of the measured parts, and a summary. `failures`: the reasons of parts without figures. */
export function report(parts: readonly PartName[], readings: Readings, failures: Failures) {
  const names = (Object.keys(budgets) as BudgetName[]).filter((name) => parts.includes(budgets[name].part));
  const rows = names.map((name) => {
    const budget: Budget = budgets[name];
    const reading = readings[name];
    const value = reading && "value" in reading ? shown(reading.value, budget.unit) : "-";
    const note = reading ? ("skipped" in reading ? reading.skipped : reading.note) : failures[budget.part];
    const limit = `${budget.atLeast === undefined ? "≤" : "≥"} ${shown(budget.atLeast ?? budget.atMost ?? 0, budget.unit)}`;
    return [budget.what, value, limit, judge(budget, reading), note ?? ""];
  });
  const broken = rows.filter(([, , , verdict]) => verdict === "BROKEN").length;
  const summary = broken ? `${broken} of ${rows.length} budgets broken.` : `All ${rows.length} budgets met.`;
  return {
    text: [...aligned([["what", "measured", "budget", "", ""], ...rows], [1, 2]), "", summary].join("\n"),
    broken,
  };
}

const decimals: Record<Budget["unit"], number> = { kB: 1, MB: 0, s: 2, ms: 0, "×": 2, count: 0, shift: 3 };

function shown(value: number, unit: Budget["unit"]): string {
  const plain = unit === "count" || unit === "shift";
  return Number.isNaN(value) ? "-" : `${value.toFixed(decimals[unit])}${plain ? "" : ` ${unit}`}`;
}

/** A missing reading breaks its budget. */
function judge({ atMost = Infinity, atLeast = -Infinity }: Budget, reading: Reading | undefined) {
  if (reading && "skipped" in reading) return "skipped";
  return reading && reading.value <= atMost && reading.value >= atLeast ? "ok" : "BROKEN";
}

/** Formats rows with aligned columns: figures (by column number) to the right, text to the left. */
export function aligned(rows: readonly string[][], figures: readonly number[] = []): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    widths
      .map((width, column) => row[column]?.[figures.includes(column) ? "padStart" : "padEnd"](width) ?? "")
      .join("  ")
      .trimEnd(),
  );
}

/**
 * The nearest-rank percentile: the smallest value that at least `percent` of all values do not exceed.
 * NaN without values, which no budget accepts.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** The lower middle value, so that the result is a measured value. */
export const median = (values: readonly number[]): number => percentile(values, 50);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
