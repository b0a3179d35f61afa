import type { FeasibleAngle } from "./choose-angle.ts";
import type { Crop } from "./frame.ts";
import type { Lean } from "./lean.ts";
import type { LightSide } from "./stages.ts";

const leans: Partial<Record<FeasibleAngle, Lean>> = {
  low: "low",
  high: "high",
  side: "left",
  "three-quarter": "right",
};

/** How the picture leans for an angle, if it does. */
export const leanFor = (angle: FeasibleAngle): Lean | null => leans[angle] ?? null;

/** From which side the light comes for an angle, if that angle says so. */
export function lightSideFor(angle: FeasibleAngle): LightSide {
  if (angle === "side") return "left";
  return angle === "three-quarter" ? "right" : null;
}

/** How much of the body an angle asks for, if it says so. */
export function cropForAngle(angle: FeasibleAngle): Crop | null {
  if (angle === "close-up") return "chest";
  return angle === "wide" ? "full" : null;
}

/** How far a camera that looks up or down moves the horizon down the frame, as a share of its height. */
export function horizonShiftFor(angle: FeasibleAngle): number {
  if (angle === "low") return 0.1;
  return angle === "high" ? -0.1 : 0;
}
