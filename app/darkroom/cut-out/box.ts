/** Where the subject is, in percent of the photo's width and height. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
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
