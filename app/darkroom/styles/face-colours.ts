import { lumaOf } from "../pixels/luma-chroma.ts";
import type { Photo } from "../work.ts";
import type { Point } from "../vision/faces.ts";
import { between, distance, eyeOutlines, type Landmarks, outlineOf, plainSkin, ringOf } from "./face-outlines.ts";

export type Rgb = readonly [number, number, number];

export const lumaOfRgb = ([red, green, blue]: Rgb): number =>
  lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue;

export function colourAround({ width, height, data }: Photo, points: readonly Point[], radius = 3): Rgb {
  let [red, green, blue, count] = [0, 0, 0, 0];
  const step = Math.max(1, Math.round(radius / 2));
  for (const { x, y } of points) {
    for (let down = -radius; down <= radius; down += step) {
      for (let across = -radius; across <= radius; across += step) {
        const column = Math.min(width - 1, Math.max(0, Math.round(x + across)));
        const row = Math.min(height - 1, Math.max(0, Math.round(y + down)));
        const at = (row * width + column) * 3;
        red += data[at] ?? 0;
        green += data[at + 1] ?? 0;
        blue += data[at + 2] ?? 0;
        count += 1;
      }
    }
  }
  const of = Math.max(1, count);
  return [red / of, green / of, blue / of];
}

export interface EyeMeasures {
  readonly iris: Point;
  readonly colour: Rgb;
  readonly bright: number;
  readonly pixels: number;
}

/** Measures position and colour of the eye's dark middle, and highlights. */
export function measureEye(photo: Photo, outline: readonly Point[]): EyeMeasures {
  const box = boxOf(outline, 40);
  const centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const width = Math.max(1, box.right - box.left);
  const cells = cellsInside(photo, outline, box);
  const lumas = cells.map(({ luma }) => luma).toSorted((one, other) => one - other);
  const at = (share: number) => lumas[Math.floor(lumas.length * share)] ?? 0;
  const [darkest, dark, middling, bright] = [at(0.12), at(0.35), at(0.5), at(0.92)];
  let [weights, x, y] = [0, 0, 0];
  const sum = [0, 0, 0];
  let count = 0;
  for (const cell of cells) {
    if (cell.luma <= dark) {
      const central = Math.exp(-5 * ((cell.x - centre.x) / width) ** 2);
      const weight = Math.max(0, (dark - cell.luma) / 40 + 0.4) * central;
      weights += weight;
      x += weight * cell.x;
      y += weight * cell.y;
    }
    if (cell.luma > darkest && cell.luma < middling) {
      for (let channel = 0; channel < 3; channel += 1) sum[channel] = (sum[channel] ?? 0) + (cell.rgb[channel] ?? 0);
      count += 1;
    }
  }
  const iris =
    weights > 0
      ? { x: centre.x + 0.75 * (x / weights - centre.x), y: centre.y + 0.4 * (y / weights - centre.y) }
      : centre;
  const [red = 70, green = 50, blue = 40] = count > 0 ? sum.map((value) => value / count) : [];
  return { iris, colour: [red, green, blue], bright, pixels: cells.length };
}

export const redness = (colour: Rgb): number => (colour[0] - lumaOfRgb(colour)) / (lumaOfRgb(colour) + 20);

export interface Cell extends Point {
  readonly rgb: Rgb;
  readonly luma: number;
}

export function boxOf(outline: readonly Point[], steps: number) {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  const [left, right] = [Math.round(Math.min(...xs)), Math.round(Math.max(...xs))];
  const [top, bottom] = [Math.round(Math.min(...ys)), Math.round(Math.max(...ys))];
  return { left, right, top, bottom, step: Math.max(1, Math.round((right - left) / steps)) };
}

export function cellsInside(
  { width, height, data }: Photo,
  outline: readonly Point[],
  { left, right, top, bottom, step }: ReturnType<typeof boxOf>,
): Cell[] {
  const cells: Cell[] = [];
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y += step) {
    for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x += step) {
      if (!isInside(outline, x, y)) continue;
      const at = (y * width + x) * 3;
      const rgb: Rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      cells.push({ x, y, rgb, luma: lumaOfRgb(rgb) });
    }
  }
  return cells;
}

function isInside(outline: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  for (const [index, one] of outline.entries()) {
    const other = outline[(index + outline.length - 1) % outline.length] ?? one;
    if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x)
      inside = !inside;
  }
  return inside;
}

const belowEachEye = [
  [110, 24, 23, 22, 26],
  [339, 254, 253, 252, 256],
] as const;
const [hiddenBelow, dimBelow, lensBelow] = [0.5, 0.65, 0.57];

/** Right and left, between the lid and the brow. */
const aboveEachEye = [
  [222, 223, 224],
  [442, 443, 444],
] as const;
/** Warmth above an eye as a share of the skin's: shade keeps the skin's hue, a lens does not. */
const lensCoolerThan = 0.45;
/** Below this warmth, as in black and white, hue tells nothing. */
const leastWarmth = 0.1;

/**
 * True with dark glasses or tiny eyes. Glasses darken the skin below the eyes too, brows and lashes do not, and eyes
 * deep in the shade keep the skin's hue above them.
 */
export function eyesAreHidden(photo: Photo, landmarks: Landmarks): boolean {
  const skinColour = colourAround(photo, outlineOf(landmarks, plainSkin));
  const skin = Math.max(1, lumaOfRgb(skinColour));
  const eyes = eyeOutlines.map(({ upper, lower }) => {
    const look = measureEye(photo, ringOf(outlineOf(landmarks, upper), outlineOf(landmarks, lower)));
    return look.pixels < 6 ? 0 : look.bright / skin;
  });
  if (eyes.every((bright) => bright === 0)) return true;
  const warmth = warmthOf(skinColour);
  const lids = aboveEachEye.map((places) => warmthOf(colourAround(photo, outlineOf(landmarks, places), 1)));
  if (warmth > leastWarmth && Math.min(...lids) > lensCoolerThan * warmth) return false;
  if (eyes.every((bright) => bright < hiddenBelow)) return true;
  const lenses = belowEachEye.map((places) => lumaOfRgb(colourAround(photo, outlineOf(landmarks, places), 1)) / skin);
  const lens = ((lenses[0] ?? 1) + (lenses[1] ?? 1)) / 2;
  return lens < lensBelow && Math.min(...eyes) < dimBelow;
}

/** Places along the lids, and their depth between them: an open eye shows its iris there, a closed one no lash. */
const [alongLids, depth] = [[2, 3, 4, 5, 6], 0.3] as const;
/** Share of the eye's width that a place covers; the least width in px: smaller ones blur into their lids. */
const [placeSize, leastEye] = [0.05, 20];
/** Limits for a closed eye: contrast, and the darkest place and least warmth as shares of the skin above the eye. */
const closed = { contrast: 0.33, darkest: 0.6, warmth: 0.45 };

/**
 * True if the skin between the lids is even, as in closed and lowered eyes, where the landmarks still show open ones.
 * The wider eye decides, because the other is turned away.
 */
export function eyesAreClosed(photo: Photo, landmarks: Landmarks): boolean {
  const [one, other] = [eyeAt(landmarks, 0), eyeAt(landmarks, 1)];
  const { upper, lower, width, lid } = one.width > other.width ? one : other;
  if (width < leastEye) return false;
  const radius = Math.max(1, Math.round(placeSize * width));
  const colours = alongLids.map((place) => {
    const [above, below] = [upper[place], lower[place]];
    return colourAround(photo, above && below ? [between(above, below, depth)] : [], radius);
  });
  const skin = colourAround(photo, lid, radius);
  const lumas = colours.map(lumaOfRgb);
  const [darkest, brightest] = [Math.min(...lumas), Math.max(...lumas)];
  const mean = lumas.reduce((sum, luma) => sum + luma, 0) / lumas.length;
  return (
    brightest - darkest < closed.contrast * mean &&
    darkest > closed.darkest * lumaOfRgb(skin) &&
    Math.min(...colours.map(warmthOf)) > closed.warmth * Math.max(leastWarmth, warmthOf(skin))
  );
}

function eyeAt(landmarks: Landmarks, index: 0 | 1) {
  const { upper, lower } = eyeOutlines[index];
  const outline = outlineOf(landmarks, upper);
  const [outer, inner] = [outline[0], outline.at(-1)];
  const width = outer && inner ? distance(outer, inner) : 0;
  const lid = outlineOf(landmarks, aboveEachEye[index]);
  return { upper: outline, lower: outlineOf(landmarks, lower), width, lid };
}

const forehead = [9, 151, 108, 337] as const;
/** Nose, mouth and chin, in the middle of a turned face too; beside it, one cheek is behind its outline. */
const [middle, cheeks] = [
  [4, 13, 199],
  [205, 425],
] as const;
/** Warmth of visible skin, and its largest share in a covered place. */
const [warmFrom, coveredBelow] = [0.18, 0.4];

/** Red against blue in bytes, the same in light and shade. */
const warmthOf = (colour: Rgb): number => (colour[0] - colour[2]) / (lumaOfRgb(colour) + 5);

/** True if the lower face lacks the forehead's warmth: a medical mask or a veil covers the landmarks. */
export function isCovered(photo: Photo, landmarks: Landmarks, radius: number): boolean {
  const warmth = (places: readonly number[]) => warmthOf(colourAround(photo, outlineOf(landmarks, places), radius));
  const skin = warmth(forehead);
  const isCool = (place: number) => warmth([place]) < coveredBelow * skin;
  return skin > warmFrom && middle.every(isCool) && cheeks.some(isCool);
}
