import { smoothstep } from "../pixels/smoothstep.ts";
import type { Light } from "./measure-light.ts";

/**
 * How much pale colours gain: more in a dull photo, nothing in one without colours, where all there is to lift is
 * the tint of the paper and the camera's noise.
 */
export function vibranceFor({ colourfulness }: Light): number {
  const isColour = smoothstep(0.006, 0.02, colourfulness);
  return isColour * (0.1 + 0.28 * smoothstep(0.1, 0.035, colourfulness));
}
