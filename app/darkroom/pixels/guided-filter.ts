import { boxMean } from "./box-mean.ts";
import { emptyPlane, type Plane } from "./plane.ts";
import { product } from "./product.ts";

/** In each neighbourhood the filtered value is `slope * guide + offset`. */
export interface LocalLines {
  slope: Plane;
  offset: Plane;
}

/**
 * Smooths a plane but not across the edges of `guide` (He, Sun, Tang: Guided Image Filtering, 2013). Variations whose
 * standard deviation within `radius` stays well below `contrast` are smoothed; stronger ones are edges and stay.
 */
export function guidedFilter(plane: Plane, guide: Plane, radius: number, contrast: number): Plane {
  return drawLines(guidedLines(plane, guide, radius, contrast), guide);
}

/** The filter as lines, which may be fitted on a small copy and drawn on the full guide (Fast Guided Filter, 2015). */
export function guidedLines(plane: Plane, guide: Plane, radius: number, contrast: number): LocalLines {
  const { width, height } = plane;
  const isOwnGuide = plane === guide;
  const guideMean = boxMean(guide, radius);
  const mean = isOwnGuide ? guideMean : boxMean(plane, radius);
  const squareMean = boxMean(product(guide, guide), radius);
  const productMean = isOwnGuide ? squareMean : boxMean(product(plane, guide), radius);

  const slope = emptyPlane(width, height);
  const offset = emptyPlane(width, height);
  const tolerance = contrast * contrast;
  for (let at = 0; at < slope.data.length; at += 1) {
    const [g, p] = [guideMean.data[at] ?? 0, mean.data[at] ?? 0];
    const variance = Math.max(0, (squareMean.data[at] ?? 0) - g * g);
    const a = ((productMean.data[at] ?? 0) - p * g) / (variance + tolerance);
    slope.data[at] = a;
    offset.data[at] = p - a * g;
  }
  return { slope: boxMean(slope, radius), offset: boxMean(offset, radius) };
}

function drawLines({ slope, offset }: LocalLines, guide: Plane): Plane {
  const drawn = emptyPlane(guide.width, guide.height);
  for (let at = 0; at < drawn.data.length; at += 1) {
    drawn.data[at] = (slope.data[at] ?? 0) * (guide.data[at] ?? 0) + (offset.data[at] ?? 0);
  }
  return drawn;
}
