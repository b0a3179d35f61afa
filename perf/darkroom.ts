import { parseArgs } from "node:util";
import sharp from "sharp";
import { createDarkroom } from "../app/adapters/embedded/darkroom/darkroom.server.ts";
import { previewOptions } from "../app/darkroom/previews/options.ts";
import { photoFixtures } from "../tests/fixtures/photo-fixtures.ts";
import type { BenchTask } from "./darkroom/bench-child.ts";
import type { Cost } from "./darkroom/measured-child.ts";
import { type Measured, startMeasuredPair } from "./darkroom/measured-pair.ts";
import { benchRecipes } from "../tests/fixtures/recipes.ts";

/**
 * `npm run bench:darkroom`: the cost of each effect of the darkroom, decoding and encoding included, in child processes as
 * the product runs them: the first photo of a fresh child (cold), then the same photo again (warm). Also six style previews
 * of one photo, and the time that a queue of ten photos takes on two children. Ends with 1 when a limit is broken.
 * `--only <text>` measures what has that in its name, `--photo <file>` takes another photo.
 */
const limits = { seconds: 3, megabytes: 450, previewSeconds: 1.5 };
/** The most for both children together, when the saliency net is asked. */
const secondsWithSaliency = 4;
/** A fresh child also loads code, OpenCV and the nets. */
const secondsToLoad = 3;

const { values } = parseArgs({ options: { only: { type: "string", default: "" }, photo: { type: "string" } } });
// Square: the most pixels that a photo can have.
const square = sharp(values.photo ?? (await photoFixtures()).portrait)
  .resize(1920, 1920, { fit: "cover", position: "north" })
  .jpeg({ quality: 80 });
const image = new Uint8Array(await square.toBuffer());

const columns = ["effect", "cold", "+ saliency", "warm", "+ saliency", "peak", "+ saliency"];
let broken = 0;
printRow(columns);
for (const { name, recipe } of benchRecipes()) await benchTask(name, { recipe, image });
const styles = [...previewOptions.keys()].filter((option) => option.startsWith("style-"));
await benchTask("six style previews", { previews: styles, image });

if (values.only === "" || "queue".includes(values.only)) {
  console.log(`\n10 photos of 1920 px in one queue, two at a time: ${((await queueOfTen()) / 1000).toFixed(1)} s`);
}
console.log(
  broken === 0
    ? "All within the limits."
    : `${broken} over the limits of 3 s of CPU time (4 s with the saliency net), 3 s more in a fresh child, and 450 MB.`,
);
process.exitCode = broken === 0 ? 0 : 1;

/** Each on a pair of children of its own. */
async function benchTask(name: string, task: BenchTask): Promise<void> {
  if (!name.includes(values.only)) return;
  const pair = startMeasuredPair<BenchTask, string | null>(new URL("darkroom/bench-child.ts", import.meta.url));
  try {
    const [cold, warm] = [await pair.run(task), await pair.run(task)];
    const verdict = warm.result ?? (isOver(cold, warm, "previews" in task) ? "OVER" : "");
    if (verdict !== "") broken += 1;
    const other = (measured: Measured<unknown>, show: (cost: Cost) => string) =>
      measured.saliency ? show(measured.saliency) : "–";
    const ms = ({ cpuMs }: Cost) => `${Math.round(cpuMs)} ms`;
    const mb = ({ peakMegabytes }: Cost) => `${Math.round(peakMegabytes)} MB`;
    const costs = [ms(cold.darkroom), other(cold, ms), ms(warm.darkroom), other(warm, ms)];
    printRow([name, ...costs, mb(warm.darkroom), other(warm, mb), verdict]);
  } finally {
    pair.close();
  }
}

/** As soon as it is measured: the whole takes minutes. */
function printRow([name = "", ...cells]: readonly string[]): void {
  console.log(name.padEnd(32) + cells.map((cell) => cell.padStart(12)).join(""));
}

function isOver(cold: Measured<unknown>, warm: Measured<unknown>, isOfPreviews: boolean): boolean {
  const seconds = ({ darkroom, saliency }: Measured<unknown>) => (darkroom.cpuMs + (saliency?.cpuMs ?? 0)) / 1000;
  const most = isOfPreviews ? limits.previewSeconds : warm.saliency ? secondsWithSaliency : limits.seconds;
  const peak = Math.max(warm.darkroom.peakMegabytes, warm.saliency?.peakMegabytes ?? 0);
  return seconds(warm) > most || seconds(cold) > most + secondsToLoad || peak > limits.megabytes;
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
        image: image,
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
