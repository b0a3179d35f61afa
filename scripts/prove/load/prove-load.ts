import { openAsBlob } from "node:fs";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { aligned } from "../../measure/aligned.ts";
import { buildBare, startBare } from "../../measure/servers/bare.ts";
import { percentile, sum } from "../../measure/statistics.ts";
import { newAccount } from "../product/new-account.ts";
import type { ProductProcess } from "../product/product-process.ts";
import { newVisitor } from "../product/visitor.ts";
import type { ProofResult, ProofRun } from "../proof.ts";
import { connections, loadKinds, type LoadKind, type Measured, secondsEach } from "./load-kinds.ts";
import { addQueuedJobs, openLoadedProduct } from "./loaded-product.ts";

const rounds = 2;
const queuedJobs = 200;

/**
 * As much as 8 connections get of landing page, gallery and webhook, and of both pages, and of all three in turn, while 200
 * jobs wait and two are worked on; beside React Router's default template, turn by turn, so that the machine's noise meets all.
 */
export async function proveLoad({ closing }: ProofRun): Promise<ProofResult> {
  const product = await openLoadedProduct(closing);
  buildBare();
  const bare = await startBare();
  closing.add(bare.stop);
  const account = await newAccount(product.kysely, 2 + queuedJobs);
  const visitor = newVisitor(product.url);
  await visitor.signIn(account);
  const photo = await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" });
  const kinds = loadKinds(product, { bare: bare.url, cookie: visitor.cookies() });
  const unloaded = await measure(product.web, [kinds.bare, kinds.landing, kinds.gallery, kinds.webhook]);
  await addQueuedJobs(product, { account, visitor, photo, count: queuedJobs });
  const loaded = await measure(product.web, [kinds.bare, kinds.landing, kinds.gallery, kinds.mix]);
  const waiting = await product.waiting();
  const headings = ["", "per s", "p50 ms", "p99 ms", "late p99 ms", "resident MB"];
  const rows = [...unloaded, ...loaded.map(([what, ...cells]) => [`${what}, ${queuedJobs} jobs queued`, ...cells])];
  const text = [
    `${connections} connections, ${rounds} × ${secondsEach} s each, turn by turn`,
    ...aligned([headings, ...rows], [1, 2, 3, 4, 5]),
    `${waiting} jobs still waited in the end.`,
  ];
  return { passed: waiting > 0, text: text.join("\n") };
}

/** All rounds of one kind. */
interface Rounds {
  what: string;
  runs: Measured[];
  /** The web process's late timers in each, 99th percentile, ms. */
  late: number[];
  /** The web process's memory after the last, bytes. */
  resident: number;
}

async function measure(web: ProductProcess, kinds: readonly LoadKind[]): Promise<string[][]> {
  const all = kinds.map(({ what }): Rounds => ({ what, runs: [], late: [], resident: 0 }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { run }] of kinds.entries()) {
      await web.read(false);
      const result = await run();
      const { lateP99, resident } = await web.read(false);
      const kept = all[index];
      // The first round warms up.
      if (round === 0 || !kept) continue;
      kept.runs.push(result);
      kept.late.push(lateP99);
      kept.resident = resident;
    }
  }
  return all.map(rowOf);
}

/** Things asked for in turn have their latencies side by side. */
function rowOf({ what, runs, late, resident }: Rounds): string[] {
  const [first] = runs;
  const latencies = (first?.ms ?? []).map((_, thing) => runs.flatMap(({ ms }) => ms[thing] ?? []));
  const percentiles = (percent: number) => latencies.map((ms) => percentile(ms, percent).toFixed(1)).join(" / ");
  const count = sum(latencies.map(({ length }) => length));
  const own = !what.startsWith("default");
  return [
    what,
    (count / sum(runs.map(({ seconds }) => seconds))).toFixed(0),
    percentiles(50),
    percentiles(99),
    own ? Math.max(...late).toFixed(0) : "",
    own ? (resident / 1e6).toFixed(0) : "",
  ];
}
