/**
 * `npm run measure [-- --only landing,memory]`: measures the product by its speed budgets (budgets.ts), prints them as
 * a table and exits with 1 when one is broken. Everything runs here: nothing leaves the loopback address.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createBench, type Bench } from "./bench.ts";
import { partNames, type PartName, type Readings } from "./budgets.ts";
import { measureAgainstBare } from "./parts/against-bare.ts";
import { measureBoot } from "./parts/boot.ts";
import { measureBesideEngine } from "./parts/engine.ts";
import { measureGallery } from "./parts/gallery.ts";
import { measureLanding } from "./parts/landing.ts";
import { measureMemory } from "./parts/memory.ts";
import { measurePages } from "./parts/pages.ts";
import { measureOnSlowLines } from "./parts/slow-line.ts";
import { measureUpload } from "./parts/upload.ts";
import { report } from "./table.ts";

/** In the order they run: those that start servers of their own come before the one that stays. */
const measurements: Record<PartName, (bench: Bench) => Promise<Readings>> = {
  boot: measureBoot,
  memory: measureMemory,
  gallery: measureGallery,
  pages: measurePages,
  landing: measureLanding,
  "slow-line": measureOnSlowLines,
  bare: measureAgainstBare,
  upload: measureUpload,
  engine: measureBesideEngine,
};

const chosen = chosenParts();
const closing = new AsyncDisposableStack();
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => void closing.disposeAsync().finally(() => process.exit(code)));
}
try {
  process.exitCode = await measure();
} finally {
  await closing.disposeAsync();
}

/** Returns the exit code. A part that fails breaks its budgets and leaves the others theirs. */
async function measure(): Promise<0 | 1> {
  const bench = await createBench(closing);
  const readings: Readings = {};
  const failures: Partial<Record<PartName, string>> = {};
  for (const part of (Object.keys(measurements) as PartName[]).filter((name) => chosen.includes(name))) {
    console.error(`… ${part}`);
    try {
      Object.assign(readings, await measurements[part](bench));
    } catch (error) {
      if (closing.disposed) return 1;
      console.error(error);
      failures[part] = firstLine(error);
    }
  }
  const { text, broken } = report(chosen, readings, failures);
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(
    `${availableParallelism()} cores, load ${load.join(" ")}; kB are 1000 bytes on the wire, with headers\n\n${[...bench.tables, text].join("\n\n")}`,
  );
  return broken ? 1 : 0;
}

function chosenParts(): readonly PartName[] {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  if (values.only === undefined) return partNames;
  const names = values.only.split(",");
  const known = partNames.filter((name) => names.includes(name));
  if (known.length === names.length) return known;
  console.error(`--only takes ${partNames.join(", ")}`);
  process.exit(2);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
