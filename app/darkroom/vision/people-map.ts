import { type Region, type Size, sizeWithin } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { loadPeopleNet, otherProcesses } from "./nets.ts";
import {
  certainty,
  cutSquare,
  mirrored,
  photoAtMap,
  placeMap,
  placeSquare,
  regionAbove,
  regionWithin,
  rimTrust,
  squareOf,
} from "./soft-map.ts";
import { coarseColours, sharesOf } from "../pixels/colour.ts";

/** Px of the longer side, and the pixels of a 3:2 photo: a squarer photo gets a map of as many, at the same cost. */
const [mapSide, mapPixels] = [640, 640 * 427];

export const mapSizeOf = (photo: Size): Size => sizeWithin(photo, mapSide, mapPixels);

export async function segmentPeople(photo: Photo, region: Region, isMirrored = false): Promise<Plane> {
  const { side, map } = await mapSquare((pixels) => {
    const square = squareOf(photo, region, pixels);
    return isMirrored ? mirrored(square, pixels, 3) : square;
  });
  return placeMap(isMirrored ? mirrored(map, side, 1) : map, side, region, photo, mapSizeOf(photo));
}

async function mapSquare(cut: (pixels: number) => Uint8Array): Promise<{ side: number; map: Float32Array }> {
  const net = await loadPeopleNet();
  await otherProcesses();
  const [map] = Object.values(await net.run(cut(net.side)));
  if (!map) throw new Error("The people net returned no map.");
  return { side: net.side, map };
}

const mostFaces = 12;
/** Radians from which a head counts as tilted. */
const tilted = 0.5;

export interface Reach {
  readonly side: number;
  readonly above: number;
  readonly below: number;
}

/** A face's head and chest. */
export const headReach: Reach = { side: 2.1, above: 1.5, below: 2.9 };
const chestReach: Reach = { side: 0.6, above: -0.8, below: 1.6 };
const figureReach: Reach = { side: 2.6, above: 1.5, below: 7 };

/**
 * Looks again at the found region and each face, because distant people are small in 256 px, and once more from further
 * away where a chest is missing.
 */
export async function mapPeople(photo: Photo, frame: Region, faces: readonly Face[]): Promise<Plane> {
  const waists = faces.map((face) => within(regionAround(face, waistReach, photo), frame));
  const look = (region: Region) =>
    faces.length < leastInRow ? segmentPeople(photo, region) : segmentGroup(photo, region, waists);
  const map = await look(frame);
  const found = regionAbove(map, 0.4, 0.22, photo);
  if (found && found.width * found.height < 0.8 * frame.width * frame.height) {
    const region = within(found, frame);
    const closer = { ...map, data: map.data.slice() };
    blend(closer, await look(region), region, photo, { share: 0.75 });
    if (waistsIn(closer, waists, photo) >= waistsIn(map, waists, photo)) map.data.set(closer.data);
  }
  await mapRow(map, photo, frame, { faces, waists });
  for (const face of faces.slice(0, mostFaces)) {
    const how = { share: 0.6, keeps: faces.length > 1 ? othersBeside(map, face) : undefined };
    const head = within(regionAround(face, headReach, photo), frame);
    const isTilted = Math.abs(face.turn) > tilted;
    if (head.width * head.height > 0.6 * frame.width * frame.height && !isTilted) continue;
    const lookAt = (near: Region) => (isTilted ? segmentUpright(photo, near, face.turn) : segmentPeople(photo, near));
    if (isUnsureIn(map, head, photo)) blend(map, await lookAt(head), head, photo, how);
    const chest = within(regionAround(face, chestReach, photo), frame);
    if (meanIn(map, chest, photo) > 0.5) continue;
    const figure = within(regionAround(face, figureReach, photo), frame);
    blend(map, await lookAt(figure), figure, photo, how);
  }
  return map;
}

/** Looks at a square around the region that is turned so that a tilted head stands upright: the net knows no others. */
async function segmentUpright(photo: Photo, { left, top, width, height }: Region, turn: number): Promise<Plane> {
  const side = Math.max(width, height) * (Math.abs(Math.cos(turn)) + Math.abs(Math.sin(turn)));
  const square = { x: left + width / 2, y: top + height / 2, side, turn };
  const { map } = await mapSquare((pixels) => cutSquare(photo, square, pixels));
  return placeSquare(map, square, photo, mapSizeOf(photo));
}

/** In a group the net may see some or none: a mirrored look decides where both agree, or if it finds more waists. */
async function segmentGroup(photo: Photo, region: Region, waists: readonly Region[]): Promise<Plane> {
  const [one, other] = [await segmentPeople(photo, region), await segmentPeople(photo, region, true)];
  const lead = waistsIn(one, waists, photo) - waistsIn(other, waists, photo);
  if (Math.abs(lead) > 1) return lead > 0 ? one : other;
  return mapPlane(one, (share, at) => (share + (other.data[at] ?? 0)) / 2);
}

function waistsIn(map: Plane, waists: readonly Region[], photo: Size): number {
  return waists.filter((waist) => meanIn(map, waist, photo) > 0.5).length;
}

/** Least people in a row, and the least width of their row, in heights, that gets several looks. */
const [leastInRow, leastWide] = [4, 1.3];
/** Width and distance of the looks, in heights of the row; their number limits the cost of a panorama. */
const [partWidth, partStep, mostParts] = [1.1, 0.55, 6];

const waistReach: Reach = { side: 0.5, above: -3, below: 4 };
/** Share of the people whose waists the looks must find. */
const mostWaists = 0.8;

/** Looks at parts of a row of people, who are too narrow for the net in one look. In place, if it finds whole bodies. */
async function mapRow(
  map: Plane,
  photo: Photo,
  frame: Region,
  { faces, waists }: { faces: readonly Face[]; waists: readonly Region[] },
): Promise<void> {
  const parts = besideEachOther(faces, photo).map((region) => within(region, frame));
  if (parts.length === 0) return;
  const row = { ...map, data: map.data.slice() };
  for (const part of parts) {
    blend(row, await segmentGroup(photo, part, waists), part, photo, { share: sureShare, keeps: sureOthers(map) });
  }
  const least = Math.max(waistsIn(map, waists, photo), mostWaists * faces.length);
  if (waistsIn(row, waists, photo) >= least) map.data.set(row.data);
}

function besideEachOther(faces: readonly Face[], photo: Size): Region[] {
  if (faces.length < leastInRow) return [];
  const figures = faces.map((face) => regionAround(face, figureReach, photo));
  const left = Math.min(...figures.map((figure) => figure.left));
  const right = Math.max(...figures.map((figure) => figure.left + figure.width));
  const top = Math.min(...figures.map((figure) => figure.top));
  const height = Math.max(...figures.map((figure) => figure.top + figure.height)) - top;
  if (right - left < leastWide * height) return [];
  const span = Math.max(height, (right - left) / (mostParts * partStep));
  const parts: Region[] = [];
  for (let from = left; from + (partWidth - partStep) * span < right; from += partStep * span) {
    parts.push(regionWithin({ left: from, top, width: partWidth * span, height }, photo));
  }
  return parts;
}

const bustReach: Reach = { side: 2.2, above: 1.5, below: 4 };

/** Centres the look on the sitter, so that the map leaves out people behind, unlike that of the photo. */
export async function segmentBust(photo: Photo, face: Face): Promise<Plane> {
  return segmentPeople(photo, regionAround(face, bustReach, photo));
}

export function regionAround({ centre, size }: Face, { side, above, below }: Reach, photo: Size): Region {
  const [left, top] = [centre.x - side * size, centre.y - above * size];
  return regionWithin({ left, top, width: 2 * side * size, height: (above + below) * size }, photo);
}

/** A head that the net sees well is clearly in or out. */
export function isUnsureIn(map: Plane, region: Region, photo: Size): boolean {
  const unsure = meanIn(map, region, photo, isUnsure);
  return unsure > 0.07 || meanIn(map, region, photo) < 0.25;
}

const itself = (value: number) => value;
const isUnsure = (value: number) => (value > 0.15 && value < 0.85 ? 1 : 0);

export function meanIn(map: Plane, region: Region, photo: Size, of = itself): number {
  const scale = map.width / photo.width;
  const [left, right] = [Math.floor(region.left * scale), Math.ceil((region.left + region.width) * scale)];
  const [top, bottom] = [Math.floor(region.top * scale), Math.ceil((region.top + region.height) * scale)];
  let [sum, count] = [0, 0];
  for (let y = top; y < Math.min(map.height, bottom); y += 1) {
    const row = map.data.subarray(y * map.width + left, y * map.width + Math.min(map.width, right));
    sum += sumOf(row, of);
    count += row.length;
  }
  return count === 0 ? 0 : sum / count;
}

function sumOf(row: Float32Array, of: (value: number) => number): number {
  let sum = 0;
  for (let x = 0; x < row.length; x += 1) sum += of(row[x] ?? 0);
  return sum;
}

const faceReach: Reach = { side: 0.3, above: 0.3, below: 0.3 };

export function meanOfFace(map: Plane, face: Face, photo: Size): number {
  return meanIn(map, regionAround(face, faceReach, photo), photo);
}

export function within(region: Region, frame: Region): Region {
  const left = Math.min(Math.max(region.left, frame.left), frame.left + frame.width - 1);
  const top = Math.min(Math.max(region.top, frame.top), frame.top + frame.height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(region.left + region.width, frame.left + frame.width) - left),
    height: Math.max(1, Math.min(region.top + region.height, frame.top + frame.height) - top),
  };
}

/** A sure look overrides a doubtful map. */
const sureShare = 0.95;

/** Share of a place that a closer look may not lower: close to one person, the net no longer sees others. */
type Keeps = (at: number, x: number, y: number) => number;

const sureOthers =
  ({ data }: Plane): Keeps =>
  (at) =>
    0.8 * smoothstep(0.85, 0.97, data[at] ?? 0);

/** Keeps likely places apart from a face's own head and body. */
const othersBeside =
  ({ data }: Plane, { centre, size }: Face): Keeps =>
  (at, x, y) => {
    const apart = Math.max(Math.abs(x - centre.x), centre.y - y) / size;
    return smoothstep(0.4, 0.7, data[at] ?? 0) * smoothstep(0.8, 1.3, apart);
  };

function blend(
  map: Plane,
  look: Plane,
  region: Region,
  photo: Size,
  { share, keeps }: { share: number; keeps?: Keeps | undefined },
): void {
  const scale = map.width / photo.width;
  const [left, right] = [Math.floor(region.left * scale), Math.ceil((region.left + region.width) * scale)];
  const [top, bottom] = [Math.floor(region.top * scale), Math.ceil((region.top + region.height) * scale)];
  const span = { left, right: Math.min(map.width, right), scale, share, keeps };
  for (let y = top; y < Math.min(map.height, bottom); y += 1) blendRow(map, look, region, photo, y, span);
}

interface Span {
  readonly left: number;
  readonly right: number;
  /** Px of the map per px of the photo. */
  readonly scale: number;
  readonly share: number;
  readonly keeps?: Keeps | undefined;
}

function blendRow(map: Plane, look: Plane, region: Region, photo: Size, y: number, span: Span): void {
  const { left, right, scale, share, keeps } = span;
  for (let x = left; x < right; x += 1) {
    const at = y * map.width + x;
    const was = map.data[at] ?? 0;
    const is = look.data[at] ?? 0;
    const decides = (1 - Math.abs(2 * was - 1)) * Math.abs(2 * is - 1);
    const kept = is < was && keeps ? keeps(at, x / scale, y / scale) : 0;
    const trust = (share + (sureShare - share) * decides) * (1 - kept);
    map.data[at] = was + (is - was) * trust * rimTrust(region, photo, x / scale, y / scale, 0.08);
  }
}

/** Share of the salient find that lies within people. */
const leastWithin = 0.9;
const [surely, hardly] = [0.8, 0.2];
/** A colour counts as the background's from this share of its frequency in the rest of the people. */
const sharedFrom = 0.1;
/** Share of that rest in the background's colours; below this certainty of the salient find, any share. */
const [mostShared, doubtful] = [0.93, 0.45];

/**
 * Whether the saliency network sees only a part of people, such as hair without the coat below it: its find lies within
 * them, and it is doubtful or the rest does not have the background's colours, unlike the ground below an animal.
 */
export function isPartOfPeople(photo: Photo, people: Plane, salient: Plane): boolean {
  const [person, thing] = [(at: number) => people.data[at] ?? 0, (at: number) => salient.data[at] ?? 0];
  let [both, found] = [0, 0];
  for (let at = 0; at < people.data.length; at += 1) {
    if (thing(at) <= 0.5) continue;
    found += 1;
    if (person(at) > 0.5) both += 1;
  }
  if (both < leastWithin * found) return false;
  const colours = coarseColours(photoAtMap(photo, people));
  const rest = sharesOf(colours, (at) => person(at) > surely && thing(at) < hardly);
  if (rest.every((share) => share === 0)) return false;
  if (certainty(salient) < doubtful) return true;
  const background = sharesOf(colours, (at) => person(at) < hardly && thing(at) < hardly);
  const shared = rest.filter((share, colour) => (background[colour] ?? 0) > sharedFrom * share);
  return shared.reduce((sum, share) => sum + share, 0) < mostShared;
}
