import type { Photo } from "../photo.ts";

/** Which side of the picture comes nearer: low brings the bottom to the eye, as a camera below that looks up. */
export type Lean = "low" | "high" | "left" | "right";

/** How much of the far side's length the near side shows: felt, but no feature is reshaped. */
const keep: Record<Lean, number> = { low: 0.84, high: 0.86, left: 0.9, right: 0.9 };

type Point = readonly [x: number, y: number];
type Homography = readonly number[];

/**
 * The picture as if the camera had moved a little: a projective transform, cropped inside, so that nothing has to be
 * invented at the edges. Same size.
 */
export function leanPicture(photo: Photo, lean: Lean): Photo {
  return warp(photo, homography(frameCorners(photo), seenCorners(photo, lean)));
}

/** The corners of what is seen, from the top left clockwise. */
function seenCorners({ width, height }: Photo, lean: Lean): Point[] {
  const across = (width * (1 - keep[lean])) / 2;
  const down = (height * (1 - keep[lean])) / 2;
  const [right, bottom] = [width - 1, height - 1];
  const [topLeft, topRight, bottomRight, bottomLeft]: Point[] = frameCorners({ width, height });
  if (!topLeft || !topRight || !bottomRight || !bottomLeft) return [];
  if (lean === "low") return [topLeft, topRight, [right - across, bottom], [across, bottom]];
  if (lean === "high") return [[across, 0], [right - across, 0], bottomRight, bottomLeft];
  if (lean === "left") return [[0, down], topRight, bottomRight, [0, bottom - down]];
  return [topLeft, [right, down], [right, bottom - down], bottomLeft];
}

function frameCorners({ width, height }: { width: number; height: number }): Point[] {
  return [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [0, height - 1],
  ];
}

/** The projective transform that takes four points to four others: eight equations, solved by Gauss and Jordan. */
function homography(from: Point[], to: Point[]): Homography {
  const rows = from.flatMap(([x, y], at) => {
    const [u, v] = to[at] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let column = 0; column < rows.length; column += 1) {
    const rest = rows.slice(column);
    const pivot = rest.reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best));
    const at = rows.indexOf(pivot);
    [rows[column], rows[at]] = [pivot, rows[column] ?? pivot];
    const divisor = pivot[column] ?? 1;
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] ?? 0) / divisor;
      for (let other = column; other < row.length; other += 1) {
        row[other] = (row[other] ?? 0) - factor * (pivot[other] ?? 0);
      }
    }
  }
  return [...rows.map((row, at) => (row[8] ?? 0) / (row[at] ?? 1)), 1];
}

/** Each pixel from where it was, by bilinear interpolation. */
function warp({ width, height, data }: Photo, [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0]: Homography) {
  const warped = new Uint8Array(data.length);
  const line = width * 3;
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const depth = g * x + h * y + 1;
      const fromX = (a * x + b * y + c) / depth;
      const fromY = (d * x + e * y + f) / depth;
      const left = fromX < 0 ? 0 : fromX > width - 2 ? width - 2 : Math.floor(fromX);
      const top = fromY < 0 ? 0 : fromY > height - 2 ? height - 2 : Math.floor(fromY);
      const [across, down] = [Math.min(1, Math.max(0, fromX - left)), Math.min(1, Math.max(0, fromY - top))];
      const at = top * line + left * 3;
      for (let channel = at; channel < at + 3; channel += 1) {
        const above = (data[channel] ?? 0) * (1 - across) + (data[channel + 3] ?? 0) * across;
        const below = (data[channel + line] ?? 0) * (1 - across) + (data[channel + line + 3] ?? 0) * across;
        warped[to + channel - at] = above + (below - above) * down + 0.5;
      }
    }
  }
  return { width, height, data: warped };
}
