import { cubicRows } from "../cubic-rows.ts";
import { type LumaChroma, splitColour } from "../luma-chroma.ts";
import { emptyPlane, type Photo, type Plane } from "../photo.ts";
import { areaMean } from "../area-mean.ts";

/**
 * The longer side of the canvas styles paint on, in pixels. Brushes and pens are measured in its pixels; here lines
 * are strong, faces survive, and the work is a third of that at 1920 px.
 */
const [shortest, longest] = [1000, 1120];

/** Photos are enlarged at most so many times to be painted from; tiny ones get bolder strokes instead. */
export const mostEnlarged = 3;

/** The photo's colours, at a size between `shortest` and `longest` unless the photo is tiny. */
export function canvasFor(photo: Photo): LumaChroma {
  const colour = splitColour(photo, { red: 1, green: 1, blue: 1 });
  const side = Math.max(photo.width, photo.height);
  if (side > longest) return resize(colour, longest / side, areaMean);
  return side < shortest ? resize(colour, Math.min(mostEnlarged, shortest / side), enlarge) : colour;
}

type Resize = (plane: Plane, width: number, height: number) => Plane;

function resize({ luma, blueness, redness }: LumaChroma, scale: number, by: Resize): LumaChroma {
  const width = Math.max(1, Math.round(luma.width * scale));
  const height = Math.max(1, Math.round(luma.height * scale));
  return { luma: by(luma, width, height), blueness: by(blueness, width, height), redness: by(redness, width, height) };
}

function enlarge(plane: Plane, width: number, height: number): Plane {
  const large = emptyPlane(width, height);
  const readRow = cubicRows(plane, width, height);
  for (let y = 0; y < height; y += 1) readRow(y, large.data.subarray(y * width, (y + 1) * width));
  return large;
}
