import { lumaOf } from "../pixels/colour.ts";
import { smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { percentiles } from "./measure-tones.ts";

/** Px: the longer side of the sampled grid. */
const sampledSide = 400;
/** Shares of the pixels: the black of each primary; dark and light pixels. */
const [darkest, dark, lightest] = [0.005, 0.015, 0.995];
/** Differences of brightness, 0 to 1, between the primaries of black. */
const fadedBlack = [0.08, 0.16] as const;
/** The dark pixels of a faded print all have the colour of its black. */
const sameColour = [0.06, 0.03] as const;
/** Photos without black or white, such as a blue sky, stay. */
const [hasBlack, hasWhite] = [
  [0.35, 0.24],
  [0.6, 0.75],
] as const;
/** Lead of green over blue and red: haze and dusk make blue blacks, lamps and deep skin red ones. */
const [overBlue, overRed] = [
  [0, 0.04],
  [-0.06, -0.03],
] as const;
/** Fades the correction out from black to white. */
const falloff = 2.3;

/** Prints fade to green or yellow blacks. Makes them neutral. `faded`: 0 to 1; at 0 the photo stays as it is. */
export function restoreFadedPrint(photo: Photo): { photo: Photo; faded: number } {
  const { black, faded } = measureBlack(photo);
  if (faded === 0) return { photo, faded };
  const neutral = Math.min(...black);
  const curves = black.map((level) =>
    Float32Array.from({ length: 256 }, (_, from) => {
      const share = Math.min(1, (1 - from / 255) / (1 - level)) ** falloff;
      const veil = 255 * faded * (level - neutral) * share;
      return Math.max(0, from - veil) + 0.5;
    }),
  );
  const data = new Uint8Array(photo.data.length);
  for (const [channel, curve] of curves.entries()) {
    for (let at = channel; at < data.length; at += 3) data[at] = curve[photo.data[at] ?? 0] ?? 0;
  }
  return { photo: { ...photo, data }, faded };
}

function measureBlack(photo: Photo): { black: readonly number[]; faded: number } {
  const { colours, luma } = sample(photo);
  const black = colours.map((tones) => percentiles(tones, [darkest])[0] ?? 0);
  const [darkBelow = 0, white = 1] = percentiles(luma, [dark, lightest]);
  const off = colours.map((tones, channel) =>
    Math.abs(meanWhere(tones, luma, darkBelow + 0.002) - (black[channel] ?? 0)),
  );
  const [red = 0, green = 0, blue = 0] = black;
  const faded =
    smoothstep(...fadedBlack, Math.max(...black) - Math.min(...black)) *
    smoothstep(...sameColour, Math.max(...off)) *
    smoothstep(...overBlue, green - blue) *
    smoothstep(...overRed, green - red) *
    smoothstep(...hasBlack, lumaOf(red, green, blue)) *
    smoothstep(...hasWhite, white);
  return { black, faded };
}

interface Samples {
  readonly colours: readonly [red: Float32Array, green: Float32Array, blue: Float32Array];
  readonly luma: Float32Array;
}

function sample({ width, height, data }: Photo): Samples {
  const step = Math.max(1, Math.floor(Math.max(width, height) / sampledSide));
  const count = Math.ceil(width / step) * Math.ceil(height / step);
  const [red, green, blue] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const luma = new Float32Array(count);
  for (let y = 0, to = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step, to += 1) {
      const at = (y * width + x) * 3;
      const [r, g, b] = [(data[at] ?? 0) / 255, (data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255];
      red[to] = r;
      green[to] = g;
      blue[to] = b;
      luma[to] = lumaOf(r, g, b);
    }
  }
  return { colours: [red, green, blue], luma };
}

function meanWhere(tones: Float32Array, luma: Float32Array, below: number): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < tones.length; at += 1) {
    if ((luma[at] ?? 0) > below) continue;
    sum += tones[at] ?? 0;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
