import { splitColour } from "../pixels/luma-chroma.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";
import { skinLikeness } from "../pixels/skin.ts";
import { components, type Mask } from "./clean-mask.ts";
import type { Scene } from "./scene.ts";

/** A patch of skin shaped and placed as a face would be: its middle and its size, in pixels. */
export interface Face {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Where faces may be, of any skin tone. Wood, fruit and brick are found as well: what uses this has to weigh the
 * outcome against other guesses.
 */
export function likelyFaces({ photo, edgeRank }: Pick<Scene, "photo" | "edgeRank">): Face[] {
  const { width, height } = photo;
  const { luma, blueness, redness } = splitColour(photo, { red: 1, green: 1, blue: 1 });
  const skin = luma.data.map((value, at) => skinLikeness(value, blueness.data[at] ?? 0, redness.data[at] ?? 0));
  const found: Patch[] = [];
  // Patches as they are, and cut along ever weaker edges: those part a face from a wall of its own colour.
  for (const strongest of edgeCuts) {
    const data = Uint8Array.from(skin, (share, at) => (share > 0.6 && (edgeRank.data[at] ?? 0) < strongest ? 1 : 0));
    const patches = components(eroded({ width, height, data }), 1)
      .filter((part) => part.length > 0.002 * data.length && part.length < 0.15 * data.length)
      .map((part) => ({ ...boundsOf(part, width), pixels: part.length }));
    for (const patch of patches) {
      if (isFaceLike(patch, photo) && hasEyes(patch, luma) && !found.some((other) => overlap(patch, other)))
        found.push(patch);
    }
  }
  const largest = Math.max(0, ...found.map(({ pixels }) => pixels));
  return found.filter(({ pixels }) => pixels > largest / 5);
}

/** The shares of the photo's edges that patches are cut along: none, then the strongest few. */
const edgeCuts = [Infinity, 0.9, 0.8];

interface Patch extends Face {
  pixels: number;
}

function overlap(one: Face, other: Face): boolean {
  const isBeside = Math.abs(one.x - other.x) > (one.width + other.width) / 2;
  return !isBeside && Math.abs(one.y - other.y) < (one.height + other.height) / 2;
}

/** The pixels of a face's inner part, of the neck and the chest below it: surely no background. */
export function insideOf(face: Face, { width, height }: { width: number; height: number }): number[] {
  const [radiusX, radiusY] = [0.3 * face.width, 0.38 * face.height];
  const chest = Math.min(height - 1, face.y + 1.4 * face.height);
  const pixels: number[] = [];
  for (let y = Math.max(0, Math.ceil(face.y - radiusY)); y <= chest; y += 1) {
    for (let x = Math.ceil(face.x - radiusX); x <= Math.min(width - 1, face.x + radiusX); x += 1) {
      const isFace = ((x - face.x) / radiusX) ** 2 + ((y - face.y) / radiusY) ** 2 <= 1;
      const isBelow = y > face.y && Math.abs(x - face.x) < radiusX / 2;
      if (isFace || isBelow) pixels.push(y * width + x);
    }
  }
  return pixels;
}

function isFaceLike({ x, y, width, height, pixels }: Patch, photo: Photo): boolean {
  const isFaceShaped = height / width > 0.8 && height / width < 2.4;
  const isFilled = pixels > 0.4 * width * height;
  const touchesSide = x - width / 2 < 2 || x + width / 2 > photo.width - 2;
  return isFaceShaped && isFilled && !touchesSide && y < 0.65 * photo.height;
}

/** Something darker on either side above the middle, as eyes and their sockets are: walls and tables have none. */
function hasEyes({ x, y, width, height }: Face, luma: Plane): boolean {
  const darkest = (from: number, to: number) => {
    let least = 1;
    for (let row = Math.round(y - 0.32 * height); row <= y + 0.12 * height; row += 1) {
      for (let column = Math.round(x + from * width); column <= x + to * width; column += 1) {
        least = Math.min(least, luma.data[row * luma.width + column] ?? 1);
      }
    }
    return least;
  };
  const [left, middle, right] = [darkest(-0.36, -0.12), cheek({ x, y, width, height }, luma), darkest(0.12, 0.36)];
  return left < 0.8 * middle && right < 0.8 * middle;
}

/** The mean brightness about the nose. */
function cheek({ x, y, width, height }: Face, luma: Plane): number {
  let [sum, count] = [0, 0];
  for (let row = Math.round(y - 0.05 * height); row <= y + 0.2 * height; row += 1) {
    for (let column = Math.round(x - 0.2 * width); column <= x + 0.2 * width; column += 1) {
      sum += luma.data[row * luma.width + column] ?? 0;
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}

/** Without the pixels that miss a neighbour, which parts patches that barely touch. */
function eroded({ width, height, data }: Mask): Mask {
  const inner = new Uint8Array(data.length);
  for (let at = width + 1; at < data.length - width - 1; at += 1) {
    const isInner = data[at] && data[at - 1] && data[at + 1] && data[at - width] && data[at + width];
    inner[at] = isInner ? 1 : 0;
  }
  return { width, height, data: inner };
}

function boundsOf(part: number[], width: number): Face {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  for (const at of part) {
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}
