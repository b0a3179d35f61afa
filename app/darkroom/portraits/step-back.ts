import type { Area } from "./close-up.ts";
import type { Subject } from "./measure-subject.ts";

/** How much more of the scene a wide picture shows, across. */
const wider = 1.34;

/**
 * The area around a photo that shows its subject smaller. Where the photo's edge cuts the subject off, the area ends
 * there too, so that no cut shows. Null when it is cut off on both sides or at the top: then nothing of it may shrink.
 */
export function stepBackArea(
  { cutOff, left, right, top }: Subject,
  { width, height }: { width: number; height: number },
): Area | null {
  if ((cutOff.left && cutOff.right) || top < 0.008) return null;
  const area = { width: Math.round(width * wider), height: Math.round(height * wider) };
  const middle = ((left + right) / 2) * width;
  const centred = Math.round(middle - area.width / 2);
  const leftEdge = cutOff.left ? 0 : cutOff.right ? width - area.width : centred;
  const below = cutOff.bottom ? 0 : Math.round((area.height - height) * 0.35);
  return { ...area, left: leftEdge, top: height + below - area.height };
}
