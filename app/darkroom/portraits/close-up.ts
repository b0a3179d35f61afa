import { clamp } from "../pixels/smoothstep.ts";
import type { Subject } from "./measure-subject.ts";

/** An area of a photo, in its pixels; it may reach over the top edge, where there is only background. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Of the head's height: the air above it, and the height of the whole. */
const [headroom, whole] = [0.24, 1.95];

/** Width to height, as portraits are printed. */
const ratio = 4 / 5;

/**
 * The area of a head-and-shoulders portrait, or null when the photo is hardly more than that already. `canExtend`: the
 * background is going to be another one, so the area may reach over the top edge for its headroom.
 */
export function closeUpArea(
  { head }: Subject,
  photo: { width: number; height: number },
  canExtend: boolean,
): Area | null {
  const headHeight = Math.max((head.bottom - head.top) * photo.height, head.width * photo.width * 1.1);
  const height = Math.round(Math.min(headHeight * whole, photo.height, photo.width / ratio));
  const width = Math.round(height * ratio);
  if (height * width > photo.width * photo.height * 0.72) return null;
  const wantedTop = Math.round(head.top * photo.height - headHeight * headroom);
  const top = clamp(canExtend ? wantedTop : 0, wantedTop, photo.height - height);
  const left = clamp(0, Math.round(head.x * photo.width - width / 2), photo.width - width);
  return { left, top, width, height };
}
