import { aligned } from "../../../perf/report.ts";
import { sum } from "../../../perf/statistics.ts";
import type { ProofResult, ProofRun } from "../resilience.ts";
import { seededRandom } from "../seeded-random.ts";
import { examine, unreadablePictures } from "./examine.ts";
import { type KilledProduct, openEmbedded, openOnPostgres } from "./killed-product.ts";
import { planKills, runKills } from "./run-kills.ts";

const sizes = { full: { members: 4, count: 100, kills: 30 }, sample: { members: 1, count: 4, kills: 2 } } as const;
const columns = "killed,asked,sent,completed,failed,tried again,paid model calls,lost,wrong,seconds".split(",");

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
    if (product) await proveOn(product);
    else console.log("SKIPPED: kill on PostgreSQL: no initdb on the PATH or in /usr/lib/postgresql/*/bin.");
  }
  const text = [
    `${count} transformations each, kill -9 at ${kills} random moments`,
    ...aligned([["", ...columns], ...rows], [...columns.keys()].slice(1)),
    ...problems,
  ];
  return { passed: problems.length === 0, text: text.join("\n") };

  async function proveOn(product: KilledProduct) {
    const { name, targets, processes, gemini, atRest } = product;
    const random = seededRandom(seed);
    const plan = planKills(random, { count, kills, targets });
    const started = performance.now();
    const asked = await runKills(product, random, { members, count, kills: plan });
    const seconds = (performance.now() - started) / 1000;
    const unreadable = await unreadablePictures(asked);
    for (const running of Object.values(processes)) await running.stop();
    const found = await atRest((kysely) => examine(kysely, gemini, asked));
    const { completed, failed, lost, wrong, unexplained } = found;
    const sent = sum(asked.map((one) => one.sent));
    rows.push([
      name,
      targets.map((target) => `${plan.filter((one) => one.target === target).length} × ${target}`).join(", "),
      ...[count, sent, completed, failed, found.triedAgain, found.paidCalls].map(String),
      ...[lost.length + unreadable.length, wrong.length, Math.round(seconds)].map(String),
    ]);
    const unasked = asked.length === count ? [] : [`${count - asked.length} were never asked for`];
    problems.push(...[...unasked, ...lost, ...unreadable, ...wrong, ...unexplained].map((one) => `${name}: ${one}`));
  }
}
