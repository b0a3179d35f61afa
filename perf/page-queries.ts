/**
 * `npm run bench:page-queries [-- --explain]`: the cost of gallery, dashboard and history for a member with 10 000
 * transformations, against one with 100 in the same database, on PGlite and on a PostgreSQL that is thrown away. Ends with
 * 1 when a page is slower than its budget. `--explain` prints the plan of each statement for the large account;
 * `--only <text>` takes the pages that have that in their name.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Database } from "../app/server/database/database.ts";
import type { Engine } from "../tests/database/engines.ts";
import throwAwayPostgres from "../tests/database/throw-away-postgres.ts";
import { type Account, fillAccounts } from "./page-queries/accounts.ts";
import { explain, recordStatements } from "./page-queries/recorded-statements.ts";
import { type Page, pages } from "./page-queries/pages.ts";
import { timeInTurn } from "./page-queries/stopwatch.ts";
import { aligned } from "./table.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, explain: { type: "boolean" } },
});
/** Rows that come before a "deep" page; both leave more than a page. The ledger has two rows per transformation. */
const sizes = [
  { size: 100, deep: { gallery: 48, ledger: 100 } },
  { size: 10_000, deep: { gallery: 9_000, ledger: 18_000 } },
];
const counts = { samples: 200, warmUps: 20 };

const startedAt = performance.now();
const chosen = pages.filter(({ name }) => name.includes(values.only));
if (!chosen.length) {
  console.error(`--only takes a part of: ${pages.map(({ name }) => name).join("; ")}`);
  process.exit(2);
}
const stopServer = await throwAwayPostgres();
// Only now: it looks for the server when it is loaded.
const { engines } = await import("../tests/database/engines.ts");
const table = [["", "page", "rows", "100", "p95", "10 000", "p95", "ratio", "budget", ""]];
const plans: string[] = [];
let broken = 0;
try {
  for (const engine of engines) if (!engine.missing) await measure(engine);
} finally {
  await stopServer?.();
}
console.log(`${aligned(table, [2, 3, 4, 5, 6, 7, 8]).join("\n")}\n`);
console.log(
  `Medians of ${counts.samples} and 95th percentiles in ms, both accounts in turn in one database; ` +
    `load ${loadavg()[0]?.toFixed(1)}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`,
);
console.log(broken ? `${broken} over budget.` : "All within the budget.");
if (plans.length) console.log(`\n${plans.join("\n")}`);
process.exitCode = broken ? 1 : 0;

async function measure({ name: engine, open }: Engine): Promise<void> {
  const { database, kysely, close } = await open();
  try {
    const [small, large] = await fillAccounts(kysely, sizes);
    if (!small || !large) throw new Error("two accounts were asked for");
    for (const page of chosen) {
      const shown = [await page.open(database, small), await page.open(database, large)] as const;
      if (shown[0] !== shown[1]) throw new Error(`${page.name}: ${shown.join(" and ")} rows cannot be compared`);
      const ways = [() => page.open(database, small), () => page.open(database, large)] as const;
      const [few, many] = await timeInTurn(ways, counts);
      const ratio = many.median / few.median;
      const isOver = page.atMost !== null && ratio > page.atMost;
      if (isOver) broken += 1;
      table.push([
        engine,
        page.name,
        String(shown[1]),
        ...[few.median, few.p95, many.median, many.p95].map((ms) => ms.toFixed(2)),
        `${ratio.toFixed(2)} ×`,
        page.atMost === null ? "-" : `≤ ${page.atMost} ×`,
        page.atMost === null ? "" : isOver ? "OVER" : "ok",
      ]);
      if (values.explain) plans.push(...(await plansOf(engine, page, database, large)));
    }
  } finally {
    await close();
  }
}

/** The plan of each statement of a page on this engine. */
async function plansOf(engine: string, page: Page, database: Database, account: Account): Promise<string[]> {
  const recorded = recordStatements(database);
  await page.open(recorded.database, account);
  const lines = [];
  for (const statement of recorded.statements) {
    const plan = await explain(database, account.id, statement);
    lines.push(`\n== ${engine}: ${page.name}, ${account.size} transformations`, statement.sql, "", ...plan);
  }
  return lines;
}
