import { emptyPlane, inRanges, type Plane } from "./plane.ts";
import type { Photo } from "../work.ts";

/** sRGB bytes. */
export type Rgb = readonly [red: number, green: number, blue: number];

export function parseColour(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null;
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** Linear light, 0 to 1, of a byte (IEC 61966-2-1). */
export function toLinear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Linear light of every byte. */
export const linearOf = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte));

/** Linear light to sRGB, 0 to 1. */
export function encodedOf(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Bytes for 4096 equal steps of linear light. */
export const bytesOfLight = Float32Array.from({ length: 4097 }, (_, step) => 255 * encodedOf(step / 4096));

/** ITU-R BT.709. */
export const lumaWeights = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;

export function lumaOf(red: number, green: number, blue: number): number {
  return lumaWeights.red * red + lumaWeights.green * green + lumaWeights.blue * blue;
}

/** Stops of light per doubling of an sRGB tone. */
export const stopsPerDoubling = 2.2;

export function stopsBetween(from: number, to: number): number {
  return stopsPerDoubling * Math.log2(to / Math.max(0.004, from));
}

export const toneGain = (stops: number): number => 2 ** (stops / stopsPerDoubling);

const noise = Float32Array.from({ length: 1 << 14 }, (_, at) => {
  const first = Math.imul(at + 1, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return ((second & 0xff) + ((second >>> 8) & 0xff)) / 255 - 1;
});

/** Adds noise before rounding to prevent banding. `at` is the seed. */
export function dithered(value: number, at: number): number {
  // Knuth's multiplicative hash separates neighbours.
  return value + (noise[Math.imul(at, 0x9e3779b1) >>> 18] ?? 0);
}

/** Brightness levels per channel. */
const steps = 16;
/** A colour with a smaller share of an area is no evidence. */
const rare = 1e-5;

/** The subject's share in a colour's frequency, 0 to 1, where `asked`. `own` and `others` weigh sure pixels. */
export function likeOwnColours(photo: Photo, own: Plane, others: Plane, asked: Plane): Plane {
  const [ofOwn, ofOthers] = [new Float64Array(steps ** 3), new Float64Array(steps ** 3)];
  const [cells, weights] = [new Int32Array(8), new Float64Array(8)];
  let [ownArea, othersArea] = [1, 1];
  const corners = { cells, weights };
  for (let at = 0; at < own.data.length; at += 1) {
    const mine = own.data[at] ?? 0;
    const theirs = others.data[at] ?? 0;
    if (mine === 0 && theirs === 0) continue;
    placeColour(photo.data, at * 3, cells, weights);
    addColour(ofOwn, corners, mine);
    addColour(ofOthers, corners, theirs);
    ownArea += mine;
    othersArea += theirs;
  }
  const shares = emptyPlane(asked.width, asked.height);
  for (let at = 0; at < shares.data.length; at += 1) {
    if (asked.data[at] === 0) continue;
    placeColour(photo.data, at * 3, cells, weights);
    const mine = frequencyOf(ofOwn, corners) / ownArea;
    shares.data[at] = mine / (mine + frequencyOf(ofOthers, corners) / othersArea + rare);
  }
  return shares;
}

/** Cells of the RGB cube, and the share of a colour in each. */
interface Corners {
  readonly cells: Int32Array;
  readonly weights: Float64Array;
}

function addColour(frequencies: Float64Array, { cells, weights }: Corners, weight: number): void {
  for (let corner = 0; corner < 8; corner += 1) {
    const cell = cells[corner] ?? 0;
    frequencies[cell] = (frequencies[cell] ?? 0) + (weights[corner] ?? 0) * weight;
  }
}

function frequencyOf(frequencies: Float64Array, { cells, weights }: Corners): number {
  let sum = 0;
  for (let corner = 0; corner < 8; corner += 1) sum += (weights[corner] ?? 0) * (frequencies[cells[corner] ?? 0] ?? 0);
  return sum;
}

/** Finds the eight cells of the RGB cube around a colour and their weights, which add up to 1. */
function placeColour(data: Uint8Array, from: number, cells: Int32Array, weights: Float64Array): void {
  const perByte = (steps - 1) / 255;
  const red = (data[from] ?? 0) * perByte;
  const green = (data[from + 1] ?? 0) * perByte;
  const blue = (data[from + 2] ?? 0) * perByte;
  const lowRed = Math.min(steps - 2, Math.floor(red));
  const lowGreen = Math.min(steps - 2, Math.floor(green));
  const lowBlue = Math.min(steps - 2, Math.floor(blue));
  for (let corner = 0; corner < 8; corner += 1) {
    const upRed = corner & 1;
    const upGreen = (corner >> 1) & 1;
    const upBlue = corner >> 2;
    cells[corner] = ((lowRed + upRed) * steps + lowGreen + upGreen) * steps + lowBlue + upBlue;
    const ofRed = upRed === 1 ? red - lowRed : 1 - red + lowRed;
    const ofGreen = upGreen === 1 ? green - lowGreen : 1 - green + lowGreen;
    weights[corner] = ofRed * ofGreen * (upBlue === 1 ? blue - lowBlue : 1 - blue + lowBlue);
  }
}

const levels = 8;
const colourCells = levels ** 3;

/** Each pixel's cell of a coarse RGB cube. */
export function coarseColours({ data }: Photo): Uint16Array {
  const cells = new Uint16Array(data.length / 3);
  inRanges(cells.length, (from, to) => findCells(data, cells, from, to));
  return cells;
}

function findCells(data: Uint8Array, cells: Uint16Array, from: number, to: number): void {
  const share = levels / 256;
  for (let at = from; at < to; at += 1) {
    const red = Math.floor((data[3 * at] ?? 0) * share);
    const green = Math.floor((data[3 * at + 1] ?? 0) * share);
    cells[at] = (red * levels + green) * levels + Math.floor((data[3 * at + 2] ?? 0) * share);
  }
}

/** Each coarse colour's share of the pixels for which `holds` is true; all 0 if there are none. */
export function sharesOf(colours: Uint16Array, holds: (at: number) => boolean): Float64Array {
  const shares = new Float64Array(colourCells);
  let area = 0;
  for (let at = 0; at < colours.length; at += 1) {
    if (!holds(at)) continue;
    const colour = colours[at] ?? 0;
    shares[colour] = (shares[colour] ?? 0) + 1;
    area += 1;
  }
  return shares.map((count) => count / Math.max(1, area));
}

/** Frequency of a colour in the figure, and its ratio to the frequency in the background. */
const [leastOwn, leastRatio] = [0.003, 5];

/** 1 for every pixel whose colour is frequent in the figure and rare in the background. */
export function ownColours(
  colours: Uint16Array,
  isFigure: (at: number) => boolean,
  isBackground: (at: number) => boolean,
): Uint8Array {
  const [own, others] = [sharesOf(colours, isFigure), sharesOf(colours, isBackground)];
  const isOwn = own.map((often, colour) => (often > Math.max(leastOwn, leastRatio * (others[colour] ?? 0)) ? 1 : 0));
  return new Uint8Array(colours.length).map((_, at) => isOwn[colours[at] ?? 0] ?? 0);
}
