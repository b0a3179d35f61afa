import { parseArgs } from "node:util";
import sharp from "sharp";
import { createDarkroom } from "../app/adapters/embedded/darkroom/darkroom.server.ts";
import type { Recipe } from "../app/transformations/image-generator.ts";
import { photoFixtures } from "../tests/fixtures/photo-fixtures.ts";
import type { BenchTask } from "./darkroom/bench-child.ts";
import { type Measured, startMeasuredPair } from "./darkroom/measured-pair.ts";
import { benchRecipes } from "../tests/fixtures/recipes.ts";

/**
 * `npm run bench:darkroom`: the cost of each effect of the darkroom, decoding and encoding included, in warm child
 * processes as the product runs them, the saliency net in its own, and the time that a queue of ten photos takes on two of
 * them. Ends with 1 when an effect breaks a limit at 1920 px. `--only <text>` measures what has that in its name.
 */
const limits = { seconds: 3, megabytes: 450 };
/** The most for both children together, when the saliency net is asked. */
const secondsWithSaliency = 4;

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const photo = (await photoFixtures()).portrait;
const photos = new Map<number, Uint8Array>();
for (const side of [1024, 1920]) {
  // Square: the most pixels a photo of that side can have.
  const square = sharp(photo).resize(side, side, { fit: "cover", position: "north" }).jpeg({ quality: 80 });
  photos.set(side, new Uint8Array(await square.toBuffer()));
}

const rows = [["effect", "CPU 1024", "CPU 1920", "+ saliency", "peak 1024", "peak 1920", "+ saliency", ""]];
let broken = 0;
for (const { name, recipe } of benchRecipes()) {
  if (!name.includes(values.only)) continue;
  const [small, large] = [await measure(recipe, 1024), await measure(recipe, 1920)];
  const verdict = large.result ?? (isOver(large) ? "OVER" : "");
  if (verdict !== "") broken += 1;
  const { darkroom, saliency } = large;
  const costs = [ms(small.darkroom.cpuMs), ms(darkroom.cpuMs), saliency ? ms(saliency.cpuMs) : "–"];
  const peaks = [
    mb(small.darkroom.peakMegabytes),
    mb(darkroom.peakMegabytes),
    saliency ? mb(saliency.peakMegabytes) : "–",
  ];
  rows.push([name, ...costs, ...peaks, verdict]);
}
const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of rows) {
  console.log(
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}
console.log(`\n10 photos of 1920 px in one queue, two at a time: ${((await queueOfTen()) / 1000).toFixed(1)} s`);
console.log(
  broken === 0
    ? "All within the limits."
    : `${broken} over the limits of 3 s of CPU time (4 s with the saliency net) and 450 MB.`,
);
process.exitCode = broken === 0 ? 0 : 1;

/** Each effect on a pair of warm children of its own: a photo before it has loaded the code and the nets. */
async function measure(recipe: Recipe, side: number): Promise<Measured<string | null>> {
  const task: BenchTask = { recipe, image: photos.get(side) ?? new Uint8Array() };
  const pair = startMeasuredPair<BenchTask, string | null>(new URL("darkroom/bench-child.ts", import.meta.url));
  try {
    await pair.run({ ...task, image: photos.get(1024) ?? new Uint8Array() });
    return await pair.run(task);
  } finally {
    pair.close();
  }
}

function isOver({ darkroom, saliency }: Measured<string | null>): boolean {
  const seconds = (darkroom.cpuMs + (saliency?.cpuMs ?? 0)) / 1000;
  const isDear = saliency ? seconds > secondsWithSaliency : seconds > limits.seconds;
  return isDear || Math.max(darkroom.peakMegabytes, saliency?.peakMegabytes ?? 0) > limits.megabytes;
}

/** The product's own mix: one of each tool in turn. Milliseconds. */
async function queueOfTen(): Promise<number> {
  const darkroom = createDarkroom({ log: { warn: (...said: unknown[]) => console.warn(...said) }, size: 2 });
  const names = ["surprise me", "art style: anime", "background: white", "background: remove", "portrait: template"];
  const mix = benchRecipes().filter(({ name }) => names.includes(name));
  const startedAt = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      darkroom.generate({
        recipe: mix[at % mix.length]?.recipe ?? { tool: "surprise-me" },
        prompt: "",
        image: photos.get(1920) ?? new Uint8Array(),
        mimeType: "image/jpeg",
        signal: new AbortController().signal,
        onProgress: () => {},
      }),
    ),
  );
  const took = performance.now() - startedAt;
  await darkroom.close();
  for (const outcome of outcomes) if (!outcome.ok) throw new Error(`${outcome.problem}: ${outcome.detail}`);
  return took;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function mb(value: number): string {
  return `${Math.round(value)} MB`;
}
