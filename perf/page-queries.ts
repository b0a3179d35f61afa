/**
 * `npm run bench:page-queries`: compares the cost of gallery, dashboard and history for a member with 10 000
 * transformations and one with 100 in the same database, on PGlite and on a throw-away PostgreSQL. Exits with 1 when a
 * page is slower than its budget. `--only <text>` selects pages by a part of their name. `--optimised` lets V8 optimise
 * all of PGlite, to measure the price of its smaller memory (decision 29). tests/database/page-queries.test.ts checks
 * the index of each statement.
 */
import { syncBuiltinESMExports } from "node:module";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import v8 from "node:v8";
import { readMemberHeader } from "../app/account/frame/member-header.server.ts";
import { readOverview } from "../app/gallery/dashboard/overview.server.ts";
import type { Database } from "../app/server/database/database.ts";
import type { PageCursor } from "../app/server/database/page-cursor.ts";
import { everything, type GalleryFilter } from "../app/gallery/gallery-address.ts";
import { readGalleryPage } from "../app/gallery/gallery-page.server.ts";
import { readTransactions } from "../app/account/settings/transactions.server.ts";
import { readTransformation } from "../app/transformations/read-transformation.server.ts";
import type { Engine } from "../tests/database/engines.ts";
import throwAwayPostgres from "../tests/database/throw-away-postgres.ts";
import { type Account, fillAccounts, rareWord } from "./page-queries/accounts.ts";
import { aligned, median, percentile } from "./report.ts";

const { values } = parseArgs({ options: { only: { type: "string", default: "" }, optimised: { type: "boolean" } } });
if (values.optimised) {
  const setFlag = v8.setFlagsFromString;
  v8.setFlagsFromString = (flag) => (flag.includes("tier-up-filter") ? undefined : setFlag(flag));
  syncBuiltinESMExports();
}
/** Number of rows before a "deep" page; more than a page follows. The ledger has two rows per transformation. */
const sizes = [
  { size: 100, deep: { gallery: 48, ledger: 100 } },
  { size: 10_000, deep: { gallery: 9_000, ledger: 18_000 } },
];
/** docs/product/quality.md, "Speed and size of the server": limit as a multiple of the small account's median. */
const atMost = 1.5;
const counts = { samples: 200, warmUps: 20 };

/** A page of a member, read from the database by the product's own function. */
interface Page {
  name: string;
  /** Returns the number of rows shown. */
  open: (database: Database, account: Account) => Promise<number>;
}

const monthStart = new Date(new Date().toISOString().slice(0, 7));

type PageOfGallery = Partial<GalleryFilter> & { before?: PageCursor };

const gallery = (name: string, page: (account: Account) => PageOfGallery = () => ({})): Page => ({
  name: `gallery, ${name}`,
  open: async (database, account) => {
    const { before = null, ...filter } = page(account);
    return (await readGalleryPage(database, account.id, before, { ...everything, ...filter })).entries.length;
  },
});

const pages: Page[] = [
  gallery("first page"),
  gallery("deep in the past", ({ deepInGallery }) => ({ before: deepInGallery })),
  gallery("one tool", () => ({ tool: "art-style" })),
  gallery("search: one match", () => ({ search: rareWord })),
  gallery("search: no match", () => ({ search: "nowhere" })),
  gallery("search: most match", () => ({ search: "img_" })),
  {
    name: "dashboard",
    open: async (database, { id }) => (await readOverview(database, id, monthStart))?.recent.length ?? 0,
  },
  {
    name: "transactions, first page",
    open: async (database, { id }) => (await readTransactions(database, id, null)).transactions.length,
  },
  {
    name: "transactions, deep in the past",
    open: async (database, { id, deepInLedger }) =>
      (await readTransactions(database, id, deepInLedger)).transactions.length,
  },
  {
    name: "one result",
    open: async (database, { id, transformationId }) =>
      Number(!!(await readTransformation(database, id, transformationId))),
  },
  {
    name: "balance in the bar",
    open: async (database, { id }) => Number(!!(await readMemberHeader(database, { id, email: "ada@example.com" }))),
  },
];

const startedAt = performance.now();
const chosen = pages.filter(({ name }) => name.includes(values.only));
if (!chosen.length) {
  console.error(`--only takes a part of: ${pages.map(({ name }) => name).join("; ")}`);
  process.exit(2);
}
const stopServer = await throwAwayPostgres();
// Imported only now, because this module looks for the server when it loads.
const { engines } = await import("../tests/database/engines.ts");
const table = [["", "page", "rows", "100", "p95", "10 000", "p95", "ratio", "budget", ""]];
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
process.exitCode = broken ? 1 : 0;

async function measure({ name: engine, open }: Engine): Promise<void> {
  const { database, kysely, close } = await open();
  try {
    const [small, large] = await fillAccounts(kysely, sizes);
    if (!small || !large) throw new Error("two accounts were asked for");
    for (const page of chosen) {
      const shown = [await page.open(database, small), await page.open(database, large)] as const;
      if (shown[0] !== shown[1]) throw new Error(`${page.name}: ${shown.join(" and ")} rows cannot be compared`);
      const [few, many] = await timeInTurn([() => page.open(database, small), () => page.open(database, large)]);
      const ratio = median(many) / median(few);
      const isOver = ratio > atMost;
      if (isOver) broken += 1;
      table.push([
        engine,
        page.name,
        String(shown[1]),
        ...[few, many].flatMap((times) => [median(times), percentile(times, 95)]).map((ms) => ms.toFixed(2)),
        `${ratio.toFixed(2)} ×`,
        `≤ ${atMost} ×`,
        isOver ? "OVER" : "ok",
      ]);
    }
  } finally {
    await close();
  }
}

/**
 * Times both accounts alternately, in ms, so that other load on the machine affects both equally. The order changes
 * every time.
 */
async function timeInTurn(ways: readonly [small: () => Promise<unknown>, large: () => Promise<unknown>]) {
  const times: [number[], number[]] = [[], []];
  for (let turn = -counts.warmUps; turn < counts.samples; turn++) {
    for (const way of turn % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await ways[way]();
      if (turn >= 0) times[way].push(performance.now() - startedAt);
    }
  }
  return times;
}
