import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { cubicRows } from "../pixels/cubic-rows.ts";
import { shrinkPlane } from "../pixels/shrink-plane.ts";
import { product } from "../pixels/product.ts";

/** The longer side of the copy that is blurred, in pixels: what is out of focus holds no more. */
const smallSide = 480;

/** The blur's radius as a share of the longer side. */
const strength = 0.022;

/**
 * The background of a photo without its subject, far out of focus: each pixel is the mean of the background near it,
 * and what the subject hid is filled from all around, to its very middle, so that the subject may stand elsewhere.
 */
export function softenedBackground(photo: Photo, alpha: Plane): Photo {
  const small = shrinkPhoto(photo, smallSide);
  const { width, height } = small;
  const outside = shrinkPlane(alpha, small);
  for (let at = 0; at < outside.data.length; at += 1) {
    const share = 1 - Math.min(1, (outside.data[at] ?? 0) * 1.5);
    outside.data[at] = share * share;
  }
  const sigma = Math.max(width, height) * strength;
  const channels = [0, 1, 2].map((channel) => spread(channelOf(small, channel), outside, sigma));
  return enlarge(channels, photo.width, photo.height);
}

/** Blurs the background alone; where there is none within reach, a wider blur answers. */
function spread(values: Plane, weights: Plane, sigma: number): Plane {
  const spreadOut = emptyPlane(values.width, values.height);
  const missing = new Float32Array(values.data.length).fill(1);
  for (const radius of [sigma, sigma * 4, Math.max(values.width, values.height) / 2]) {
    const sums = gaussianBlur(product(values, weights), radius);
    const shares = gaussianBlur(weights, radius);
    for (let at = 0; at < missing.length; at += 1) {
      const share = shares.data[at] ?? 0;
      const take = Math.min(missing[at] ?? 0, Math.min(1, share * 4));
      spreadOut.data[at] = (spreadOut.data[at] ?? 0) + (take * (sums.data[at] ?? 0)) / Math.max(1e-5, share);
      missing[at] = (missing[at] ?? 0) - take;
    }
  }
  for (let at = 0; at < missing.length; at += 1) {
    spreadOut.data[at] = (spreadOut.data[at] ?? 0) / Math.max(0.05, 1 - (missing[at] ?? 0));
  }
  return gaussianBlur(spreadOut, sigma * 0.5);
}

function channelOf({ width, height, data }: Photo, channel: number): Plane {
  const plane = emptyPlane(width, height);
  for (let at = 0; at < plane.data.length; at += 1) plane.data[at] = data[at * 3 + channel] ?? 0;
  return plane;
}

function enlarge(channels: Plane[], width: number, height: number): Photo {
  const data = new Uint8Array(width * height * 3);
  const row = new Float32Array(width);
  for (const [channel, plane] of channels.entries()) {
    const read = cubicRows(plane, width, height);
    for (let y = 0; y < height; y += 1) {
      read(y, row);
      for (let x = 0, to = y * width * 3 + channel; x < width; x += 1, to += 3) {
        const value = row[x] ?? 0;
        data[to] = value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5;
      }
    }
  }
  return { width, height, data };
}
