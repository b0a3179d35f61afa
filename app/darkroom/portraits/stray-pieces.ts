import { boxBlur } from "../opencv/filters.ts";
import { bilinearRows } from "../pixels/bilinear-rows.ts";
import { emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";

const leastPiece = 0.12;
const joinedFrom = 0.3;

/** Removes loose pieces; `outline` is a smaller copy. */
export function withoutStrays(
  alpha: Plane,
  outline: Plane,
  faces: readonly Face[],
  scale: number,
): { alpha: Plane; outline: Plane } {
  const { width, height } = outline;
  const { labels, areas } = piecesOf(outline);
  const largest = Math.max(0, ...areas);
  const stays = areas.map((area) => area > leastPiece * largest);
  for (const { centre } of faces) {
    const label = labels[Math.floor(centre.y / scale) * width + Math.floor(centre.x / scale)] ?? -1;
    if (label >= 0) stays[label] = true;
  }
  if (stays.every((stay) => stay)) return { alpha, outline };
  const remaining = emptyPlane(width, height);
  const cleared = emptyPlane(width, height);
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? -1;
    remaining.data[at] = label >= 0 && stays[label] ? 1 : 0;
    cleared.data[at] = label >= 0 && !stays[label] ? 0 : (outline.data[at] ?? 0);
  }
  return { alpha: times(alpha, boxBlur(remaining, 3)), outline: cleared };
}

function times(alpha: Plane, near: Plane): Plane {
  const product = emptyPlane(alpha.width, alpha.height);
  const read = bilinearRows(near, alpha.width, alpha.height);
  const row = new Float32Array(alpha.width);
  for (let y = 0, at = 0; y < alpha.height; y += 1) {
    read(y, row);
    for (let x = 0; x < alpha.width; x += 1, at += 1) {
      product.data[at] = (alpha.data[at] ?? 0) * smoothstep(0, 0.12, row[x] ?? 0);
    }
  }
  return product;
}

function piecesOf({ width, height, data }: Plane): { labels: Int32Array; areas: number[] } {
  const labels = new Int32Array(width * height).fill(-1);
  const areas: number[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if ((data[start] ?? 0) < joinedFrom || labels[start] !== -1) continue;
    const label = areas.length;
    const piece = [start];
    labels[start] = label;
    for (const at of piece) {
      const x = at % width;
      for (const to of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (to < 0 || labels[to] !== -1 || (data[to] ?? 0) < joinedFrom) continue;
        labels[to] = label;
        piece.push(to);
      }
    }
    areas.push(piece.length);
  }
  return { labels, areas };
}
