import { cubicRows } from "../pixels/cubic-rows.ts";
import { type LumaChroma, splitColour } from "../pixels/luma-chroma.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { areaMean } from "../pixels/area-mean.ts";

/**
 * The longer side of the canvas styles paint on, in pixels. Brushes and pens are measured in its pixels; here lines
 * are strong, faces survive, and the work is a third of that at 1920 px.
 */
const [shortest, longest] = [1000, 1120];

/** Photos are enlarged at most so many times to be painted from; tiny ones get bolder strokes instead. */
export const mostEnlarged = 3;

/** The photo's colours, at a size between `shortest` and `longest` unless the photo is tiny. */
export function canvasFor(photo: Photo): LumaChroma {
  const { luma, blueness, redness } = splitColour(shrinkToCanvas(photo), { red: 1, green: 1, blue: 1 });
  const scale = Math.min(mostEnlarged, shortest / Math.max(luma.width, luma.height));
  if (scale <= 1) return { luma, blueness, redness };
  return { luma: enlarge(luma, scale), blueness: enlarge(blueness, scale), redness: enlarge(redness, scale) };
}

/** The photo as large as a canvas at most. */
export function shrinkToCanvas(photo: Photo): Photo {
  const scale = longest / Math.max(photo.width, photo.height);
  if (scale >= 1) return photo;
  return areaMean(photo, Math.max(1, Math.round(photo.width * scale)), Math.max(1, Math.round(photo.height * scale)));
}

function enlarge(plane: Plane, scale: number): Plane {
  const [width, height] = [Math.round(plane.width * scale), Math.round(plane.height * scale)];
  const large = emptyPlane(width, height);
  const readRow = cubicRows(plane, width, height);
  for (let y = 0; y < height; y += 1) readRow(y, large.data.subarray(y * width, (y + 1) * width));
  return large;
}
