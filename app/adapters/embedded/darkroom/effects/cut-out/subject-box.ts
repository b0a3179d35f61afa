/** Where the subject is, in percent of the photo's width and height. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The least a box may measure either way, in percent: a slip of the hand is no box. */
const leastSide = 2;

/**
 * Reads `left,top,width,height` in percent. What reaches over the photo's edge is cut off there. Null when it is not
 * four plain numbers, or when less than 2 % is left of it either way.
 */
export function parseSubjectBox(text: string): Box | null {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length !== 4 || !parts.every((part) => /^-?\d{1,4}(\.\d{1,6})?$/.test(part))) return null;
  const [left = 0, top = 0, width = 0, height = 0] = parts.map(Number);
  const [right, bottom] = [Math.min(100, left + width), Math.min(100, top + height)];
  const box = { left: Math.max(0, left), top: Math.max(0, top) };
  const cut = { ...box, width: right - box.left, height: bottom - box.top };
  return cut.width >= leastSide && cut.height >= leastSide ? cut : null;
}

/** A place in a box: -1 is its left or top edge, 1 its right or bottom one. */
export interface Place {
  across: number;
  down: number;
}

/** Tells where in the box a place of the photo is; both are shares of the photo's width and height, 0 to 1. */
export function boxPlace({ left, top, width, height }: Box): (across: number, down: number) => Place {
  return (across, down) => ({
    across: (2 * (100 * across - left)) / width - 1,
    down: (2 * (100 * down - top)) / height - 1,
  });
}
