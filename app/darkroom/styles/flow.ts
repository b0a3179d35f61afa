import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";

/** Which way edges run at each pixel, as a unit vector; its sign means nothing. */
export interface Flow {
  across: Plane;
  down: Plane;
}

/** The slope of the hand, in radians: the way strokes run where no edge tells them. */
const hand = 0.9;

/**
 * The direction of the edges around each pixel (the structure tensor's minor eigenvector), agreed on over `sigma`.
 * Edges weaker than about `calm` (a squared Sobel slope) give way to the slope of the hand, so that even areas do not
 * get wriggly strokes.
 */
export function edgeFlow({ width, height, data }: Plane, sigma: number, calm = 0): Flow {
  const [horizontal, mixed, vertical] = [
    emptyPlane(width, height),
    emptyPlane(width, height),
    emptyPlane(width, height),
  ];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      const [upper, lower] = [at - width, at + width];
      const rising = (data[lower + 1] ?? 0) - (data[upper - 1] ?? 0);
      const falling = (data[upper + 1] ?? 0) - (data[lower - 1] ?? 0);
      const slopeX = 2 * ((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) + rising + falling;
      const slopeY = 2 * ((data[lower] ?? 0) - (data[upper] ?? 0)) + rising - falling;
      horizontal.data[at] = slopeX * slopeX;
      mixed.data[at] = slopeX * slopeY;
      vertical.data[at] = slopeY * slopeY;
    }
  }
  const tensor = [gaussianBlur(horizontal, sigma), gaussianBlur(mixed, sigma), gaussianBlur(vertical, sigma)] as const;
  const [e, f, g] = [calm * Math.sin(hand) ** 2, -calm * Math.sin(hand) * Math.cos(hand), calm * Math.cos(hand) ** 2];
  return eigenvectors(...tensor, [e, f, g]);
}

/** Written over the first two planes. */
function eigenvectors(horizontal: Plane, mixed: Plane, vertical: Plane, added: [number, number, number]): Flow {
  const [addedE, addedF, addedG] = added;
  for (let at = 0; at < mixed.data.length; at += 1) {
    const e = (horizontal.data[at] ?? 0) + addedE;
    const f = (mixed.data[at] ?? 0) + addedF;
    const g = (vertical.data[at] ?? 0) + addedG;
    const difference = Math.sqrt((e - g) * (e - g) + 4 * f * f);
    // Of the two ways to write the eigenvector, the one that does not cancel out.
    const x = e > g ? -2 * f : g - e + difference;
    const y = e > g ? e - g + difference : -2 * f;
    const length = Math.sqrt(x * x + y * y);
    horizontal.data[at] = length > 1e-12 ? x / length : 1;
    mixed.data[at] = length > 1e-12 ? y / length : 0;
  }
  return { across: horizontal, down: mixed };
}

/** The mean along the flow, `reach` pixels both ways (line integral convolution: Cabral and Leedom, 1993). */
export function smoothAlong(plane: Plane, flow: Flow, reach: number): Plane {
  const { width, height, data } = plane;
  const smooth = emptyPlane(width, height);
  const [across, down] = [flow.across.data, flow.down.data];
  const meanAlong = (x: number, y: number, at: number) => {
    let sum = data[at] ?? 0;
    let count = 1;
    let forthStepX = across[at] ?? 0;
    let forthStepY = down[at] ?? 0;
    let backStepX = -forthStepX;
    let backStepY = -forthStepY;
    let forthX = x + 0.5;
    let forthY = y + 0.5;
    let backX = forthX;
    let backY = forthY;
    // Both ways in one loop: each step has to wait for the one before it, but not for the other way's. Whichever leaves
    // the picture goes on straight, and never comes back.
    for (let step = 0; step < reach; step += 1) {
      forthX += forthStepX;
      forthY += forthStepY;
      backX += backStepX;
      backY += backStepY;
      if (forthX >= 0 && forthY >= 0 && forthX < width && forthY < height) {
        const here = (forthY | 0) * width + (forthX | 0);
        sum += data[here] ?? 0;
        count += 1;
        const nextX = across[here] ?? 0;
        const nextY = down[here] ?? 0;
        const turn = nextX * forthStepX + nextY * forthStepY < 0 ? -1 : 1;
        forthStepX = nextX * turn;
        forthStepY = nextY * turn;
      }
      if (backX >= 0 && backY >= 0 && backX < width && backY < height) {
        const here = (backY | 0) * width + (backX | 0);
        sum += data[here] ?? 0;
        count += 1;
        const nextX = across[here] ?? 0;
        const nextY = down[here] ?? 0;
        const turn = nextX * backStepX + nextY * backStepY < 0 ? -1 : 1;
        backStepX = nextX * turn;
        backStepY = nextY * turn;
      }
    }
    return sum / count;
  };
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) smooth.data[at] = meanAlong(x, y, at);
  }
  return smooth;
}
