import { openAsBlob } from "node:fs";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { aligned } from "../../../perf/report.ts";
import type { ProofResult, ProofRun } from "../resilience.ts";
import { seededRandom } from "../seeded-random.ts";
import { runFullDisk } from "./disk-full.ts";
import type { Fault } from "./fault.ts";
import { openFaultyProduct } from "./faulty-product.ts";
import { clockFaults, requestFaults } from "./other-faults.ts";
import { paymentFaults } from "./payment-faults.ts";
import { runFault } from "./run-fault.ts";
import { databaseFaults, engineFaults, identityFaults, imageHostFaults, mailFaults } from "./service-faults.ts";

const faults: readonly Fault[] = [
  ...databaseFaults,
  ...imageHostFaults,
  ...engineFaults,
  ...paymentFaults,
  ...identityFaults,
  ...mailFaults,
  ...requestFaults,
  ...clockFaults,
];

/**
 * Each fault of docs/product/quality.md happens in the middle of a member's task: prints the page they saw, the ledger, and
 * the photos that were lost.
 */
export async function proveFaults({ seed, sample, closing }: ProofRun): Promise<ProofResult> {
  const product = await openFaultyProduct(closing);
  const photo = await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" });
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const fault of sample ? sampleOf(seed) : faults) {
    const result = await runFault(product, fault, photo);
    rows.push([fault.of, fault.what, result.saw, result.ledger, result.lost.join("; ") || "nothing"]);
    problems.push(...[...result.lost, ...result.wrong].map((problem) => `${fault.of}, ${fault.what}: ${problem}`));
  }
  // It takes seconds to open the embedded database, which samples do not have.
  const disk = sample ? null : await runFullDisk(closing, photo);
  if (!sample && !disk) console.log("SKIPPED: a full disk: mounting one takes root.");
  rows.push(...(disk?.rows ?? []));
  problems.push(...(disk?.problems ?? []));
  const table = aligned([["of", "fault", "the person saw", "the ledger", "lost"], ...rows]);
  return { passed: problems.length === 0, text: [...table, "", ...problems].join("\n") };
}

/** One of each kind that does not take long. */
function sampleOf(seed: number): Fault[] {
  const random = seededRandom(seed);
  return [
    ...Map.groupBy(
      faults.filter(({ long }) => !long),
      ({ of }) => of,
    ).values(),
  ].flatMap((kind) => {
    const [first, ...others] = kind;
    return first ? [random.pick([first, ...others])] : [];
  });
}
