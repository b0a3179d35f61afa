import { excessOf, type KeyColour } from "./key-colours.ts";

/** Interleaved RGB, 8 bits a channel. */
export interface OpaquePicture {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** A border pixel with less of the key colour than this is no backdrop; the model's backdrops have 150 to 255. */
const backdropExcess = 70;
/** The least share of the border that must be backdrop: a close-up leaves little more than the upper corners. */
const leastBorder = 0.15;
/** Of the backdrop's excess: up to the first a pixel is subject, from the second on it is backdrop. */
const subjectUpTo = 0.08;
const backdropFrom = 0.85;
/** How far from the backdrop a pixel may be translucent, as a share of the shorter side: hair, veils, blurred edges. */
const fringe = 0.02;
/** A subject that is less or more of the picture than this was not found. */
const leastSubject = 0.01;
const mostSubject = 0.97;

/**
 * Takes the key colour's backdrop out of what a model painted. Gives interleaved RGBA, with the backdrop's light taken
 * back from the subject's edges; null when there is no such backdrop along the borders, or no subject before it.
 */
export function keyOut({ pixels, width, height }: OpaquePicture, key: KeyColour): Uint8Array<ArrayBuffer> | null {
  const backdrop = backdropAlongBorders({ pixels, width, height }, key);
  if (!backdrop) return null;

  const through = new Float32Array(width * height);
  const open = new Uint8Array(width * height);
  for (let index = 0; index < through.length; index += 1) {
    const part = excessOf(key, pixels, index * 3) / backdrop.excess;
    through[index] = Math.min(1, Math.max(0, (part - subjectUpTo) / (backdropFrom - subjectUpTo)));
    open[index] = part >= backdropFrom ? 1 : 0;
  }
  // A speck of the key colour on the subject is no backdrop; what is translucent far from any backdrop is a colour.
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

/** How many ones lie in the square of `2 * radius + 1` pixels around each place; by a table of sums. */
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
  /** Its usual (median) excess. */
  excess: number;
}

/** The backdrop as it was painted, which is never quite the colour that was asked for. */
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

/** One pixel of the subject; beside the backdrop without the backdrop's share in it and without its reflected light. */
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
