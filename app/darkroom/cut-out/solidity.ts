import type { Mask } from "./clean-mask.ts";

type Point = readonly [x: number, y: number];

/** A mask's area over that of its convex hull, 0 to 1: tatters and spiders have little of it. */
export function solidity(mask: Mask): number {
  const hull = convexHull(rowEnds(mask));
  const area = mask.data.reduce((sum, value) => sum + value, 0);
  const hullArea = Math.abs(
    hull.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = hull[(at + 1) % hull.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0) / 2,
  );
  return hullArea === 0 ? 0 : Math.min(1, area / hullArea);
}

/** The corners of each row's first and last pixel, from left to right. */
function rowEnds({ width, height, data }: Mask): Point[] {
  const ends: Point[] = [];
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * width, (y + 1) * width);
    const [first, last] = [row.indexOf(1), row.lastIndexOf(1)];
    if (first >= 0) ends.push([first, y], [first, y + 1], [last + 1, y], [last + 1, y + 1]);
  }
  return ends.sort(([oneX, oneY], [otherX, otherY]) => oneX - otherX || oneY - otherY);
}

/** Andrew's monotone chain. */
function convexHull(sorted: readonly Point[]): Point[] {
  const chain = (points: readonly Point[]) => {
    const hull: Point[] = [];
    for (const point of points) {
      while (hull.length >= 2 && turn(hull.at(-2), hull.at(-1), point) <= 0) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

function turn(from: Point = [0, 0], over: Point = [0, 0], to: Point = [0, 0]): number {
  return (over[0] - from[0]) * (to[1] - from[1]) - (over[1] - from[1]) * (to[0] - from[0]);
}
