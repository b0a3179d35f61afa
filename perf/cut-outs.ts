import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp, { type Sharp } from "sharp";
import { type SheetRow, writeContactSheet } from "./darkroom/contact-sheet.ts";
import type { CutOutFigures } from "./darkroom/cut-out-child.ts";
import type { Measured } from "./darkroom/measured-pair.ts";
import { startMeasuredPair } from "./darkroom/measured-pair.ts";

/**
 * `npm run bench:cut-outs -- <folder> [--sheet sheet.png] [--limit n]`: cuts out every photo of a folder as the product
 * does, in one warm pair of children, and prints what it refused, its likeness to `masks/<name>.png` where there is one
 * (intersection over union at one half and mean absolute difference, both at 256 × 256), and its cost. The first photo's
 * cost includes loading. `--sheet` writes the photos beside their cut-outs on white, black and green.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sheet: { type: "string" }, limit: { type: "string" } },
});
const [folder] = positionals;
if (!folder) throw new Error("Which folder? npm run bench:cut-outs -- <folder with *.jpg and masks/*.png>");

const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
const pair = startMeasuredPair<Uint8Array, CutOutFigures>(new URL("darkroom/cut-out-child.ts", import.meta.url));
const scores: number[] = [];
const sheet: SheetRow[] = [];
let refusals = 0;
let dearest = 0;
const peaks = { darkroom: 0, saliency: 0 };
console.log(
  "photo                          result    IoU    error  faces  sure  CPU s  + saliency  peak MB  + saliency",
);
const chosen = names.slice(0, values.limit ? Number(values.limit) : names.length);
for (const name of chosen) {
  const photo = await readFile(join(folder, name));
  const measured = await pair.run(new Uint8Array(photo));
  const likeness = await compare(measured.result, join(folder, "masks", name.replace(/\.jpe?g$/i, ".png")));
  if (likeness) scores.push(measured.result.refused ? 0 : likeness.overlap);
  if (measured.result.refused) refusals += 1;
  if (name !== chosen[0]) dearest = Math.max(dearest, measured.darkroom.cpuMs);
  peaks.darkroom = Math.max(peaks.darkroom, measured.darkroom.peakMegabytes);
  peaks.saliency = Math.max(peaks.saliency, measured.saliency?.peakMegabytes ?? 0);
  if (values.sheet) sheet.push({ photo, cutOut: measured.result.png });
  console.log(rowOf(name, measured, likeness));
}
pair.close();
if (values.sheet) await writeContactSheet(values.sheet, sheet);

const share = (count: number, all: number) => `${count} of ${all} (${((100 * count) / Math.max(1, all)).toFixed(0)} %)`;
const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
console.log(`\nrefused: ${share(refusals, chosen.length)}`);
if (scores.length > 0) {
  console.log(
    `below IoU 0.8, refusals included: ${share(scores.filter((score) => score < 0.8).length, scores.length)}`,
  );
  console.log(`mean IoU, refusals as 0: ${mean.toFixed(3)}`);
}
console.log(`most CPU of a warm darkroom child: ${(dearest / 1000).toFixed(2)} s`);
console.log(`peak memory: ${peaks.darkroom.toFixed(0)} MB, saliency net ${peaks.saliency.toFixed(0)} MB`);

async function compare({ png }: CutOutFigures, mask: string): Promise<{ overlap: number; error: number } | null> {
  const at256 = (image: Sharp) => image.resize(256, 256, { fit: "fill" }).extractChannel(0).raw().toBuffer();
  const expected = await at256(sharp(mask).removeAlpha()).catch(() => null);
  if (!expected) return null;
  const found = await at256(sharp(await sharp(png).extractChannel(3).png().toBuffer()));
  let [both, either, difference] = [0, 0, 0];
  for (const [at, value] of expected.entries()) {
    const other = found[at] ?? 0;
    if (value > 127 && other > 127) both += 1;
    if (value > 127 || other > 127) either += 1;
    difference += Math.abs(value - other);
  }
  return { overlap: both / Math.max(1, either), error: difference / expected.length / 255 };
}

function rowOf(
  name: string,
  { result, darkroom, saliency }: Measured<CutOutFigures>,
  likeness: { overlap: number; error: number } | null,
): string {
  const seconds = (milliseconds: number | undefined) => (milliseconds ? (milliseconds / 1000).toFixed(2) : "–");
  return [
    name.padEnd(30).slice(0, 30),
    (result.refused ? "refused" : "").padEnd(8),
    (likeness?.overlap.toFixed(3) ?? "–").padStart(5),
    (likeness?.error.toFixed(3) ?? "–").padStart(7),
    String(result.faces).padStart(6),
    result.confidence.toFixed(2).padStart(6),
    seconds(darkroom.cpuMs).padStart(6),
    seconds(saliency?.cpuMs).padStart(11),
    darkroom.peakMegabytes.toFixed(0).padStart(8),
    (saliency?.peakMegabytes.toFixed(0) ?? "–").padStart(11),
  ].join(" ");
}
