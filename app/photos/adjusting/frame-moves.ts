import { maxPhotoAspect, minPhotoSide } from "../upload/photo-problems.ts";
import type { Frame, Size } from "./adjustment.ts";

/** A corner of a frame: 0 is left or top, 1 is right or bottom. */
export interface Corner {
  x: 0 | 1;
  y: 0 | 1;
}

interface Point {
  x: number;
  y: number;
}

/** The frame pushed along, as far as the photo goes. */
export const movedFrame = (frame: Frame, size: Size, by: Point): Frame => ({
  ...frame,
  left: within(frame.left + by.x, 0, size.width - frame.width),
  top: within(frame.top + by.y, 0, size.height - frame.height),
});

/**
 * The frame with one corner pulled to a point, the opposite one staying: never outside the photo, never smaller or
 * narrower than a photo may be, and with its ratio of width to height where it has one.
 */
export function pulledFrame(frame: Frame, size: Size, corner: Corner, to: Point, ratio: number | null): Frame {
  const fixed = {
    x: corner.x ? frame.left : frame.left + frame.width,
    y: corner.y ? frame.top : frame.top + frame.height,
  };
  const room = {
    width: corner.x ? size.width - fixed.x : fixed.x,
    height: corner.y ? size.height - fixed.y : fixed.y,
  };
  const asked = { width: (to.x - fixed.x) * (corner.x ? 1 : -1), height: (to.y - fixed.y) * (corner.y ? 1 : -1) };
  const { width, height } = ratio === null ? free(asked, room) : proportioned(asked, room, ratio);
  return {
    left: corner.x ? fixed.x : fixed.x - width,
    top: corner.y ? fixed.y : fixed.y - height,
    width,
    height,
  };
}

/** The frame larger or smaller by some px of width, or of height, at its lower right corner. */
export function grownFrame(frame: Frame, size: Size, by: Point, ratio: number | null): Frame {
  const width = frame.width + (ratio === null || by.x ? by.x : by.y * ratio);
  const height = ratio === null ? frame.height + by.y : width / ratio;
  return pulledFrame(frame, size, { x: 1, y: 1 }, { x: frame.left + width, y: frame.top + height }, ratio);
}

function free(asked: Size, room: Size): Size {
  const width = within(asked.width, minPhotoSide, room.width);
  const height = within(asked.height, minPhotoSide, room.height);
  return {
    width: Math.min(width, height * maxPhotoAspect),
    height: Math.min(height, width * maxPhotoAspect),
  };
}

/** As large as the direction that was pulled further asks. */
function proportioned(asked: Size, room: Size, ratio: number): Size {
  const smallest = minPhotoSide * Math.max(1, ratio);
  const width = within(
    Math.max(asked.width, asked.height * ratio),
    smallest,
    Math.min(room.width, room.height * ratio),
  );
  return { width, height: Math.min(Math.round(width / ratio), room.height) };
}

const within = (value: number, least: number, most: number) => Math.round(Math.min(Math.max(value, least), most));
