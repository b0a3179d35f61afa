/**
 * `npm run measure [-- --only landing,memory]`: measures the product against its speed budgets (budgets.ts), prints
 * them as a table and exits with 1 when one is broken. No request leaves the loopback address.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { createBench, type Bench } from "./bench.ts";
import { partNames, type PartName, type Readings } from "./budgets.ts";
import { measureBesideEngine } from "./parts/engine.ts";
import { measureLanding } from "./parts/landing.ts";
import { measurePages } from "./parts/pages.ts";
import { measureAgainstBare, measureBoot, measureMemory } from "./parts/server.ts";
import { measureUpload } from "./parts/upload.ts";
import { report } from "./report.ts";

/** In the order of execution: parts that start their own server run before the server that runs until the end. */
const measurements: Record<PartName, (bench: Bench) => Promise<Readings>> = {
  boot: measureBoot,
  memory: measureMemory,
  pages: measurePages,
  landing: measureLanding,
  bare: measureAgainstBare,
  upload: measureUpload,
  engine: measureBesideEngine,
};

const { values } = parseArgs({ options: { only: { type: "string", default: partNames.join() } } });
const chosen = values.only.split(",") as PartName[];
if (!chosen.every((name) => partNames.includes(name))) {
  console.error(`--only takes ${partNames.join(", ")}`);
  process.exit(2);
}
const closing = new AsyncDisposableStack();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void closing.disposeAsync().finally(() => process.exit(1)));
}
const readings: Readings = {};
const failures: Partial<Record<PartName, string>> = {};
try {
  const bench = await createBench(closing);
  // A failed part breaks only its own budgets.
  for (const part of (Object.keys(measurements) as PartName[]).filter((name) => chosen.includes(name))) {
    console.error(`… ${part}`);
    try {
      Object.assign(readings, await measurements[part](bench));
    } catch (error) {
      if (closing.disposed) throw error;
      console.error(error);
      failures[part] = String(error).split("\n")[0] ?? "";
    }
  }
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`${availableParallelism()} cores, load ${load.join(" ")}; kB are 1000 bytes on the wire, with headers\n`);
  for (const table of bench.tables) console.log(`${table}\n`);
  const { text, broken } = report(chosen, readings, failures);
  console.log(text);
  process.exitCode = broken ? 1 : 0;
} finally {
  await closing.disposeAsync();
}
