import { chromaTo, lumaOf, writePixel } from "../pixels/luma-chroma.ts";
import type { Photo } from "../work.ts";
import { bilinearRows, clamp, medianOf, mostOf, type Plane, smoothstep } from "../pixels/plane.ts";
import { meansOver } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";

/** Luma; 0.01 is about one L*. */
const [mayDarken, mayLighten] = [0.03, 0];
const [mayTurn, leastSaturation, mostSaturation] = [0.035, 0.85, 1.2];
const openedShare = 0.8;

/**
 * Limits changes of lightness and hue of each face's skin: no style makes anyone lighter, warmer or paler. In place.
 */
export function limitSkinChange(seen: Seen, painting: Photo): Photo {
  if (seen.faces.length === 0) return painting;
  const corrections = correctionsFor(seen, painting);
  const { width, height, data } = painting;
  const readSkin = bilinearRows(seen.skin, width, height);
  const skin = new Float32Array(width);
  const canvasRow = (y: number) => Math.min(seen.canvas.height - 1, Math.floor(y * seen.scale)) * seen.canvas.width;
  for (let y = 0; y < height; y += 1) {
    readSkin(y, skin);
    correctRow(data, y * width * 3, skin, seen, canvasRow(y), corrections);
  }
  return painting;
}

function correctRow(
  data: Uint8Array,
  start: number,
  skin: Float32Array,
  { owner, canvas, scale }: Seen,
  canvasRow: number,
  corrections: readonly (Correction | null)[],
): void {
  for (let x = 0; x < skin.length; x += 1) {
    const own = skin[x] ?? 0;
    if (own <= 0.1) continue;
    const correction = corrections[owner[canvasRow + Math.min(canvas.width - 1, Math.floor(x * scale))] ?? 0];
    if (correction) correct(data, start + x * 3, correction, smoothstep(0.1, 0.7, own));
  }
}

interface Correction {
  lift: number;
  along: number;
  aside: number;
}

function correct(data: Uint8Array, at: number, { lift, along, aside }: Correction, share: number): void {
  const luma = lumaAt(data, at);
  const blueness = ((data[at + 2] ?? 0) / 255 - luma) / chromaTo.blue;
  const redness = ((data[at] ?? 0) / 255 - luma) / chromaTo.red;
  const gain = 1 + (lift - 1) * share;
  const [real, imaginary] = [1 + (along - 1) * share, aside * share];
  writePixel(data, at, luma * gain, blueness * real - redness * imaginary, blueness * imaginary + redness * real);
}

function lumaAt(data: Uint8Array, at: number): number {
  return (lumaOf.red * (data[at] ?? 0) + lumaOf.green * (data[at + 1] ?? 0) + lumaOf.blue * (data[at + 2] ?? 0)) / 255;
}

function correctionsFor(seen: Seen, painting: Photo): (Correction | null)[] {
  const painted = tonesOnSkin(seen, painting);
  const own = tonesOnSkin(seen, seen.sheet);
  return painted.map((after, face) => {
    const before = own[face];
    if (!before || before.count < 12) return null;
    const opened = before.opened * seen.gloom * openedShare + before.luma * (1 - seen.gloom * openedShare);
    const luma = clamp(before.luma - mayDarken, after.luma, Math.max(before.luma, opened) + mayLighten);
    const lift = clamp(0.6, luma / Math.max(0.02, after.luma), 1.6);
    const [hue, hueAfter] = [before, after].map(({ blueness, redness }) => Math.atan2(redness, blueness));
    const [depth, depthAfter] = [before, after].map(({ blueness, redness }) => Math.hypot(blueness, redness));
    if (hue === undefined || hueAfter === undefined || !depth || !depthAfter || depthAfter < 0.01) {
      return { lift, along: 1, aside: 0 };
    }
    const brighter = luma / Math.max(0.02, before.luma);
    const turned = Math.atan2(Math.sin(hueAfter - hue), Math.cos(hueAfter - hue));
    const turn = clamp(-mayTurn, turned, mayTurn) - turned;
    const aim = clamp(depth * leastSaturation * brighter, depthAfter, depth * mostSaturation * brighter);
    const growth = clamp(0.5, aim / depthAfter, 2);
    return { lift, along: growth * Math.cos(turn), aside: growth * Math.sin(turn) };
  });
}

type TonesOfFace = Record<"luma" | "blueness" | "redness" | "opened", number[]>;

/** Canvas px between the places that are measured. */
const everyNth = 2;

/** Medians of each face's skin: highlights make a mean lighter than the tone that people see. */
function tonesOnSkin(seen: Seen, picture: Photo) {
  const places = seen.faces.map((): TonesOfFace => ({ luma: [], blueness: [], redness: [], opened: [] }));
  for (let y = 0; y < seen.canvas.height; y += everyNth) addTones(seen, y, picture, places);
  return places.map(({ luma, blueness, redness, opened }) => ({
    luma: medianOf(luma),
    blueness: medianOf(blueness),
    redness: medianOf(redness),
    opened: medianOf(opened),
    count: luma.length,
  }));
}

function addTones(seen: Seen, y: number, picture: Photo, places: readonly TonesOfFace[]): void {
  const { skin, face, marks, owner, canvas, scale, colour } = seen;
  const row = Math.min(picture.height - 1, Math.round((y + 0.5) / scale - 0.5)) * picture.width;
  for (let x = 0, at = y * canvas.width; x < canvas.width; x += everyNth, at += everyNth) {
    if ((face.data[at] ?? 0) < 0.5 || (skin.data[at] ?? 0) < 0.8 || (marks.data[at] ?? 0) > 0.05) continue;
    const own = places[owner[at] ?? 0];
    if (!own) continue;
    const from = (row + Math.min(picture.width - 1, Math.round((x + 0.5) / scale - 0.5))) * 3;
    const luma = lumaAt(picture.data, from);
    own.luma.push(luma);
    own.blueness.push(((picture.data[from + 2] ?? 0) / 255 - luma) / chromaTo.blue);
    own.redness.push(((picture.data[from] ?? 0) / 255 - luma) / chromaTo.red);
    own.opened.push(colour.luma.data[at] ?? 0);
  }
}

export function bareSkin({ face, skin }: Seen): Plane {
  return mostOf(face, skin);
}

/** Grows with the photo's gloom, so that lit skin is not lightened. */
export const openedForSkin = ({ gloom }: Seen): number => clamp(0, 0.6 * gloom, 1);

const skinReach = 12;

export const meansOverSkin = (bare: Plane, unit: number) => meansOver(bare, skinReach * unit);
