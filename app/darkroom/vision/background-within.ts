import { boxBlur, leastNearby, mostNearby, resizePlane, type Size, sizeWithin } from "../opencv/filters.ts";
import { likeOwnColours } from "../pixels/colour.ts";
import { emptyPlane, inRanges, isEmpty, mapPlane, mostOf, type Plane, smoothstep, steps } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { type Face, faceHulls } from "./faces.ts";
import { leastKnown, type Model, modelOf } from "./gaps-and-holes.ts";
import { coarseColours, ownColours } from "../pixels/colour.ts";
import { maskOfParts, partsOf } from "./parts.ts";
import { headReach, meanOfFace, type Reach, regionAround, segmentPeople } from "./people-map.ts";
import { areaAbove, photoAtMap, rimTrust, shrunk } from "./soft-map.ts";

/** Px: the longer side; at that size, half a neighbourhood's side, and the search distance for the outline. */
const [side, reach, besideOutline] = [240, 30, 6];
/** Likelihoods of the person's map. */
const [surelyOut, likely, surelyIn] = [0.05, 0.3, 0.9];
/** Standard deviations of a plain wall's primaries, 0 to 1. */
const plain = [0.08, 0.044] as const;
/** Squared deviations over three channels; the least standard deviation. */
const [likeWall, leastDeviation] = [[9, 4] as const, 0.02];
/** Strongest minus weakest primary. Paler walls have the colour of collars, headscarves and grey hair. */
const saturatedFrom = 0.2;
/** The same of a single pixel of such a wall. */
const paleWall = 0.15;
/** The person's share of a colour's frequency. */
const ownColour = [0.3, 0.1] as const;
/** The found wall grows over its neighbourhood. */
const mostRounds = 4;
/** Shares of the person's area: collars and folds are smaller, prints apart from the outline too, clothes larger. */
const [leastPart, leastInside, mostPart] = [0.006, 0.012, 0.15];

/** Finds a plain wall of a colour that neither skin nor the person has, where both networks see the person, 0 to 1. */
export function wallWithin(map: Plane, photo: Photo, faces: readonly Face[]): Plane {
  const size = sizeWithin(photo, side);
  const small = shrunk(photo, size);
  const person = resizePlane(map, size);
  const isFace = faceHulls(faces, photo, size, 1.12);
  let wall = emptyPlane(size.width, size.height);
  for (let round = 0, area = 0; round < mostRounds; round += 1) {
    const outside = mapPlane(person, (share, at) => (share < surelyOut || (wall.data[at] ?? 0) > surelyIn ? 1 : 0));
    const model = modelOf(small, Uint8Array.from(outside.data), reach);
    const candidates = mapPlane(person, (share, at) =>
      share < likely || isFace[at] === 1 ? 0 : likenessToWall(small, at, model),
    );
    if (areaAbove(candidates, 0.5) < leastPart * areaAbove(person, 0.5)) break;
    const own = mapPlane(person, (share, at) =>
      share > surelyIn ? 1 - Math.max(wall.data[at] ?? 0, candidates.data[at] ?? 0) : 0,
    );
    const shares = likeOwnColours(small, own, outside, candidates);
    const found = mapPlane(candidates, (share, at) => share * smoothstep(...ownColour, shares.data[at] ?? 1));
    const smooth = steps(boxBlur(found, 2), 0.35, 0.65);
    const opened = mostNearby(leastNearby(smooth, 1), 1);
    wall = mostOf(wall, opened);
    const grown = wall.data.reduce((sum, share) => sum + share, 0);
    if (grown <= 1.05 * area) break;
    area = grown;
  }
  return resizePlane(largeParts(wall, person), map);
}

/** Factors of a face's hull: the hull of a turned face covers the wall before its eye; farther in are eyes. */
const [hullOuter, hullInner] = [1.06, 0.8];
/** Px of the map; a wall changes its colour farther away. */
const beside = 24;

/** Finds a plain, coloured wall within the rim of a face's hull, 0 to 1. */
export function wallBesideFaces(map: Plane, photo: Photo, faces: readonly Face[]): Plane {
  const [outer, inner] = [faceHulls(faces, photo, map, hullOuter), faceHulls(faces, photo, map, hullInner)];
  const small = photoAtMap(photo, map);
  const { data } = small;
  const rim: number[] = [];
  for (let at = outer.indexOf(1); at >= 0; at = outer.indexOf(1, at + 1)) {
    if (inner[at] !== 0) continue;
    if (isColoured(data[3 * at] ?? 0, data[3 * at + 1] ?? 0, data[3 * at + 2] ?? 0, 255 * paleWall)) rim.push(at);
  }
  const wall = emptyPlane(map.width, map.height);
  if (rim.length === 0) return wall;
  const outside = new Uint8Array(map.data.length);
  inRanges(outside.length, (from, to) => markOutside(map.data, outside, from, to));
  const model = modelOf(small, outside, beside);
  for (const at of rim) wall.data[at] = likenessToWall(small, at, model);
  return wall;
}

function markOutside(map: Float32Array, outside: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) if ((map[at] ?? 0) < surelyOut) outside[at] = 1;
}

/** Not warm, as skin is; `least`: strongest minus weakest primary. */
function isColoured(red: number, green: number, blue: number, least: number): boolean {
  const isWarm = red > green && green > blue;
  return !isWarm && Math.max(red, green, blue) - Math.min(red, green, blue) > least;
}

function likenessToWall({ data }: Photo, at: number, { means, squares }: Model): number {
  const known = means.data[at * 4 + 3] ?? 0;
  if (known < leastKnown) return 0;
  let [red, green, blue] = [0, 0, 0];
  let [off, spread] = [0, 0];
  for (let channel = 0; channel < 3; channel += 1) {
    const mean = (means.data[at * 4 + channel] ?? 0) / known;
    const variance = Math.max(leastDeviation ** 2, (squares.data[at * 4 + channel] ?? 0) / known - mean * mean);
    if (channel === 0) red = mean;
    else if (channel === 1) green = mean;
    else blue = mean;
    spread = Math.max(spread, variance);
    off += ((data[at * 3 + channel] ?? 0) / 255 - mean) ** 2 / variance;
  }
  if (!isColoured(red, green, blue, saturatedFrom)) return 0;
  return smoothstep(plain[0], plain[1], Math.sqrt(spread)) * smoothstep(likeWall[0], likeWall[1], off);
}

/** Parts at the outline or the photo's edge, and larger ones inside: a print may have the wall's colour. */
function largeParts(wall: Plane, person: Plane): Plane {
  const { labels, sizes } = partsOf(wall, 0.5);
  const area = areaAbove(person, 0.5) * person.data.length;
  const near = leastNearby(person, besideOutline);
  const { width, height } = person;
  const atOutline = new Set<number>();
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? -1;
    if (label < 0 || atOutline.has(label)) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const isAtEdge = Math.min(x, y, width - 1 - x, height - 1 - y) < 2;
    if (isAtEdge || (near.data[at] ?? 1) < 0.5) atOutline.add(label);
  }
  const isPart = sizes.map((size, label) => {
    const least = atOutline.has(label) ? leastPart : leastInside;
    return size > least * area && size < mostPart * area;
  });
  return mapPlane(wall, (share, at) => (isPart[labels[at] ?? -1] ? share : 0));
}

/** Bytes of the weakest primary in blown-out light; the saliency and the likelihood of a person below which it is outside. */
const [blownOut, unseen, outsideBelow] = [248, 0.15, 0.1];

/** Finds blown-out light, such as a window, that reaches from outside into the people's map, 0 or 1. */
export function lightWithin(map: Plane, salient: Plane, photo: Photo): Plane {
  const { data } = photoAtMap(photo, map);
  const light = emptyPlane(map.width, map.height);
  inRanges(light.data.length, (from, to) => findLight(data, salient.data, light.data, from, to));
  if (isEmpty(light)) return light;
  const parts = partsOf(light, 0.5);
  const isOutside = new Array<boolean>(parts.sizes.length).fill(false);
  for (let at = 0; at < parts.labels.length; at += 1) {
    const label = parts.labels[at] ?? -1;
    if (label >= 0 && (map.data[at] ?? 0) < outsideBelow) isOutside[label] = true;
  }
  return maskOfParts(parts, light, isOutside);
}

function findLight(data: Uint8Array, salient: Float32Array, light: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const weakest = Math.min(data[3 * at] ?? 0, data[3 * at + 1] ?? 0, data[3 * at + 2] ?? 0);
    if (weakest >= blownOut && (salient[at] ?? 0) < unseen) light[at] = 1;
  }
}

const headAlone: Reach = { side: 1.2, above: 1.3, below: 1.1 };
/** Height above and distance beside the face's centre, in face sizes, at which the looks count fully: bags are farther. */
const [aboveCentre, ownHead] = [0.2, [1.1, 0.9] as const];
/** Likelihoods of a person: the look at the head alone takes a cap's ornaments for background, the other does not. */
const [noPerson, surePerson] = [[0.3, 0.05] as const, [0.95, 0.6] as const];
/** Least mean over the face. */
const sureFace = 0.9;
/** Share of the look's side. */
const rimOfLook = 0.05;

/**
 * Finds dark things and shade behind a person's hair, 0 or 1: all networks include them, except the people network in
 * looks at the head alone. In a group such looks cut off the others' heads.
 */
export async function backgroundAboveHead(map: Plane, photo: Photo, faces: readonly Face[]): Promise<Plane> {
  const [face, other] = faces;
  if (!face || other) return emptyPlane(map.width, map.height);
  const region = regionAround(face, headAlone, photo);
  const close = await segmentPeople(photo, region);
  if (meanOfFace(close, face, photo) < sureFace) return emptyPlane(map.width, map.height);
  const far = await segmentPeople(photo, regionAround(face, headReach, photo));
  const scale = photo.width / map.width;
  const behind = emptyPlane(map.width, map.height);
  for (let row = 0; row < Math.min(map.height, face.centre.y / scale); row += 1) {
    const y = row * scale;
    const isAbove = smoothstep(0, aboveCentre, (face.centre.y - y) / face.size);
    const from = Math.max(0, Math.floor((face.centre.x - ownHead[0] * face.size) / scale));
    const to = Math.min(map.width, Math.ceil((face.centre.x + ownHead[0] * face.size) / scale));
    for (let column = from, at = row * map.width + from; column < to; column += 1, at += 1) {
      const x = column * scale;
      const isOwn = smoothstep(...ownHead, Math.abs(x - face.centre.x) / face.size);
      const trust = isAbove * isOwn * rimTrust(region, photo, x, y, rimOfLook);
      const isClear = smoothstep(...noPerson, close.data[at] ?? 0) * smoothstep(...surePerson, far.data[at] ?? 0);
      behind.data[at] = trust * isClear;
    }
  }
  return isEmpty(behind) ? behind : withoutVeils(behind, map, photo);
}

/** Least difference of a veil's primaries, because dark things behind hair have its colour. */
const colourful = 40;
/** Share of such pixels in a neighbourhood of this radius in px. */
const [veiled, aroundVeil] = [[0.35, 0.6] as const, 9];

/** Leaves places in colours of the clothes that the background does not have. */
function withoutVeils(behind: Plane, map: Plane, photo: Photo): Plane {
  const small = photoAtMap(photo, map);
  const isOwn = ownColours(
    coarseColours(small),
    (at) => (map.data[at] ?? 0) > surelyIn && behind.data[at] === 0,
    (at) => (map.data[at] ?? 0) < surelyOut,
  );
  const veil = mapPlane(map, (_, at) => {
    if (isOwn[at] !== 1) return 0;
    const [red = 0, green = 0, blue = 0] = small.data.subarray(at * 3, at * 3 + 3);
    return Math.max(red, green, blue) - Math.min(red, green, blue) > colourful ? 1 : 0;
  });
  const near = boxBlur(veil, aroundVeil);
  return mapPlane(behind, (share, at) => (share === 0 ? 0 : share * (1 - smoothstep(...veiled, near.data[at] ?? 0))));
}

/** Least people before a poster, and its face's least size as a factor of their median; adults' faces are 1.5 × a baby's. */
const [leastPeople, leastFactor] = [3, 1.6];
/** Distances from the centre of a poster's face, in its sizes, at which the body of a person would hide others. */
const hidden = { side: 1, from: 0.7, to: 4 };

/** Tells people from portraits on a banner behind them: large faces above smaller ones that their bodies would hide. */
export function splitPosters(faces: readonly Face[]): { people: Face[]; posters: Face[] } {
  const sizes = faces.map(({ size }) => size).toSorted((one, other) => one - other);
  const median = sizes[Math.floor((sizes.length - 1) / 2)] ?? 0;
  const isHidden = ({ centre, size }: Face, other: Face) => {
    const [across, down] = [Math.abs(other.centre.x - centre.x) / size, (other.centre.y - centre.y) / size];
    return other.size * leastFactor < size && across < hidden.side && down > hidden.from && down < hidden.to;
  };
  const isPoster = (face: Face) =>
    faces.length > leastPeople && face.size > leastFactor * median && faces.some((other) => isHidden(face, other));
  return { people: faces.filter((face) => !isPoster(face)), posters: faces.filter(isPoster) };
}

/** Mean over a face of the most that a network sees. */
const unseenFace = 0.05;

/** Drops large faces on walls, which no network sees. A smaller unseen face may be a person whom the networks missed. */
export function withoutPictures(faces: readonly Face[], seen: Plane, photo: Size): Face[] {
  const isUnseen = (face: Face) => meanOfFace(seen, face, photo) < unseenFace;
  const largest = Math.max(0, ...faces.filter((face) => !isUnseen(face)).map(({ size }) => size));
  return faces.filter((face) => largest === 0 || face.size < leastFactor * largest || !isUnseen(face));
}

/** Distances around a face, in its sizes: head and shoulders of a poster; head and body of a person before it. */
const [bust, figure] = [
  { side: 1.7, above: 1.5 },
  { side: 2, above: -0.6 },
];
const head = { side: 0.85, above: 1 };

/** Clears the posters except where people stand before them. */
export function withoutPosters(map: Plane, photo: Size, { posters, people }: ReturnType<typeof splitPosters>): Plane {
  if (posters.length === 0) return map;
  const scale = map.width / photo.width;
  return mapPlane(map, (share, at) => {
    const [x, y] = [(at % map.width) / scale, Math.floor(at / map.width) / scale];
    const isUnder = ({ centre, size }: Face, { side, above }: typeof bust) =>
      Math.abs(x - centre.x) < side * size && y > centre.y - above * size;
    const isInHead = ({ centre, size }: Face) =>
      Math.hypot((x - centre.x) / head.side, (y - centre.y) / head.above) < size;
    const isPerson = people.some((face) => isInHead(face) || isUnder(face, figure));
    return !isPerson && posters.some((face) => isUnder(face, bust)) ? 0 : share;
  });
}

/** Px of the photo's rim; the share of it in one colour; distances from that colour, in bytes. */
const [rim, leastPlain, ofBackdrop] = [3, 0.8, 12];
const unlikeBackdrop = [14, 40] as const;
/** A shadow: its share of the backdrop's light, and its distance from the dimmed backdrop in bytes. */
const shadow = { light: 0.45, off: 12 };
/** Share of the photo. */
const leastThing = 0.005;

/**
 * Adds all things before a backdrop of one colour, as in pictures of goods: the saliency network doubts dark leather and
 * sees one of two things. Shadows and parts in the backdrop's colour stay as they are.
 */
export function withThingsOnBackdrop(map: Plane, photo: Photo): Plane {
  const { data, width, height } = photoAtMap(photo, map);
  const isRim = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return Math.min(x, y, width - 1 - x, height - 1 - y) < rim;
  };
  const places: number[] = [];
  for (const at of map.data.keys()) if (isRim(at)) places.push(at);
  const backdrop = [0, 1, 2].map((channel) => {
    const values = Uint8Array.from(places, (at) => data[3 * at + channel] ?? 0).sort();
    return values[values.length >> 1] ?? 0;
  });
  const off = (at: number, light: number) =>
    Math.max(...backdrop.map((value, channel) => Math.abs((data[3 * at + channel] ?? 0) - light * value)));
  if (places.filter((at) => off(at, 1) < ofBackdrop).length < leastPlain * places.length) return map;
  const brightness = backdrop.reduce((sum, value) => sum + value, 1);
  const unlike = mapPlane(map, (_, at) => {
    const light = ((data[3 * at] ?? 0) + (data[3 * at + 1] ?? 0) + (data[3 * at + 2] ?? 0)) / brightness;
    const isShadow = light < 1 && light > shadow.light && off(at, light) < shadow.off;
    return isShadow ? 0 : smoothstep(...unlikeBackdrop, off(at, 1));
  });
  const { labels, sizes } = partsOf(unlike, 0.5);
  const isThing = sizes.map((size) => size > leastThing * map.data.length);
  return mapPlane(map, (share, at) => (isThing[labels[at] ?? -1] ? Math.max(share, unlike.data[at] ?? 0) : share));
}
