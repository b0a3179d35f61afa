import sharp from "sharp";
import { digitalSourceXmp } from "../../../transformations/digital-source.ts";
import { keyColours, excessOf, type KeyColour } from "./key-colours.server.ts";
import { maxPixels } from "./result-picture.server.ts";

export interface CutOutTask {
  image: Uint8Array;
  key: string;
}

export async function cutOut({ image, key: name }: CutOutTask): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = keyColours.find((colour) => colour.name === name);
  if (!key) throw new Error(`no key colour ${name}`);
  const { data, info } = await sharp(image, { limitInputPixels: maxPixels, failOn: "error" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = keyOut({ pixels: data, width, height }, key);
  if (!pixels) return null;
  const cut = sharp(pixels, { raw: { width, height, channels: 4 } });
  for (let wide = width; ; wide = Math.round(wide * 0.85)) {
    const png = cut.clone().resize({ width: wide }).png();
    const bytes = await png.withXmp(digitalSourceXmp("compositeWithTrainedAlgorithmicMedia")).toBuffer();
    if (bytes.length <= mostBytes) return new Uint8Array(bytes);
  }
}

/** Cloudinary's smallest plan takes 10 MB (https://cloudinary.com/pricing/compare-plans); a PNG of grain is larger. */
const mostBytes = 9_500_000;

interface OpaquePicture {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Painted backdrops measure 150 to 255. */
const backdropExcess = 70;
const leastBorder = 0.15;
/** Shares of the backdrop's excess: below the first a pixel is subject, above the second backdrop. */
const subjectUpTo = 0.08;
const backdropFrom = 0.85;
const fringe = 0.02;
/** Smallest and largest share of the picture that a subject takes. */
const leastSubject = 0.01;
const mostSubject = 0.97;

/** Returns interleaved RGBA without the backdrop and its spill; null without a backdrop or a subject. */
function keyOut({ pixels, width, height }: OpaquePicture, key: KeyColour): Uint8Array<ArrayBuffer> | null {
  const backdrop = backdropAlongBorders({ pixels, width, height }, key);
  if (!backdrop) return null;

  const through = new Float32Array(width * height);
  const open = new Uint8Array(width * height);
  for (let index = 0; index < through.length; index += 1) {
    const part = excessOf(key, pixels, index * 3) / backdrop.excess;
    through[index] = Math.min(1, Math.max(0, (part - subjectUpTo) / (backdropFrom - subjectUpTo)));
    open[index] = part >= backdropFrom ? 1 : 0;
  }
  const solid = Uint8Array.from(countsAround(open, width, height, 2), (count) => (count > 12 ? 1 : 0));
  const reach = Math.max(2, Math.round(fringe * Math.min(width, height)));
  const near = countsAround(solid, width, height, reach);

  const result = new Uint8Array(width * height * 4);
  let subject = 0;
  for (let index = 0; index < through.length; index += 1) {
    const beside = (near[index] ?? 0) > 0;
    const alpha = beside ? 1 - (through[index] ?? 0) : 1;
    if (alpha > 0.5) subject += 1;
    if (alpha > 0) writePixel(result, index, pixels, alpha, beside ? { key, backdrop } : null);
  }
  const share = subject / through.length;
  return share < leastSubject || share > mostSubject ? null : result;
}

function countsAround(ones: Uint8Array, width: number, height: number, radius: number): Uint32Array {
  const row = width + 1;
  const sums = new Uint32Array(row * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let along = 0;
    for (let x = 0; x < width; x += 1) {
      along += ones[y * width + x] ?? 0;
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + along;
    }
  }
  const counts = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - radius) * row, Math.min(height, y + radius + 1) * row];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      counts[y * width + x] =
        (sums[bottom + right] ?? 0) - (sums[bottom + left] ?? 0) - (sums[top + right] ?? 0) + (sums[top + left] ?? 0);
    }
  }
  return counts;
}

interface Backdrop {
  colour: readonly number[];
  excess: number;
}

function backdropAlongBorders({ pixels, width, height }: OpaquePicture, key: KeyColour): Backdrop | null {
  const ring = Math.max(2, Math.round(0.01 * Math.min(width, height)));
  const histogram = new Uint32Array(256);
  const sums = [0, 0, 0];
  let seen = 0;
  let found = 0;
  for (let row = 0; row < height; row += 1) {
    const whole = row < ring || row >= height - ring;
    for (let column = 0; column < width; column += 1) {
      if (!whole && column === ring) column = width - ring;
      seen += 1;
      const at = (row * width + column) * 3;
      const excess = excessOf(key, pixels, at);
      if (excess < backdropExcess) continue;
      found += 1;
      histogram[excess] = (histogram[excess] ?? 0) + 1;
      for (let channel = 0; channel < 3; channel += 1)
        sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0);
    }
  }
  if (found < leastBorder * seen) return null;
  let excess = 0;
  for (let left = found / 2; left > 0 && excess < 255; excess += 1) left -= histogram[excess] ?? 0;
  return { colour: sums.map((sum) => sum / found), excess };
}

function writePixel(
  result: Uint8Array,
  index: number,
  pixels: Uint8Array,
  alpha: number,
  spilt: { key: KeyColour; backdrop: Backdrop } | null,
) {
  const from = index * 3;
  const to = index * 4;
  for (let channel = 0; channel < 3; channel += 1) {
    const seen = pixels[from + channel] ?? 0;
    const behind = spilt?.backdrop.colour[channel] ?? 0;
    const own = spilt && alpha < 1 ? (seen - (1 - alpha) * behind) / alpha : seen;
    result[to + channel] = Math.min(255, Math.max(0, Math.round(own)));
  }
  result[to + 3] = Math.round(alpha * 255);
  if (!spilt) return;
  const spill = excessOf(spilt.key, result, to);
  for (const channel of spilt.key.own) result[to + channel] = (result[to + channel] ?? 0) - spill;
}
