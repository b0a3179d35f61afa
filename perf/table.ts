import {
  type Budget,
  type BudgetName,
  budgets,
  type PartName,
  type Reading,
  type Readings,
  type Unit,
} from "./budgets.ts";

export interface Report {
  /** Aligned lines, one for each budget of the measured parts, and a last one that sums up. */
  text: string;
  broken: number;
}

/** `failures` has the reason of each part without figures. */
export function report(
  parts: readonly PartName[],
  readings: Readings,
  failures: Partial<Record<PartName, string>> = {},
): Report {
  const names = (Object.keys(budgets) as BudgetName[]).filter((name) => parts.includes(budgets[name].part));
  const rows = names.map((name) => {
    const budget: Budget = budgets[name];
    const reading = readings[name];
    const value = reading && "value" in reading ? shown(reading.value, budget.unit) : "-";
    const note = reading ? ("skipped" in reading ? reading.skipped : reading.note) : failures[budget.part];
    return { budget, verdict: judge(budget, reading), value, note: note ?? "" };
  });
  const broken = rows.filter((row) => row.verdict === "BROKEN").length;
  const cells = rows.map(({ budget, value, verdict, note }) => [budget.what, value, limitOf(budget), verdict, note]);
  const lines = aligned([["what", "measured", "budget", "", ""], ...cells], [1, 2]);
  const judged = rows.filter((row) => row.verdict !== "").length;
  return { text: [...lines, "", summary(judged, broken)].join("\n"), broken };
}

const decimals: Record<Unit, number> = { kB: 1, MB: 0, s: 2, ms: 0, "×": 2, count: 0, shift: 3 };

function shown(value: number, unit: Unit): string {
  const plain = unit === "count" || unit === "shift";
  return Number.isNaN(value) ? "-" : `${value.toFixed(decimals[unit])}${plain ? "" : ` ${unit}`}`;
}

function limitOf({ atMost, atLeast, unit }: Budget): string {
  const limit = atMost ?? atLeast;
  if (limit === undefined) return "";
  return `${atMost === undefined ? "≥" : "≤"} ${limit === 0 ? "0" : shown(limit, unit)}`;
}

const summary = (all: number, broken: number) =>
  broken ? `${broken} of ${all} budgets broken.` : `All ${all} budgets kept.`;

/** Empty for a figure without a limit; a missing reading breaks its budget. */
function judge(budget: Budget, reading: Reading | undefined): "ok" | "skipped" | "BROKEN" | "" {
  if (!reading) return "BROKEN";
  if ("skipped" in reading) return "skipped";
  if (budget.atMost === undefined && budget.atLeast === undefined) return Number.isNaN(reading.value) ? "BROKEN" : "";
  const kept = budget.atMost === undefined ? reading.value >= budget.atLeast : reading.value <= budget.atMost;
  return kept ? "ok" : "BROKEN";
}

/** Rows as lines with the columns under each other: figures (by column number) to the right, words to the left. */
export function aligned(rows: readonly string[][], figures: readonly number[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return figures.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}
