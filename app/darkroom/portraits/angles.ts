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

export const leanFor = (angle: FeasibleAngle): Lean | null => leans[angle] ?? null;

export function lightSideFor(angle: FeasibleAngle): LightSide {
  if (angle === "side") return "left";
  return angle === "three-quarter" ? "right" : null;
}

export function cropForAngle(angle: FeasibleAngle): Crop | null {
  if (angle === "close-up") return "chest";
  return angle === "wide" ? "full" : null;
}

/** Share of the frame's height, downwards. */
export function horizonShiftFor(angle: FeasibleAngle): number {
  if (angle === "low") return 0.1;
  return angle === "high" ? -0.1 : 0;
}
