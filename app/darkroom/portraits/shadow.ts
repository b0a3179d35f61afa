import type { SceneLight } from "../../tools/portrait-studio/scene-light.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Subject } from "./measure-subject.ts";

/** How dark it is right under the subject. */
const darkness = 0.5;

/**
 * The light that is left on the ground below a subject whose feet or base are in the picture, 0 to 1 per pixel: a dark
 * contact and a wide soft pool, which leans away from the main light. Null when the picture's edge cuts the subject
 * off. Small planes, of the alpha's size.
 */
export function groundShadow(alpha: Plane, subject: Subject, light: SceneLight): Plane | null {
  if (subject.cutOff.bottom) return null;
  const { width, height } = alpha;
  const base = baseOf(alpha, subject.bottom);
  if (!base) return null;
  const lean = Math.cos((light.keyDegrees * Math.PI) / 180) * base.halfWidth * 0.35;
  const contact = ellipse(alpha, base.x, base.y, base.halfWidth, base.halfWidth * 0.12);
  const pool = ellipse(alpha, base.x + lean, base.y, base.halfWidth * 1.5, base.halfWidth * 0.3);
  const side = Math.max(width, height);
  const [near, far] = [gaussianBlur(contact, side * 0.008), gaussianBlur(pool, side * (0.02 + 0.03 * light.softness))];
  const shadow = emptyPlane(width, height);
  for (let at = 0; at < shadow.data.length; at += 1) {
    shadow.data[at] = (1 - darkness * (near.data[at] ?? 0)) * (1 - darkness * 0.7 * (far.data[at] ?? 0));
  }
  return shadow;
}

/** Where the subject stands: the width of its lowest tenth. */
function baseOf({ width, height, data }: Plane, bottom: number) {
  const last = Math.min(height - 1, Math.round(bottom * height) - 1);
  let [first, end] = [width, -1];
  for (let y = Math.max(0, last - Math.round(height * 0.04)); y <= last; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] ?? 0) < 0.5) continue;
      first = Math.min(first, x);
      end = Math.max(end, x);
    }
  }
  return end < first ? null : { x: (first + end) / 2, y: last, halfWidth: Math.max(2, (end - first) / 2) };
}

function ellipse({ width, height }: Plane, centreX: number, centreY: number, radiusX: number, radiusY: number): Plane {
  const plane = emptyPlane(width, height);
  const tall = Math.max(1.5, radiusY);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (((x - centreX) / radiusX) ** 2 + ((y - centreY) / tall) ** 2 < 1) plane.data[at] = 1;
    }
  }
  return plane;
}
