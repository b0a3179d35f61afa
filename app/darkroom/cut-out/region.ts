import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";
import { emptyPlane } from "../pixels/plane.ts";
import type { Mask } from "./clean-mask.ts";
import type { Box } from "./box.ts";

/** A part of a photo, in whole pixels. */
export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much around a subject is looked at with it: of its width and height, on each side. */
const around = 0.3;

/** The part of a photo that holds a box and what is around it. */
export function regionAround(box: Box, { width, height }: Photo): Region {
  const [marginX, marginY] = [around * box.width, around * box.height];
  const left = Math.max(0, Math.floor(((box.left - marginX) * width) / 100));
  const top = Math.max(0, Math.floor(((box.top - marginY) * height) / 100));
  const right = Math.min(width, Math.ceil(((box.left + box.width + marginX) * width) / 100));
  const bottom = Math.min(height, Math.ceil(((box.top + box.height + marginY) * height) / 100));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** The smallest box that holds a mask's subject. */
export function boxOf({ width, height, data }: Mask): Box {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (const [at, value] of data.entries()) {
    if (value === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  return {
    left: (100 * left) / width,
    top: (100 * top) / height,
    width: (100 * (right - left)) / width,
    height: (100 * (bottom - top)) / height,
  };
}

/** A box of the photo as a box of one of its regions. */
export function boxInRegion(box: Box, region: Region, { width, height }: Photo): Box {
  return {
    left: (100 * ((box.left * width) / 100 - region.left)) / region.width,
    top: (100 * ((box.top * height) / 100 - region.top)) / region.height,
    width: (box.width * width) / region.width,
    height: (box.height * height) / region.height,
  };
}

/** A region of one copy of a photo, as a region of another copy. */
export function scaleRegion({ left, top, width, height }: Region, from: Photo, to: Photo): Region {
  const [scaleX, scaleY] = [to.width / from.width, to.height / from.height];
  const scaled = { left: Math.round(left * scaleX), top: Math.round(top * scaleY) };
  const [right, bottom] = [Math.round((left + width) * scaleX), Math.round((top + height) * scaleY)];
  return { ...scaled, width: right - scaled.left, height: bottom - scaled.top };
}

export function cropPhoto(photo: Photo, region: Region): Photo {
  if (region.width === photo.width && region.height === photo.height) return photo;
  const data = new Uint8Array(region.width * region.height * 3);
  for (let y = 0; y < region.height; y += 1) {
    const from = ((region.top + y) * photo.width + region.left) * 3;
    data.set(photo.data.subarray(from, from + region.width * 3), y * region.width * 3);
  }
  return { width: region.width, height: region.height, data };
}

/** A region's plane in one of the whole photo's size, 0 around it. */
export function placePlane(plane: Plane, region: Region, { width, height }: Photo): Plane {
  if (plane.width === width && plane.height === height) return plane;
  const whole = emptyPlane(width, height);
  for (let y = 0; y < region.height; y += 1) {
    const row = plane.data.subarray(y * region.width, (y + 1) * region.width);
    whole.data.set(row, (region.top + y) * width + region.left);
  }
  return whole;
}
