import { aligned } from "../../../perf/table.ts";
import { sum } from "../../../perf/statistics.ts";
import type { ProofResult, ProofRun } from "../resilience-test.ts";
import { seededRandom } from "../seeded-random.ts";
import { examine, unreadablePictures } from "./examine.ts";
import { type KilledProduct, openEmbedded, openOnPostgres } from "./killed-product.ts";
import { planKills, runKills } from "./run-kills.ts";

const sizes = { full: { members: 4, count: 100, kills: 30 }, sample: { members: 1, count: 4, kills: 2 } } as const;

/**
 * Transformations while kill -9 meets web process and worker at random moments, and the whole product where it is one
 * process. In the end each has ended as its member read: completed with its picture readable, or failed with its
 * gem back; and the ledger's promises hold.
 */
export async function proveKill({ seed, sample, closing }: ProofRun): Promise<ProofResult> {
  const { members, count, kills } = sizes[sample ? "sample" : "full"];
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const open of [openOnPostgres, openEmbedded]) {
    const product = await open(closing);
    if (!product) {
      console.log("SKIPPED: kill on PostgreSQL: no initdb on the PATH or in /usr/lib/postgresql/*/bin.");
      continue;
    }
    const result = await proveOn(product);
    rows.push(result.row);
    problems.push(...result.problems.map((problem) => `${product.name}: ${problem}`));
  }
  const text = [
    `${count} transformations each, kill -9 at ${kills} random moments`,
    ...aligned([["", ...columns], ...rows], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
    ...problems,
  ];
  return { passed: problems.length === 0, text: text.join("\n") };

  async function proveOn(product: KilledProduct) {
    const random = seededRandom(seed);
    const { targets, processes, gemini } = product;
    const plan = planKills(random, { asked: count, kills, targets });
    const { asked, seconds } = await runKills(product, random, { members, count, kills: plan, waits: !sample });
    const unreadable = await unreadablePictures(asked);
    for (const running of Object.values(processes)) await running.stop();
    const found = await product.atRest((kysely) => examine(kysely, gemini, asked));
    const { completed, failed, lost, wrong, unexplained } = found;
    const missing = asked.length === count ? [] : [`${count - asked.length} were never asked for`];
    const hit = targets.map((target) => `${plan.filter((one) => one.target === target).length} × ${target}`).join(", ");
    return {
      row: [
        product.name,
        hit,
        ...[count, sum(asked.map((one) => one.sent)), completed, failed, found.triedAgain, found.paidCalls].map(String),
        ...[lost.length + unreadable.length, wrong.length].map(String),
        seconds.toFixed(0),
      ],
      problems: [
        ...missing,
        ...lost.map((one) => `lost: ${one}`),
        ...unreadable.map((one) => `unreadable: ${one}`),
        ...wrong.map((one) => `wrong: ${one}`),
        ...unexplained.map((one) => `paid without a reason: ${one}`),
      ],
    };
  }
}

const columns = [
  "killed",
  "asked",
  "sent",
  "completed",
  "failed, gem back",
  "tried again",
  "paid model calls",
  "lost",
  "wrong",
  "seconds",
];
