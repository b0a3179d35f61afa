import { boxMean } from "../pixels/box-mean.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { product } from "../pixels/product.ts";

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
    const mr = meanR[at] ?? 0;
    const mg = meanG[at] ?? 0;
    const mb = meanB[at] ?? 0;
    const mp = meanP[at] ?? 0;
    // The covariance of the primaries, and of each with the plane; solved by the adjugate matrix.
    const a = (rr[at] ?? 0) - mr * mr + tolerance;
    const d = (gg[at] ?? 0) - mg * mg + tolerance;
    const f = (bb[at] ?? 0) - mb * mb + tolerance;
    const b_ = (rg[at] ?? 0) - mr * mg;
    const c = (rb[at] ?? 0) - mr * mb;
    const e = (gb[at] ?? 0) - mg * mb;
    const pr = (withR[at] ?? 0) - mr * mp;
    const pg = (withG[at] ?? 0) - mg * mp;
    const pb = (withB[at] ?? 0) - mb * mp;
    const i00 = d * f - e * e;
    const i01 = c * e - b_ * f;
    const i02 = b_ * e - c * d;
    const i11 = a * f - c * c;
    const i12 = b_ * c - a * e;
    const i22 = a * d - b_ * b_;
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
