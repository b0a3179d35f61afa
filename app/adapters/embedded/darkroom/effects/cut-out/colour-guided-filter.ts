import { boxMean } from "../box-mean.ts";
import { emptyPlane, type Photo, type Plane } from "../photo.ts";

/** In each neighbourhood the filtered value is `red * R + green * G + blue * B + offset`, primaries from 0 to 1. */
export interface ColourPlanes {
  red: Plane;
  green: Plane;
  blue: Plane;
  offset: Plane;
}

/**
 * The guided filter with a photo in colour as its guide (He, Sun, Tang: Guided Image Filtering, 2013, section 3.6), as
 * linear functions of the colour, to be fitted on a small photo and drawn on the large one. `contrast` is the standard
 * deviation, 0 to 1, from which on a variation of the photo counts as an edge.
 */
export function colourGuidedPlanes(plane: Plane, guide: Photo, radius: number, contrast: number): ColourPlanes {
  const { width, height } = plane;
  const [r, g, b] = [0, 1, 2].map((channel) => channelOf(guide, channel)) as [Plane, Plane, Plane];
  const mean = (one: Plane, other?: Plane) => boxMean(other ? product(one, other) : one, radius).data;
  const [meanR, meanG, meanB, meanP] = [mean(r), mean(g), mean(b), mean(plane)];
  const [withR, withG, withB] = [mean(r, plane), mean(g, plane), mean(b, plane)];
  const [rr, rg, rb, gg, gb, bb] = [mean(r, r), mean(r, g), mean(r, b), mean(g, g), mean(g, b), mean(b, b)];
  const fitted = {
    red: emptyPlane(width, height),
    green: emptyPlane(width, height),
    blue: emptyPlane(width, height),
    offset: emptyPlane(width, height),
  };
  const tolerance = contrast * contrast;
  for (let at = 0; at < plane.data.length; at += 1) {
    const [mr, mg, mb, mp] = [meanR[at] ?? 0, meanG[at] ?? 0, meanB[at] ?? 0, meanP[at] ?? 0];
    // The covariance of the primaries, and of each with the plane; solved by the adjugate matrix.
    const [a, d, f] = [
      (rr[at] ?? 0) - mr * mr + tolerance,
      (gg[at] ?? 0) - mg * mg + tolerance,
      (bb[at] ?? 0) - mb * mb + tolerance,
    ];
    const [b_, c, e] = [(rg[at] ?? 0) - mr * mg, (rb[at] ?? 0) - mr * mb, (gb[at] ?? 0) - mg * mb];
    const [pr, pg, pb] = [(withR[at] ?? 0) - mr * mp, (withG[at] ?? 0) - mg * mp, (withB[at] ?? 0) - mb * mp];
    const [i00, i01, i02] = [d * f - e * e, c * e - b_ * f, b_ * e - c * d];
    const [i11, i12, i22] = [a * f - c * c, b_ * c - a * e, a * d - b_ * b_];
    const determinant = a * i00 + b_ * i01 + c * i02;
    const red = (i00 * pr + i01 * pg + i02 * pb) / determinant;
    const green = (i01 * pr + i11 * pg + i12 * pb) / determinant;
    const blue = (i02 * pr + i12 * pg + i22 * pb) / determinant;
    fitted.red.data[at] = red;
    fitted.green.data[at] = green;
    fitted.blue.data[at] = blue;
    fitted.offset.data[at] = mp - red * mr - green * mg - blue * mb;
  }
  return {
    red: boxMean(fitted.red, radius),
    green: boxMean(fitted.green, radius),
    blue: boxMean(fitted.blue, radius),
    offset: boxMean(fitted.offset, radius),
  };
}

function channelOf({ width, height, data }: Photo, channel: number): Plane {
  const plane = emptyPlane(width, height);
  for (let at = 0; at < plane.data.length; at += 1) plane.data[at] = (data[at * 3 + channel] ?? 0) / 255;
  return plane;
}

function product(one: Plane, other: Plane): Plane {
  const products = emptyPlane(one.width, one.height);
  for (let at = 0; at < products.data.length; at += 1) {
    products.data[at] = (one.data[at] ?? 0) * (other.data[at] ?? 0);
  }
  return products;
}
