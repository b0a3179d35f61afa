import { bilinearRows } from "./bilinear-rows.ts";
import { emptyPlane, type Plane } from "./plane.ts";

/** A small plane stretched to `width` × `height` by bilinear interpolation. */
export function enlargePlane(plane: Plane, width: number, height: number): Plane {
  const large = emptyPlane(width, height);
  const readRow = bilinearRows(plane, width, height);
  for (let y = 0; y < height; y += 1) readRow(y, large.data.subarray(y * width, (y + 1) * width));
  return large;
}
