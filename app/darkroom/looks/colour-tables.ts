import { clamp, smoothstep } from "../pixels/plane.ts";
import { lumaWeights } from "../pixels/colour.ts";
import type { Skin } from "./measure-faces.ts";

const [columns, rows, stepsPerUnit] = [192, 256, 64];

/** Cell of the tables for red and blue as shares of luma. */
export function colourCell(red: number, blue: number): number {
  const across = red < -1 ? 0 : red >= 2 ? columns - 1 : Math.floor((red + 1) * stepsPerUnit);
  const down = blue < -1 ? 0 : blue >= 3 ? rows - 1 : Math.floor((blue + 1) * stepsPerUnit);
  return down * columns + across;
}

interface CellColour {
  readonly red: number;
  readonly blue: number;
  /** Degrees. */
  readonly hue: number;
  readonly saturation: number;
}

/** A value for each cell of colour. */
function tableOf(valueOf: (colour: CellColour) => number): Float32Array {
  return Float32Array.from({ length: columns * rows }, (_, cell) => {
    const red = ((cell % columns) + 0.5) / stepsPerUnit - 1;
    const blue = (Math.floor(cell / columns) + 0.5) / stepsPerUnit - 1;
    const green = -(lumaWeights.red * red + lumaWeights.blue * blue) / lumaWeights.green;
    const most = Math.max(red, green, blue);
    const least = Math.min(red, green, blue);
    const angle = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
    return valueOf({ red, blue, hue: (angle + 360) % 360, saturation: clamp(0, (most - least) / (1 + most), 1) });
  });
}

/** Vibrance: pale colours gain most, greys nothing. */
export const colourGains = (vibrance: number): Float32Array =>
  tableOf(({ hue, saturation }) => {
    const sky = smoothstep(160, 190, hue) * smoothstep(265, 235, hue);
    const leaf = smoothstep(55, 75, hue) * smoothstep(165, 140, hue);
    const hot = smoothstep(30, 10, hue) + smoothstep(330, 350, hue);
    const weight = 1 + 0.35 * sky + 0.2 * leaf - 0.35 * hot;
    return 1 + vibrance * weight * (1 - saturation) ** 1.3 * smoothstep(0.015, 0.12, saturation);
  });

/** Skin is known by its hue and by the photo's faces. */
export const skinLikelihoods = (skin: Skin | null): Float32Array =>
  tableOf(({ red, blue, hue, saturation }) => {
    const likely =
      smoothstep(3, 12, hue) *
      smoothstep(44, 33, hue) *
      smoothstep(0.08, 0.18, saturation) *
      smoothstep(0.8, 0.62, saturation);
    if (!skin) return likely;
    const near = Math.exp(-(((red - skin.red) / 0.16) ** 2 + ((blue - skin.blue) / 0.16) ** 2));
    return Math.min(1, 0.75 * likely + near);
  });
