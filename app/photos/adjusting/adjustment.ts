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
