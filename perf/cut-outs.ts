import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import { openMeasuredDarkroom } from "./measured-darkroom.ts";

/**
 * `npm run bench:cut-outs -- <folder> [--sheet sheet.png] [--limit n]`: cuts out every photo of a folder as the product
 * does and prints its refusals, its similarity to `masks/<name>.png` if that file exists (intersection over union at
 * one half and mean absolute difference, both at 256 × 256), and its cost. The first photo's cost includes loading.
 * `--sheet` writes the photos beside their cut-outs on white, black and green.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sheet: { type: "string" }, limit: { type: "string" } },
});
const [folder] = positionals;
if (!folder) throw new Error("Which folder? npm run bench:cut-outs -- <folder with *.jpg and masks/*.png>");

const names = (await readdir(folder)).filter((name) => /\.jpe?g$/i.test(name)).sort();
const darkroom = openMeasuredDarkroom();
const overlaps: number[] = [];
const sheet: Uint8Array[][] = [];
let refusals = 0;
const chosen = names.slice(0, values.limit ? Number(values.limit) : names.length);
console.log(`${"photo".padEnd(30)} refused    IoU  error  CPU s    + ONNX  peak MB    + ONNX`);
for (const name of chosen) {
  const photo = new Uint8Array(await readFile(join(folder, name)));
  const measured = await darkroom.follow({ tool: "background-engine", mode: "remove", edges: 50 }, photo);
  const cutOut = measured.result.ok ? measured.result.image : null;
  const mask = await at256(sharp(join(folder, "masks", name.replace(/\.jpe?g$/i, ".png"))).removeAlpha()).catch(
    () => null,
  );
  const likeness = mask && cutOut ? await compare(cutOut, mask) : null;
  if (mask) overlaps.push(likeness?.overlap ?? 0);
  if (!cutOut) refusals += 1;
  if (values.sheet) sheet.push(cutOut ? [photo, cutOut] : [photo]);
  const { darkroom: own, onnx } = measured;
  console.log(
    name.padEnd(30).slice(0, 30),
    (measured.result.ok ? "" : measured.result.problem).padEnd(7),
    (likeness?.overlap.toFixed(3) ?? "–").padStart(6),
    (likeness?.error.toFixed(3) ?? "–").padStart(6),
    (own.cpuMs / 1000).toFixed(2).padStart(6),
    (onnx ? (onnx.cpuMs / 1000).toFixed(2) : "–").padStart(9),
    own.peakMegabytes.toFixed(0).padStart(8),
    (onnx?.peakMegabytes.toFixed(0) ?? "–").padStart(9),
  );
}
await darkroom.close();
if (values.sheet) await writeContactSheet(values.sheet, sheet);

const share = (count: number, all: number) => `${count} of ${all} (${((100 * count) / Math.max(1, all)).toFixed(0)} %)`;
console.log(`\nrefused: ${share(refusals, chosen.length)}`);
if (overlaps.length > 0) {
  const mean = overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length;
  const low = overlaps.filter((overlap) => overlap < 0.8).length;
  console.log(`below IoU 0.8, refusals included: ${share(low, overlaps.length)}`);
  console.log(`mean IoU, refusals as 0: ${mean.toFixed(3)}`);
}

function at256(image: Sharp) {
  return image.resize(256, 256, { fit: "fill" }).extractChannel(0).raw().toBuffer();
}

async function compare(cutOut: Uint8Array, mask: Buffer): Promise<{ overlap: number; error: number }> {
  const found = await at256(sharp(await sharp(cutOut).ensureAlpha().extractChannel(3).png().toBuffer()));
  let [both, either, difference] = [0, 0, 0];
  for (const [at, value] of mask.entries()) {
    const other = found[at] ?? 0;
    if (value > 127 && other > 127) both += 1;
    if (value > 127 || other > 127) either += 1;
    difference += Math.abs(value - other);
  }
  return { overlap: both / Math.max(1, either), error: difference / mask.length / 255 };
}

/** Writes a PNG or JPEG, by the file's name: one row per photo with its cut-outs, on backdrops that show a fringe. */
async function writeContactSheet(file: string, rows: readonly Uint8Array[][]): Promise<void> {
  const [cellSide, step] = [300, 304];
  const backdrops = ["#ffffff", "#000000", "#00a040"];
  const cells: OverlayOptions[] = [];
  const fit = { width: cellSide, height: cellSide, fit: "inside" } as const;
  for (const [row, [photo, cutOut]] of rows.entries()) {
    const pictures = [
      sharp(photo).autoOrient().resize(fit),
      ...(cutOut ? backdrops.map((background) => sharp(cutOut).resize(fit).flatten({ background })) : []),
    ];
    for (const [column, picture] of pictures.entries()) {
      cells.push({ input: await picture.png().toBuffer(), left: column * step, top: row * step });
    }
  }
  const size = { width: (1 + backdrops.length) * step, height: Math.max(1, rows.length) * step };
  const sheet = sharp({ create: { ...size, channels: 3, background: "#808080" } }).composite(cells);
  await sheet.toFile(file);
}
