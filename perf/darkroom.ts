import { parseArgs } from "node:util";
import sharp from "sharp";
import { previewOptions } from "../app/darkroom/previews/options.ts";
import { photoFixtures } from "../tests/fixtures/photo-fixtures.ts";
import { benchRecipes } from "../tests/fixtures/recipes.ts";
import { type Cost, type Measured, type MeasuredDarkroom, openMeasuredDarkroom } from "./measured-darkroom.ts";

/**
 * `npm run bench:darkroom`: measures the cost of each effect of the darkroom, with decoding and encoding, in the
 * product's own child processes: the first photo of a fresh child (cold), then the same photo again (warm). Also
 * measures six style previews of one photo, and a queue of ten photos on two children. Exits with 1 when a limit is
 * exceeded. `--only <text>` selects rows by a part of their name, `--photo <file>` replaces the photo. Linux only.
 */
const limits = { seconds: 3, megabytes: 450, previewSeconds: 1.5 };
/** Limit for both children together, when the ONNX child runs. */
const secondsWithOnnx = 4;
/** A fresh child also loads code, OpenCV and the nets. */
const secondsToLoad = 3;

const { values } = parseArgs({ options: { only: { type: "string", default: "" }, photo: { type: "string" } } });
// A square photo has the most pixels.
const square = sharp(values.photo ?? (await photoFixtures()).portrait)
  .resize(1920, 1920, { fit: "cover", position: "north" })
  .jpeg({ quality: 80 });
const image = new Uint8Array(await square.toBuffer());

const previews = "six style previews";
let broken = 0;
printRow(["effect", "cold", "+ ONNX", "warm", "+ ONNX", "peak", "+ ONNX"]);
for (const { name, recipe } of benchRecipes()) {
  await bench(name, async (darkroom) => {
    const measured = await darkroom.follow(recipe, image);
    const { result } = measured;
    return { ...measured, result: result.ok ? null : `${result.problem}: ${result.detail}` };
  });
}
const styles = [...previewOptions.keys()].filter((option) => option.startsWith("style-"));
await bench(previews, (darkroom) => darkroom.drawPreviews(styles, image));
if ("queue".includes(values.only)) {
  console.log(`\n10 photos of 1920 px in one queue, two at a time: ${((await queueOfTen()) / 1000).toFixed(1)} s`);
}
console.log(
  broken === 0
    ? "All within the limits."
    : `${broken} over the limits of 3 s of CPU time (4 s with the ONNX child), 3 s more in a fresh child, and 450 MB.`,
);
process.exitCode = broken === 0 ? 0 : 1;

/** Measures an effect in fresh child processes. `work` results in the reason for a missing picture, or null. */
async function bench(name: string, work: (darkroom: MeasuredDarkroom) => Promise<Measured<string | null>>) {
  if (!name.includes(values.only)) return;
  const darkroom = openMeasuredDarkroom();
  try {
    const [cold, warm] = [await work(darkroom), await work(darkroom)];
    const verdict = warm.result ?? (isOver(cold, warm, name === previews) ? "OVER" : "");
    if (verdict !== "") broken += 1;
    const ms = (cost: Cost | null) => (cost ? `${Math.round(cost.cpuMs)} ms` : "–");
    const mb = (cost: Cost | null) => (cost ? `${Math.round(cost.peakMegabytes)} MB` : "–");
    const costs = [ms(cold.darkroom), ms(cold.onnx), ms(warm.darkroom), ms(warm.onnx)];
    printRow([name, ...costs, mb(warm.darkroom), mb(warm.onnx), verdict]);
  } finally {
    await darkroom.close();
  }
}

/** Prints each row immediately, because the whole bench takes minutes. */
function printRow([name = "", ...cells]: readonly string[]): void {
  console.log(name.padEnd(32) + cells.map((cell) => cell.padStart(12)).join(""));
}

function isOver(cold: Measured<unknown>, warm: Measured<unknown>, isOfPreviews: boolean): boolean {
  const seconds = ({ darkroom, onnx }: Measured<unknown>) => (darkroom.cpuMs + (onnx?.cpuMs ?? 0)) / 1000;
  const most = isOfPreviews ? limits.previewSeconds : warm.onnx ? secondsWithOnnx : limits.seconds;
  const peak = Math.max(warm.darkroom.peakMegabytes, warm.onnx?.peakMegabytes ?? 0);
  return seconds(warm) > most || seconds(cold) > most + secondsToLoad || peak > limits.megabytes;
}

/** Runs a queue of ten photos with the tools in turn, the product's own mix. Returns milliseconds. */
async function queueOfTen(): Promise<number> {
  const darkroom = openMeasuredDarkroom(2);
  const names = ["surprise me", "art style: anime", "background: white", "background: remove", "portrait: template"];
  const mix = benchRecipes().filter(({ name }) => names.includes(name));
  const startedAt = performance.now();
  const measured = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      darkroom.follow(mix[at % mix.length]?.recipe ?? { tool: "surprise-me" }, image),
    ),
  );
  const took = performance.now() - startedAt;
  await darkroom.close();
  for (const { result } of measured) if (!result.ok) throw new Error(`${result.problem}: ${result.detail}`);
  return took;
}
