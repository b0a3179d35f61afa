import { gaussianBlur, resizePlane, sizeWithin } from "../opencv/filters.ts";
import { drawInStrips } from "../opencv/strips.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";

/** Px of the longer side; soft shadows need no more. */
const shadowSide = 400;

/** Casts a contact shadow and a wide shadow under a standing subject, or a faint wall shadow behind a cropped one. */
export function castShadow(backdrop: Photo, alpha: Plane): Photo {
  const solid = resizePlane(alpha, sizeWithin(backdrop, shadowSide));
  const shadow = stands(solid) ? groundShadow(solid) : wallShadow(solid);
  const { width } = backdrop;
  const data = new Uint8Array(backdrop.data);
  drawInStrips([{ ...shadow, depth: 1 }], backdrop, (top, rows, [shade]) => {
    if (!shade) return;
    for (let at = 0, to = top * width * 3; at < rows * width; at += 1, to += 3) {
      const light = 1 - (shade[at] ?? 0);
      if (light > 0.999) continue;
      for (let channel = to; channel < to + 3; channel += 1) data[channel] = (data[channel] ?? 0) * light + 0.5;
    }
  });
  return { ...backdrop, data };
}

function stands({ width, height, data }: Plane): boolean {
  let touching = 0;
  for (let x = 0; x < width; x += 1) if ((data[(height - 1) * width + x] ?? 0) > 0.5) touching += 1;
  return touching < width * 0.02 && data.some((share) => share > 0.5);
}

function groundShadow(solid: Plane): Plane {
  const { width, height } = solid;
  const feet = lowestSolid(solid);
  const [top, bottom] = [highestSolid(solid), Math.max(...feet)];
  const tall = bottom - top;
  const contact = emptyPlane(width, height);
  const spread = emptyPlane(width, height);
  for (let x = 0; x < width; x += 1) {
    const foot = feet[x] ?? -1;
    if (foot < 0) continue;
    // A raised foot casts a shadow without contact.
    const touches = Math.max(0, 1 - (bottom - foot) / (0.12 * tall));
    for (let y = Math.round(foot - 0.02 * tall); y <= Math.min(height - 1, foot + 0.012 * tall); y += 1) {
      if (y >= 0) contact.data[y * width + x] = touches;
    }
    const near = Math.max(0.25, 1 - (bottom - foot) / (0.5 * tall));
    const ground = Math.min(bottom, Math.round(foot + 0.6 * (bottom - foot)));
    for (let y = Math.round(ground - 0.06 * tall); y <= Math.min(height - 1, ground + 0.03 * tall); y += 1) {
      if (y >= 0) spread.data[y * width + x] = near;
    }
  }
  const [narrow, wide] = [Math.max(1, Math.round(0.012 * tall)), Math.max(2, Math.round(0.06 * tall))];
  return sum(softened(contact, narrow), 0.55, softened(spread, wide), 0.5);
}

function wallShadow(solid: Plane): Plane {
  const far = Math.max(3, Math.round(Math.max(solid.width, solid.height) * 0.045));
  const moved = emptyPlane(solid.width, solid.height);
  for (let y = far >> 1; y < solid.height; y += 1) {
    const from = (y - (far >> 1)) * solid.width;
    moved.data.set(solid.data.subarray(from, from + solid.width), y * solid.width);
  }
  const soft = softened(moved, far);
  for (let at = 0; at < soft.data.length; at += 1) soft.data[at] = 0.16 * (soft.data[at] ?? 0);
  return soft;
}

function lowestSolid({ width, height, data }: Plane): number[] {
  return Array.from({ length: width }, (_, x) => {
    let y = height - 1;
    while (y >= 0 && (data[y * width + x] ?? 0) < 0.5) y -= 1;
    return y;
  });
}

function highestSolid({ width, data }: Plane): number {
  return Math.floor(data.findIndex((share) => share > 0.5) / width);
}

function softened(plane: Plane, radius: number): Plane {
  return gaussianBlur(plane, radius + 0.5);
}

function sum(one: Plane, oneShare: number, other: Plane, otherShare: number): Plane {
  const total = emptyPlane(one.width, one.height);
  for (let at = 0; at < total.data.length; at += 1) {
    total.data[at] = Math.min(0.75, oneShare * (one.data[at] ?? 0) + otherShare * (other.data[at] ?? 0));
  }
  return total;
}
