/**
 * `npm run resilience [-- --only kill,faults --seed 7 --sample]`: the long proofs, each with what it did and saw and the seed
 * that repeats its plan. Ends with 1 when one of them failed. Everything runs here: nothing leaves the loopback address.
 */
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
  /** Short, for CI. */
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

/** Those that CI has no time for, or that show nothing in seconds; `--only` runs them. */
const withoutSample = ["backup", "machines"];

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    sample: { type: "boolean", default: false },
  },
});
const asked =
  values.only?.split(",") ?? Object.keys(proofs).filter((name) => !values.sample || !withoutSample.includes(name));
const seed = Number(values.seed);
if (asked.some((name) => !Object.hasOwn(proofs, name)) || !Number.isSafeInteger(seed)) {
  console.error(`--only takes ${Object.keys(proofs).join(", ")}; --seed a whole number`);
  process.exit(2);
}

const open = new Set<AsyncDisposableStack>();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(
    signal,
    () => void Promise.all([...open].map((each) => each.disposeAsync())).finally(() => process.exit(1)),
  );
}

buildProduct();
let failed = 0;
for (const name of asked) {
  const started = performance.now();
  const { passed, text } = await prove(proofs[name] as Proof);
  if (!passed) failed += 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${text}\n\n${passed ? "PASSED" : "FAILED"} ${name} in ${seconds} s, seed ${seed}\n`);
}
const load = loadavg().map((value) => value.toFixed(1));
console.log(`${asked.length - failed} of ${asked.length} proofs passed; ${availableParallelism()} cores, load ${load}`);
process.exitCode = failed ? 1 : 0;

/** One that throws has failed, and leaves the others theirs. */
async function prove(proof: Proof): Promise<ProofResult> {
  await using closing = new AsyncDisposableStack();
  open.add(closing);
  try {
    return await proof({ seed, sample: values.sample, closing });
  } catch (error) {
    return { passed: false, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    open.delete(closing);
  }
}
