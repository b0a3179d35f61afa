/**
 * `npm run resilience [-- --only kill,faults --seed 7 --sample --write]`: runs the resilience tests and prints their
 * results, each with the seed that repeats its plan. Exits with 1 when one of them fails.
 * `--write` writes the tables to docs/reports/resilience.md. No request leaves the loopback address.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { buildProduct } from "../../perf/servers/product.ts";
import { proveBackup } from "./backup/backup.ts";
import { proveFaults } from "./faults/faults.ts";
import { proveFuzz } from "./fuzz/fuzz.ts";
import { proveKill } from "./kill/kill.ts";
import { proveMachines } from "./machines.ts";

export interface ProofRun {
  seed: number;
  /** A short run, for CI. */
  sample: boolean;
  closing: AsyncDisposableStack;
}

export interface ProofResult {
  passed: boolean;
  text: string;
}

type Proof = (run: ProofRun) => Promise<ProofResult>;

const proofs: Record<string, Proof> = {
  kill: proveKill,
  faults: proveFaults,
  machines: proveMachines,
  fuzz: proveFuzz,
  backup: proveBackup,
};

/** Tests that take too long for CI, or show nothing in seconds; `--only` runs them. */
const withoutSample = ["backup", "machines"];

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    sample: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const asked =
  values.only?.split(",") ?? Object.keys(proofs).filter((name) => !values.sample || !withoutSample.includes(name));
const seed = Number(values.seed);
if (asked.some((name) => !Object.hasOwn(proofs, name)) || !Number.isSafeInteger(seed)) {
  console.error(`--only takes ${Object.keys(proofs).join(", ")}; --seed a whole number`);
  process.exit(2);
}

let closing = new AsyncDisposableStack();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void closing.disposeAsync().finally(() => process.exit(1)));
}

buildProduct();
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const report = [
  `# Results of the resilience tests\n\nWritten by \`npm run resilience -- --write\` on commit ${commit}.`,
];
for (const name of asked) {
  const started = performance.now();
  const { passed, text } = await prove(proofs[name] as Proof);
  if (!passed) process.exitCode = 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const load = loadavg().map((value) => value.toFixed(1));
  const verdict = `${passed ? "PASSED" : "FAILED"} ${name} in ${seconds} s, seed ${seed}`;
  console.log(`${text}\n\n${verdict}\n`);
  report.push(
    `## ${name}\n\n${verdict}; ${availableParallelism()} cores, load ${load.join(" ")}.\n\n\`\`\`text\n${text}\n\`\`\``,
  );
}
if (values.write) writeFileSync("docs/reports/resilience.md", `${report.join("\n\n")}\n`);

/** A test that throws has failed; the others still run. */
async function prove(proof: Proof): Promise<ProofResult> {
  closing = new AsyncDisposableStack();
  try {
    return await proof({ seed, sample: values.sample, closing });
  } catch (error) {
    return { passed: false, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    await closing.disposeAsync();
  }
}
