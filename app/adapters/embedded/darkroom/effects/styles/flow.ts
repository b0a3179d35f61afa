import { gaussianBlur } from "../gaussian-blur.ts";
import { emptyPlane, type Plane } from "../photo.ts";

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
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let sum = data[at] ?? 0;
      let count = 1;
      for (let sense = -1; sense <= 1; sense += 2) {
        let stepX = (across[at] ?? 0) * sense;
        let stepY = (down[at] ?? 0) * sense;
        let toX = x + 0.5;
        let toY = y + 0.5;
        for (let step = 0; step < reach; step += 1) {
          toX += stepX;
          toY += stepY;
          if (toX < 0 || toY < 0 || toX >= width || toY >= height) break;
          const here = (toY | 0) * width + (toX | 0);
          sum += data[here] ?? 0;
          count += 1;
          const nextX = across[here] ?? 0;
          const nextY = down[here] ?? 0;
          const turn = nextX * stepX + nextY * stepY < 0 ? -1 : 1;
          stepX = nextX * turn;
          stepY = nextY * turn;
        }
      }
      smooth.data[at] = sum / count;
    }
  }
  return smooth;
}
