import { maxPhotoAspect, minPhotoSide } from "../upload/limits.ts";

export type Turn = 0 | 90 | 180 | 270;

export interface Size {
  width: number;
  height: number;
}

/** Whole px from the photo's upper left corner. */
export interface Frame extends Size {
  left: number;
  top: number;
}

export interface Adjustment extends Frame {
  turn: Turn;
}

export type Side = "left" | "right";

const turns: readonly Turn[] = [0, 90, 180, 270];

export const turnedOn = (turn: Turn, side: Side): Turn =>
  turns[(turns.indexOf(turn) + (side === "right" ? 1 : 3)) % 4] ?? 0;

export const turnedSize = ({ width, height }: Size, turn: Turn): Size =>
  turn % 180 === 0 ? { width, height } : { width: height, height: width };

export function turnedFrame({ left, top, width, height }: Frame, size: Size, side: Side): Frame {
  return side === "right"
    ? { left: size.height - top - height, top: left, width: height, height: width }
    : { left: top, top: size.width - left - width, width: height, height: width };
}

export const wholeFrame = ({ width, height }: Size): Frame => ({ left: 0, top: 0, width, height });

export const changesNothing = ({ turn, ...frame }: Adjustment, size: Size): boolean =>
  turn === 0 && frame.width === size.width && frame.height === size.height;

/**
 * `across` and `down` place the frame: 0 at the left or top, 1 at the right or bottom. `ratio` is width over height.
 */
export function largestFrame(size: Size, ratio: number, across = 0.5, down = 0.5): Frame {
  const width = Math.min(size.width, Math.round(size.height * ratio));
  const height = Math.min(size.height, Math.round(size.width / ratio));
  return {
    left: Math.round((size.width - width) * across),
    top: Math.round((size.height - height) * down),
    width,
    height,
  };
}

export function frameProblem(
  { left, top, width, height }: Frame,
  size: Size,
): { field: keyof Frame; message: string } | null {
  if (width < minPhotoSide || height < minPhotoSide)
    return {
      field: width < minPhotoSide ? "width" : "height",
      message: `Please keep at least ${minPhotoSide} pixels of the width and of the height.`,
    };
  if (left + width > size.width)
    return { field: "width", message: `Left and width may be at most ${size.width} together: so wide is the photo.` };
  if (top + height > size.height)
    return { field: "height", message: `Top and height may be at most ${size.height} together: so high is the photo.` };
  if (Math.max(width, height) > maxPhotoAspect * Math.min(width, height))
    return {
      field: width < height ? "width" : "height",
      message: `The longer side may be at most ${maxPhotoAspect} times the shorter one.`,
    };
  return null;
}

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
