import type { Photo } from "../photo.ts";
import type { FeasibleAngle } from "./choose-angle.ts";
import { type Area, closeUpArea } from "./close-up.ts";
import type { Subject } from "./measure-subject.ts";
import type { Lean } from "./perspective.ts";
import { stepBackArea } from "./step-back.ts";
import type { PortraitPlan } from "./portrait-plan.ts";

/** Which part of a photo becomes the picture; without an area all of it. */
export interface Framing {
  area: Area | null;
  /** The picture's, in pixels. */
  size: { width: number; height: number };
  remarks: string[];
}

/** A close-up is enlarged by at most this: beyond, there is nothing to see. */
const mostEnlarged = 2;

/** The framing an angle asks for, as far as the photo allows. */
export function framingFor(
  { scene, softened, angle }: Pick<PortraitPlan, "scene" | "softened" | "angle">,
  subject: Subject,
  photo: Pick<Photo, "width" | "height">,
): Framing {
  const size = { width: photo.width, height: photo.height };
  if (angle === "close-up") {
    const area = closeUpArea(subject, photo, scene !== null);
    const remarks = area ? [] : ["left the framing as it is: the photo is a close-up already."];
    return { area, size: area ? enlarged(area, photo) : size, remarks };
  }
  if (angle === "wide") {
    const area = stepBackArea(subject, photo);
    // A softened background that was planned is said already.
    const softens = !scene && !softened;
    if (!area) {
      const instead = softens ? " It softened the background instead." : "";
      return { area, size, remarks: [`could not step back: the photo's edges cut the person off.${instead}`] };
    }
    if (scene) return { area, size, remarks: [] };
    const done = softens ? "made the person smaller and softened the background" : "made the person smaller";
    return { area, size, remarks: [`${done}: it cannot show what the photo does not.`] };
  }
  return { area: null, size, remarks: [] };
}

function enlarged({ width, height }: Area, photo: Pick<Photo, "width" | "height">) {
  const by = Math.min(mostEnlarged, Math.max(photo.width, photo.height) / Math.max(width, height));
  return { width: Math.round(width * by), height: Math.round(height * by) };
}

const leans: Partial<Record<FeasibleAngle, Lean>> = {
  low: "low",
  high: "high",
  side: "left",
  "three-quarter": "right",
};

/** How the picture leans for an angle, if it does. */
export const leanFor = (angle: FeasibleAngle): Lean | null => leans[angle] ?? null;

/** From which side the light comes for an angle, if that angle says so. */
export function lightSideFor(angle: FeasibleAngle): "left" | "right" | null {
  if (angle === "side") return "left";
  return angle === "three-quarter" ? "right" : null;
}
