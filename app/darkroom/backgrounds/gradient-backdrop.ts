import type { Photo } from "../work.ts";
import { smoothstep } from "../pixels/plane.ts";
import { bytesOfLight, dithered, type Rgb, toLinear } from "./colour.ts";

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

/** One-colour paper that curves from wall to floor, with a soft light and darker corners. */
export function studioBackdrop(width: number, height: number, colour: Rgb): Photo {
  const data = new Uint8ClampedArray(width * height * 3);
  const brightness =
    (0.2126 * toLinear(colour[0]) + 0.7152 * toLinear(colour[1]) + 0.0722 * toLinear(colour[2])) ** 0.45;
  // White turns grey with falloff; black needs a spot of light.
  const depth = 0.3 - 0.2 * brightness ** 2;
  const lift = 14 * (1 - brightness) ** 2;
  const shape = Math.min(1.25, Math.max(0.8, width / height));
  const across = Float32Array.from({ length: width }, (_, x) => bell((((x + 0.5) / width - 0.5) * shape) / 0.62));
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = (y + 0.5) / height;
    // The bend faces away from the light, the floor towards it.
    const bend = 0.35 * Math.exp(-(((down - 0.8) / 0.07) ** 2)) - 0.3 * smoothstep(0.8, 1, down);
    const lightDown = bell((down - 0.4) / 0.72);
    for (let x = 0; x < width; x += 1) {
      const light = lightDown * (across[x] ?? 0);
      const shade = 1 + depth * (light * 1.1 - 0.72) - depth * 0.25 * bend;
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        const value = (colour[channel] ?? 0) * shade + lift * light;
        data[at] = dithered(value, at);
      }
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

const bell = (distance: number) => Math.exp(-1.1 * distance * distance);
