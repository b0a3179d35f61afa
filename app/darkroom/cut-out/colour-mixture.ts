import type { Photo } from "../photo.ts";

/** Bells a side's colours are described by; OpenCV's GrabCut has a fixed five. */
const bells = 5;

/**
 * A side's colours as a mixture of five Gaussians, in the form OpenCV's GrabCut keeps them: five weights, five means,
 * five covariances row by row (65 numbers). The clusters are found by splitting the widest one across its longest axis
 * (Orchard, Bouman: Color Quantization of Images, 1991), as in the original GrabCut; OpenCV's own start is random, and
 * the same photo would give another cut-out each time.
 */
export function colourMixture({ data }: Photo, belongs: (at: number) => boolean): Float64Array {
  const pixels: number[] = [];
  for (let at = 0; at < data.length / 3; at += 1) if (belongs(at)) pixels.push(at);
  const clusters = [describe(pixels, data)];
  while (clusters.length < bells) {
    const widest = clusters.reduce((one, other) => (other.spread > one.spread ? other : one));
    const [low, high] = split(widest, data);
    if (low.length === 0 || high.length === 0) break;
    clusters.splice(clusters.indexOf(widest), 1, describe(low, data), describe(high, data));
  }
  const model = new Float64Array(bells * 13);
  for (const [at, { pixels: own, mean, covariance }] of clusters.entries()) {
    model[at] = own.length / Math.max(1, pixels.length);
    model.set(mean, bells + at * 3);
    model.set(covariance, bells * 4 + at * 9);
  }
  return model;
}

interface Cluster {
  pixels: number[];
  mean: number[];
  /** 3 × 3, row by row. */
  covariance: number[];
  /** The direction it is longest in, and how much all of its pixels vary along it. */
  axis: number[];
  spread: number;
}

function describe(pixels: number[], data: Uint8Array): Cluster {
  const { sums, products } = addedUp(pixels, data);
  const count = Math.max(1, pixels.length);
  const mean = sums.map((sum) => sum / count);
  // Rounding alone varies a byte by 1/12; the rest keeps the matrix invertible for flat colours.
  const covariance = products.map((product, at) => {
    const [i, j] = [Math.floor(at / 3), at % 3];
    return product / count - (mean[i] ?? 0) * (mean[j] ?? 0) + (i === j ? 0.5 : 0);
  });
  let axis = [1, 1, 1];
  let variance = 0;
  // Power iteration: the covariance turns any direction towards its longest one.
  for (let step = 0; step < 12; step += 1) {
    const turned = [0, 1, 2].map((i) => axis.reduce((sum, value, j) => sum + value * (covariance[i * 3 + j] ?? 0), 0));
    variance = Math.hypot(...turned);
    axis = turned.map((value) => value / (variance || 1));
  }
  return { pixels, mean, covariance, axis, spread: variance * pixels.length };
}

/** The sums of the primaries, and of their products, row by row. */
function addedUp(pixels: number[], data: Uint8Array): { sums: number[]; products: number[] } {
  let red = 0;
  let green = 0;
  let blue = 0;
  let rr = 0;
  let rg = 0;
  let rb = 0;
  let gg = 0;
  let gb = 0;
  let bb = 0;
  for (const at of pixels) {
    const r = data[at * 3] ?? 0;
    const g = data[at * 3 + 1] ?? 0;
    const b = data[at * 3 + 2] ?? 0;
    red += r;
    green += g;
    blue += b;
    rr += r * r;
    rg += r * g;
    rb += r * b;
    gg += g * g;
    gb += g * b;
    bb += b * b;
  }
  return { sums: [red, green, blue], products: [rr, rg, rb, rg, gg, gb, rb, gb, bb] };
}

function split({ pixels, mean, axis }: Cluster, data: Uint8Array): [number[], number[]] {
  const sides: [number[], number[]] = [[], []];
  const [meanRed = 0, meanGreen = 0, meanBlue = 0] = mean;
  const [axisRed = 0, axisGreen = 0, axisBlue = 0] = axis;
  for (const at of pixels) {
    const red = ((data[at * 3] ?? 0) - meanRed) * axisRed;
    const green = ((data[at * 3 + 1] ?? 0) - meanGreen) * axisGreen;
    const blue = ((data[at * 3 + 2] ?? 0) - meanBlue) * axisBlue;
    sides[red + green + blue > 0 ? 1 : 0].push(at);
  }
  return sides;
}
