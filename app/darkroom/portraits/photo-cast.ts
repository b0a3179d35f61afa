import type { Photo } from "../work.ts";
import { clamp } from "../pixels/plane.ts";
import { lightOfByte } from "./tones.ts";

export interface Cast {
  readonly red: number;
  readonly blue: number;
}

/** Less when skin would leave its hue. */
const [believed, doubted] = [0.5, 0.15];
/** Blue against red stops, and least red. */
const [skinSlope, leastRed] = [-0.57, 0.5];
const most = 0.6;

/** Grey-Edge and Shades of Grey (van de Weijer and others, 2007), limited by the skin. */
export function castOf({ width, height, data }: Photo, skin: readonly [number, number, number] | null): Cast {
  const [shades, edges] = [new Float64Array(3), new Float64Array(3)];
  for (let at = 3 * (width + 1); at < width * height * 3; at += 3) {
    if (Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) > 250) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = lightOfByte[data[at + channel] ?? 0] ?? 0;
      const before = lightOfByte[data[at + channel - 3] ?? 0] ?? 0;
      const above = lightOfByte[data[at + channel - width * 3] ?? 0] ?? 0;
      shades[channel] = (shades[channel] ?? 0) + value ** 4;
      edges[channel] = (edges[channel] ?? 0) + (value - before) ** 2 + (value - above) ** 2;
    }
  }
  const stops = (channel: number) =>
    clamp(-most, 0.35 * stopsOver(shades, channel, 4) + 0.65 * stopsOver(edges, channel, 2), most);
  const [red, blue] = [stops(0), stops(2)];
  const trust = skin ? trustBy(skin, red, blue) : believed;
  return { red: red * trust, blue: blue * trust };
}

function stopsOver(sums: Float64Array, channel: number, power: number): number {
  return Math.log2(((sums[channel] ?? 0) + 1e-9) / ((sums[1] ?? 0) + 1e-9)) / power;
}

function trustBy([skinRed, skinGreen, skinBlue]: readonly [number, number, number], red: number, blue: number): number {
  const redStops = Math.log2((skinRed + 1e-6) / (skinGreen + 1e-6));
  const blueStops = Math.log2((skinBlue + 1e-6) / (skinGreen + 1e-6));
  const offLine = (share: number) => Math.abs(blueStops - share * blue - skinSlope * (redStops - share * red));
  const trust = offLine(believed) > Math.max(0.12, offLine(0)) ? doubted : believed;
  return red > 0 ? Math.min(trust, Math.max(0, (redStops - leastRed) / red)) : trust;
}
