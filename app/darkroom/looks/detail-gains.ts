import { smoothstep } from "../pixels/smoothstep.ts";

/** By how much detail of a certain strength is multiplied; strength is the difference in luma, 0 to 1. */
export interface DetailGains {
  /** The gain of fine detail at `strength * steps`, up to `strongest`. */
  fine: Float32Array;
  /** The gain of shapes. */
  shape: number;
}

export const detailSteps = 2048;
/** Detail at least this strong is an edge and stays as it is: lifting it would draw a bright line beside it. */
const [fromEdge, toEdge] = [0.05, 0.13];

/**
 * Fine detail is lifted where it stands out from the noise, held down where it does not, and left alone where it is
 * an edge.
 */
export function detailGains(noise: number): DetailGains {
  const floor = Math.max(1.5 * noise, 0.005);
  const heldDown = 1 - 0.8 * smoothstep(0.006, 0.025, noise);
  const lifted = 1 + 0.5 * smoothstep(0.04, 0.012, noise);
  const fine = Float32Array.from({ length: detailSteps }, (_, step) => {
    const strength = step / detailSteps;
    const standsOut = smoothstep(1.5 * floor, 4 * floor, strength);
    const inside = heldDown + (lifted - heldDown) * standsOut;
    return inside + (1 - inside) * smoothstep(fromEdge, toEdge, strength);
  });
  return { fine, shape: 1.14 - 0.1 * smoothstep(0.01, 0.03, noise) };
}
