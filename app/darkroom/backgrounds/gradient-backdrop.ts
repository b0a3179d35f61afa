import type { Photo } from "../photo.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { bytesOfLight, type Rgb, toLinear } from "./colour.ts";
import { dithered } from "./dither.ts";

/**
 * Diagonal, mixed halfway between light and bytes: bytes turn muddy between opposite colours, light skips dark ones.
 */
export function gradientBackdrop(width: number, height: number, colours: readonly Rgb[]): Photo {
  // Clamps and rounds.
  const data = new Uint8ClampedArray(width * height * 3);
  const steps = Array.from({ length: 1025 }, (_, step) => mixed(colours, step / 1024));
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const along = ((x + 0.5) / width + (y + 0.5) / height) / 2;
      const position = 1024 * (0.35 * along + 0.65 * smoothstep(0, 1, along));
      const from = Math.floor(position);
      const share = position % 1;
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const [one = 0, other = one] = [steps[from]?.[channel], steps[from + 1]?.[channel]];
        data[at] = dithered(one + (other - one) * share, at);
      }
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

function mixed(colours: readonly Rgb[], along: number): Rgb {
  const position = along * (colours.length - 1);
  const from = colours[Math.floor(position)] ?? [0, 0, 0];
  const to = colours[Math.ceil(position)] ?? from;
  const share = position % 1;
  const mix = (channel: 0 | 1 | 2) => {
    const light = toLinear(from[channel]) * (1 - share) + toLinear(to[channel]) * share;
    const byLight = bytesOfLight[Math.round(light * 4096)] ?? 0;
    const byBytes = from[channel] * (1 - share) + to[channel] * share;
    return (byLight + byBytes) / 2;
  };
  return [mix(0), mix(1), mix(2)];
}
