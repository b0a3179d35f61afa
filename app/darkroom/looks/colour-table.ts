import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import { lumaWeights } from "./light.ts";
import type { Skin } from "./measure-faces.ts";

export interface ColourTable {
  readonly gain: Float32Array;
  readonly skin: Float32Array;
}

const [columns, rows, stepsPerUnit] = [192, 256, 64];

export function colourCell(red: number, blue: number): number {
  const across = red < -1 ? 0 : red >= 2 ? columns - 1 : Math.floor((red + 1) * stepsPerUnit);
  const down = blue < -1 ? 0 : blue >= 3 ? rows - 1 : Math.floor((blue + 1) * stepsPerUnit);
  return down * columns + across;
}

/** Vibrance: pale colours gain most, greys nothing, skin little, known by hue and by the photo's faces. */
export function colourTable(vibrance: number, skin: Skin | null): ColourTable {
  const gain = new Float32Array(columns * rows);
  const likely = new Float32Array(columns * rows);
  for (let cell = 0; cell < gain.length; cell += 1) {
    const red = ((cell % columns) + 0.5) / stepsPerUnit - 1;
    const blue = (Math.floor(cell / columns) + 0.5) / stepsPerUnit - 1;
    const green = -(lumaWeights.red * red + lumaWeights.blue * blue) / lumaWeights.green;
    const most = Math.max(red, green, blue);
    const least = Math.min(red, green, blue);
    const saturation = clamp(0, (most - least) / (1 + most), 1);
    const angle = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
    const hue = (angle + 360) % 360;
    const sky = smoothstep(160, 190, hue) * smoothstep(265, 235, hue);
    const leaf = smoothstep(55, 75, hue) * smoothstep(165, 140, hue);
    const hot = smoothstep(30, 10, hue) + smoothstep(330, 350, hue);
    const weight = 1 + 0.35 * sky + 0.2 * leaf - 0.35 * hot;
    gain[cell] = 1 + vibrance * weight * (1 - saturation) ** 1.3 * smoothstep(0.015, 0.12, saturation);
    const likeSkin =
      smoothstep(3, 12, hue) *
      smoothstep(44, 33, hue) *
      smoothstep(0.08, 0.18, saturation) *
      smoothstep(0.8, 0.62, saturation);
    const near = skin ? Math.exp(-(((red - skin.red) / 0.16) ** 2 + ((blue - skin.blue) / 0.16) ** 2)) : 0;
    likely[cell] = skin ? Math.min(1, 0.75 * likeSkin + near) : likeSkin;
  }
  return { gain, skin: likely };
}
