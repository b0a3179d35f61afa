import type { Photo } from "../work.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Face, Point } from "../vision/faces.ts";
import { encodedOf, linearOf, lumaOf } from "../pixels/colour.ts";
import { quantile } from "./measure-tones.ts";

/** MediaPipe's numbering. */
const contours = {
  eyes: [
    [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
    [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
  ],
  mouth: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191],
} as const;

const leastEyePixels = 24;
/** Iris, lashes and shadow cover most of the eye. */
const whiteShare = 0.8;
const mostSaturated = 0.42;

/** Tone, 0 to 1; doublings of red and blue against green in linear light. */
export interface EyeWhite {
  readonly tone: number;
  readonly redStops: number;
  readonly blueStops: number;
}

/**
 * Eye whites (or lighter teeth) of the largest faces, nearly equal in all people, separate light from skin tone. Null
 * without visible ones.
 */
export function measureEyeWhite(photo: Photo, faces: readonly Face[]): EyeWhite | null {
  const found = faces.slice(0, 3).flatMap((face) => {
    const eyes = contours.eyes.flatMap((contour) => whiteWithin(photo, outline(face, contour), mostSaturated) ?? []);
    if (eyes.length === 0) return [];
    const teeth = whiteWithin(photo, outline(face, contours.mouth), 0.5 * mostSaturated);
    const [first] = eyes.toSorted((one, other) => other.tone - one.tone);
    return [{ ...first, tone: Math.max(first?.tone ?? 0, teeth?.tone ?? 0), weight: face.size }];
  });
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const mean = (of: (white: Partial<EyeWhite>) => number | undefined) =>
    found.reduce((sum, white) => sum + (of(white) ?? 0) * white.weight, 0) / total;
  return {
    tone: mean(({ tone }) => tone),
    redStops: mean(({ redStops }) => redStops),
    blueStops: mean(({ blueStops }) => blueStops),
  };
}

const outline = (face: Face, contour: readonly number[]): Point[] =>
  contour.flatMap((index) => face.landmarks[index] ?? []);

function whiteWithin(photo: Photo, polygon: readonly Point[], saturatedFrom: number): EyeWhite | null {
  const found: { tone: number; at: number }[] = [];
  let pixels = 0;
  eachPixelWithin(photo, polygon, (at) => {
    const [red, green, blue] = [photo.data[at] ?? 0, photo.data[at + 1] ?? 0, photo.data[at + 2] ?? 0];
    const most = Math.max(red, green, blue);
    pixels += 1;
    if (most - Math.min(red, green, blue) > saturatedFrom * most) return;
    found.push({ tone: lumaOf(red, green, blue) / 255, at });
  });
  if (found.length < Math.max(leastEyePixels / 2, 0.15 * pixels)) return null;
  found.sort((one, other) => one.tone - other.tone);
  const whites = found.slice(Math.floor(found.length * whiteShare));
  const light = (channel: number) =>
    whites.reduce((sum, { at }) => sum + (linearOf[photo.data[at + channel] ?? 0] ?? 0), 1e-4);
  const green = light(1);
  return {
    tone: whites[0]?.tone ?? 0,
    redStops: Math.log2(light(0) / green),
    blueStops: Math.log2(light(2) / green),
  };
}

function eachPixelWithin({ width, height }: Photo, polygon: readonly Point[], visit: (at: number) => void): void {
  const ys = polygon.map(({ y }) => y);
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...ys))), Math.min(height - 1, Math.ceil(Math.max(...ys)))];
  for (let y = top; y <= bottom; y += 1) {
    const crossings = polygon.flatMap((point, index) => {
      const next = polygon[(index + 1) % polygon.length] ?? point;
      if (point.y > y === next.y > y) return [];
      return [point.x + ((y - point.y) / (next.y - point.y)) * (next.x - point.x)];
    });
    crossings.sort((one, other) => one - other);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.ceil(crossings[pair] ?? 0));
      const to = Math.min(width - 1, Math.floor(crossings[pair + 1] ?? 0));
      for (let x = from; x <= to; x += 1) visit((y * width + x) * 3);
    }
  }
}

/** Median skin: tone, colour against luma, doublings in linear light. */
export interface Skin {
  readonly tone: number;
  /** Shares of luma. */
  readonly red: number;
  readonly blue: number;
  readonly redStops: number;
  readonly blueStops: number;
}

/** 1 inside faces, on a copy of `scale` times the photo's size. */
export function mapFaces(faces: readonly Face[], width: number, height: number, scale: number): Plane {
  const map = emptyPlane(width, height);
  for (const { centre, size } of faces) {
    const x0 = centre.x * scale;
    const y0 = centre.y * scale;
    const across = Math.max(1.5, 0.32 * size * scale);
    const down = Math.max(1.5, 0.38 * size * scale);
    for (let y = Math.max(0, Math.floor(y0 - down)); y <= Math.min(height - 1, y0 + down); y += 1) {
      for (let x = Math.max(0, Math.floor(x0 - across)); x <= Math.min(width - 1, x0 + across); x += 1) {
        if (((x - x0) / across) ** 2 + ((y - y0) / down) ** 2 <= 1) map.data[y * width + x] = 1;
      }
    }
  }
  return map;
}

const skinSamples = 3000;

export function measureSkin({ data }: Photo, faces: Plane, gains: readonly number[]): Skin | null {
  const [tones, reds, blues, redStops, blueStops]: number[][] = [[], [], [], [], []];
  const places: number[] = [];
  for (let at = faces.data.indexOf(1); at >= 0; at = faces.data.indexOf(1, at + 1)) places.push(at);
  const every = Math.max(1, Math.floor(places.length / skinSamples));
  for (let place = every - 1; place < places.length; place += every) {
    const at = places[place] ?? 0;
    const light = (channel: number) =>
      Math.max(2e-4, (linearOf[data[at * 3 + channel] ?? 0] ?? 0) * (gains[channel] ?? 1));
    const red = light(0);
    const green = light(1);
    const blue = light(2);
    const redTone = encodedOf(red);
    const blueTone = encodedOf(blue);
    const tone = lumaOf(redTone, encodedOf(green), blueTone);
    tones?.push(tone);
    reds?.push((redTone - tone) / (tone + 0.03));
    blues?.push((blueTone - tone) / (tone + 0.03));
    redStops?.push(Math.log2(red / green));
    blueStops?.push(Math.log2(blue / green));
  }
  const middle = (values: number[] | undefined, share = 0.5) => quantile(values ?? [], share);
  const tone = middle(tones, 0.6);
  if (tone === null) return null;
  return {
    tone,
    red: middle(reds) ?? 0,
    blue: middle(blues) ?? 0,
    redStops: middle(redStops) ?? 0,
    blueStops: middle(blueStops) ?? 0,
  };
}
