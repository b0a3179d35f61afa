import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { createDarkroom } from "../app/adapters/embedded/darkroom/darkroom.server.ts";
import { stylizeStyles } from "../app/tools/art-style/art-styles.ts";
import type { Recipe } from "../app/transformations/image-generator.ts";
import { photoFixtures } from "../tests/fixtures/photo-fixtures.ts";
import type { BenchFigures, BenchTask } from "./bench-darkroom/bench-child.ts";
import { benchRecipes } from "./bench-darkroom/recipes.ts";

/**
 * `npm run bench:darkroom`: what each effect of the embedded engine costs, decoding and encoding included, each in a
 * fresh child process as the product runs them, and how long a queue of ten photos takes on two of them. Ends with 1
 * when an effect breaks a limit at 1920 px without a recorded reason. `--only <text>` measures what has that in its name.
 */
const limits = { seconds: 3, megabytes: 450 };

/** Why an effect may cost more, by name as the table shows it; what a reason allows is still bounded. */
const reasons: Record<string, { seconds: number; megabytes: number; reason: string }> = Object.fromEntries(
  stylizeStyles.map(({ id }) => [
    `background: ${id}`,
    { seconds: 5.5, megabytes: 450, reason: "cuts out and paints: two effects in one" },
  ]),
);

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const photo = (await photoFixtures()).portrait;
const photos = new Map<number, Uint8Array>();
for (const side of [1024, 1920]) {
  // Square: the most pixels a photo of that side can have.
  const square = sharp(photo).resize(side, side, { fit: "cover", position: "north" }).jpeg({ quality: 80 });
  photos.set(side, new Uint8Array(await square.toBuffer()));
}

const rows = [["effect", "CPU 1024", "CPU 1920", "peak 1024", "peak 1920", ""]];
let broken = 0;
for (const { name, recipe } of benchRecipes()) {
  if (!name.includes(values.only)) continue;
  const [small, large] = [await measure(recipe, 1024), await measure(recipe, 1920)];
  const allowed = reasons[name] ?? { ...limits, reason: "" };
  const isOver = large.cpuMs > allowed.seconds * 1000 || large.peakMegabytes > allowed.megabytes;
  const verdict = large.problem ?? (isOver ? "OVER" : allowed.reason);
  if (isOver || large.problem) broken += 1;
  rows.push([name, ms(small.cpuMs), ms(large.cpuMs), mb(small.peakMegabytes), mb(large.peakMegabytes), verdict]);
}
const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of rows) {
  console.log(
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
}
console.log(`\n10 photos of 1920 px in one queue, two at a time: ${((await queueOfTen()) / 1000).toFixed(1)} s`);
console.log(broken === 0 ? "All within the limits." : `${broken} over the limits of 3 s of CPU time and 450 MB.`);
process.exitCode = broken === 0 ? 0 : 1;

function measure(recipe: Recipe, side: number): Promise<BenchFigures> {
  const task: BenchTask = { recipe, image: photos.get(side) ?? new Uint8Array() };
  return new Promise((resolve, reject) => {
    const child = fork(new URL("bench-darkroom/bench-child.ts", import.meta.url), { serialization: "advanced" });
    child.once("message", (figures) => resolve(figures as BenchFigures));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The measured process ended with ${code}.`)));
    child.send(task);
  });
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
