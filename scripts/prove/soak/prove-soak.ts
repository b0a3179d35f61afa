import { openAsBlob } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { aligned } from "../../measure/aligned.ts";
import { median } from "../../measure/statistics.ts";
import type { ProofResult, ProofRun } from "../proof.ts";
import { seededRandom } from "../seeded-random.ts";
import { openScene } from "../visits/scene.ts";
import { visitOnce } from "../visits/visits.ts";
import { trendOf } from "./flat.ts";
import { openEmbedded, openHosted, type SoakedProduct } from "./soaked-product.ts";

const visitsPerSecond = 2;
const sampleEveryMs = 10_000;
/** The first part of the time, in which caches and pools fill. */
const warmUpShare = 0.25;
/** How much may be added in the rest of it. Resident memory also counts what the collector has not given back. */
const tolerated = { heap: 0.04, resident: 0.06 };

interface Sample {
  at: number;
  heap: number;
  resident: number;
}

/** The product is visited in every way for `minutes`, hosted and embedded at once; its memory is flat in the end. */
export async function proveSoak({ seed, minutes, closing }: ProofRun): Promise<ProofResult> {
  const products = (await Promise.all([openHosted(closing), openEmbedded(closing)])).filter((one) => one !== null);
  const photo = await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" });
  const results = await Promise.all(products.map((product) => soak(product, { seed, minutes, photo })));
  const headings = ["", "visits", "odd", "late p99", "heap by quarters", "grew", "resident by quarters", "grew", ""];
  const text = [
    `${minutes} minutes, ${visitsPerSecond} visits a second each, memory in MB after the first quarter of the time`,
    ...aligned([headings, ...results.flatMap(({ rows }) => rows)], [1, 2, 3, 4, 5, 6, 7]),
    ...results.flatMap(({ problems }) => problems),
  ];
  return { passed: results.every(({ passed }) => passed), text: text.join("\n") };
}

async function soak(product: SoakedProduct, { seed, minutes, photo }: { seed: number; minutes: number; photo: Blob }) {
  const { name, url, accounts, processes } = product;
  const scene = await openScene(url, { accounts, photo, random: seededRandom(seed) });
  const samples = new Map(processes.map((running) => [running, [] as Sample[]]));
  const late: number[] = [];
  const odd = new Map<string, number>();
  const open = new Set<Promise<unknown>>();
  let visits = 0;
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const sampling = setInterval(() => {
    for (const [running, taken] of samples)
      void running.read(true).then(({ heap, external, resident, lateP99 }) => {
        taken.push({ at: seconds(), heap: heap + external, resident });
        late.push(lateP99);
      });
  }, sampleEveryMs);
  while (seconds() < minutes * 60) {
    const visit = visitOnce(scene).then(({ what, problem }) => {
      if (problem) odd.set(`${what}: ${problem}`, (odd.get(`${what}: ${problem}`) ?? 0) + 1);
      open.delete(visit);
    });
    open.add(visit);
    visits += 1;
    await pause(Math.max(0, (visits / visitsPerSecond) * 1000 - seconds() * 1000));
  }
  clearInterval(sampling);
  await Promise.all(open);
  const oddVisits = [...odd.values()].reduce((sum, count) => sum + count, 0);
  let passed = oddVisits === 0;
  const rows = [...samples].map(([{ role }, taken]) => {
    const kept = taken.filter(({ at }) => at >= minutes * 60 * warmUpShare);
    const [heap, resident] = (["heap", "resident"] as const).map((of) =>
      trendOf(
        kept.map((sample) => ({ at: sample.at, value: sample[of] })),
        tolerated[of],
      ),
    );
    const flat = Boolean(heap?.flat && resident?.flat);
    passed &&= flat;
    const memory = [
      quartersOf(taken.map((sample) => sample.heap)),
      inMegabytes(heap?.growth),
      quartersOf(taken.map((sample) => sample.resident)),
      inMegabytes(resident?.growth),
    ];
    return [
      `${name}, ${role}`,
      String(visits),
      String(oddVisits),
      median(late).toFixed(0),
      ...memory,
      flat ? "flat" : "GROWS",
    ];
  });
  return { rows, passed, problems: [...odd].map(([problem, count]) => `${name}: ${count} × ${problem}`) };
}

/** The middle values of the four quarters of the time, the warming up being the first. */
function quartersOf(values: readonly number[]): string {
  const size = Math.ceil(values.length / 4);
  const middles = [0, 1, 2, 3].map((quarter) => median(values.slice(quarter * size, (quarter + 1) * size)));
  return middles.map((bytes) => (bytes / 1e6).toFixed(0)).join(" ");
}

const inMegabytes = (bytes = Number.NaN) => (bytes / 1e6).toFixed(1);
