import { maxPhotoAspect, minPhotoSide } from "../upload/limits.ts";
import type { Frame, Size } from "./adjustment.ts";

export interface Corner {
  x: 0 | 1;
  y: 0 | 1;
}

interface Point {
  x: number;
  y: number;
}

export const movedFrame = (frame: Frame, size: Size, by: Point): Frame => ({
  ...frame,
  left: within(frame.left + by.x, 0, size.width - frame.width),
  top: within(frame.top + by.y, 0, size.height - frame.height),
});

/** Drags one corner to a point while the opposite one stays, within the photo and its smallest size and ratio. */
export function pulledFrame(frame: Frame, size: Size, corner: Corner, to: Point, ratio: number | null): Frame {
  const fixed = {
    x: corner.x ? frame.left : frame.left + frame.width,
    y: corner.y ? frame.top : frame.top + frame.height,
  };
  const available = {
    width: corner.x ? size.width - fixed.x : fixed.x,
    height: corner.y ? size.height - fixed.y : fixed.y,
  };
  const requested = { width: (to.x - fixed.x) * (corner.x ? 1 : -1), height: (to.y - fixed.y) * (corner.y ? 1 : -1) };
  const { width, height } = ratio === null ? free(requested, available) : proportioned(requested, available, ratio);
  return {
    left: corner.x ? fixed.x : fixed.x - width,
    top: corner.y ? fixed.y : fixed.y - height,
    width,
    height,
  };
}

export function grownFrame(frame: Frame, size: Size, by: Point, ratio: number | null): Frame {
  const width = frame.width + (ratio === null || by.x ? by.x : by.y * ratio);
  const height = ratio === null ? frame.height + by.y : width / ratio;
  return pulledFrame(frame, size, { x: 1, y: 1 }, { x: frame.left + width, y: frame.top + height }, ratio);
}

function free(requested: Size, available: Size): Size {
  const width = within(requested.width, minPhotoSide, available.width);
  const height = within(requested.height, minPhotoSide, available.height);
  return {
    width: Math.min(width, height * maxPhotoAspect),
    height: Math.min(height, width * maxPhotoAspect),
  };
}

function proportioned(requested: Size, available: Size, ratio: number): Size {
  const smallest = minPhotoSide * Math.max(1, ratio);
  const width = within(
    Math.max(requested.width, requested.height * ratio),
    smallest,
    Math.min(available.width, available.height * ratio),
  );
  return { width, height: Math.min(Math.round(width / ratio), available.height) };
}

const within = (value: number, least: number, most: number) => Math.round(Math.min(Math.max(value, least), most));
