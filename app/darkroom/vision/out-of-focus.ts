import { boxBlur, leastNearby, matOfPhoto, mostNearby, resizePlane, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import { boxBlurLayers, type Layers } from "../opencv/strips.ts";
import { emptyPlane, inRanges, mapPlane, type Plane, product, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import type { Face } from "./faces.ts";
import { maskOfParts, meansOver, type Parts, partsOf } from "./parts.ts";
import { meanIn, mapSizeOf, meanOfFace, type Reach, regionAround } from "./people-map.ts";
import { areaAbove, photoAtMap } from "./soft-map.ts";

/** Px: half the side of a neighbourhood. */
const reach = 12;
/** Likelihoods at which both networks agree. */
const [surelyIn, surelyOut] = [0.85, 0.08];
/** Lead of the people network's likelihood over the saliency network's. */
const [differFrom, differMuch] = [0.4, 0.8];
/** Share of the people; smaller differences lie at their outline. */
const leastDifference = 0.005;
/** Above this share of the person's sharpness, the background counts as in focus. */
const mostBehind = 0.5;
/** On a scale from the background's sharpness, 0, to the person's, 1. */
const [blurredBelow, sharpFrom] = [0.25, 0.5];
/** Squared bytes; plain clothes have too little structure to measure focus. */
const [plainBelow, structuredFrom] = [4, 16];
/** Px of margin, because structure in other areas would count too. */
const apart = 10;
/** Share of the neighbourhood. */
const leastDoubted = 0.05;
/** Shares of an area: blurred at least, within reach of sharp detail at most. */
const [mostlyBlurred, hardlySharp] = [
  [0.3, 0.4],
  [0.2, 0.12],
] as const;
/** Share of a doubtful part that is behind: less would leave shreds of it. */
const mostlyWhole = 0.72;
/** Px: half the distance in which sharp detail shows that an area is in focus. */
const besideSharp = 12;
/** Px: grain that is no edge, and the rim of a sure place that may be another's. */
const [grain, ofCore] = [1.5, 2];

/** A face's body, and the share of it that may count as behind the face; the second where another face is found. */
const bodyReach: Reach = { side: 1.6, above: -0.8, below: 2.6 };
const [mostOfBody, mostBesideFace] = [0.15, 0.4];
/** Least size of a sharp face, as a share of the largest, that is not behind: dark or plain friends. */
const besideSize = 0.7;
/** Face sizes below the face's centre: bystanders reach up to the shoulders of the person before them. */
const toShoulders = 1.5;

/**
 * Finds blurred people and things behind a sharp person that only the people network includes, 0 to 1. An area that
 * would take the body or legs of a salient face does not count: dark clothes near the camera are blurred too.
 */
export function outOfFocus(photo: Photo, people: Plane, salient: Plane, faces: readonly Face[] = []): Plane {
  const { areas, shares } = findBlurred(photo, people, salient);
  if (!shares.some((share) => share > 0)) return emptyPlane(people.width, people.height);
  const seen = faces.filter((face) => meanOfFace(salient, face, photo) > 0.5);
  const isSharp = seen.length > 0 && seen.length < faces.length ? focusOfFaces(photo) : () => false;
  const isAlike = (face: Face) => seen.some((other) => face.size > besideSize * other.size && isSharp(face, other));
  const own = faces.filter((face) => seen.includes(face) || isAlike(face));
  const shoulders = Math.max(...own.map(({ centre, size }) => centre.y + toShoulders * size));
  const isOwnBody = (label: number) => {
    const top = Math.floor(areas.labels.indexOf(label) / people.width) * (photo.height / people.height);
    if (own.length > 0 && top > shoulders) return true;
    const area = maskOfParts(
      areas,
      people,
      areas.sizes.map((_, other) => other === label),
    );
    const taken = product(people, area);
    const most = faces.some((face) => meanOfFace(area, face, photo) > 0.5) ? mostBesideFace : mostOfBody;
    return own.some((face) => {
      const inBody = (map: Plane) => meanIn(map, regionAround(face, bodyReach, photo), photo);
      return inBody(taken) > most * inBody(people);
    });
  };
  const trusted = shares.map((share, label) => (share > 0 && isOwnBody(label) ? 0 : share));
  return mapPlane(people, (_, at) => trusted[areas.labels[at] ?? -1] ?? 0);
}

/**
 * Sharpness of a blurred face, and its most as a share of the largest face's: blurred faces of 70 groups had 0.01 to
 * 0.03, others 0.045 and more.
 */
const [blurredFace, beside] = [0.035, 0.3];
const wholeFace: Reach = { side: 0.5, above: 0.5, below: 0.5 };

/** Drops faces that are blurred beside the largest, the first. */
export function facesInFocus(photo: Photo, faces: readonly Face[]): readonly Face[] {
  const [largest, other] = faces;
  if (!largest || !other) return faces;
  const isSharp = focusOfFaces(photo);
  return faces.filter((face) => isSharp(face, largest));
}

/** Whether a face is not blurred beside another one. */
function focusOfFaces(photo: Photo): (face: Face, other: Face) => boolean {
  const small = photoAtMap(photo, mapSizeOf(photo));
  const { fine, coarse } = detailsOf(small);
  const meanOf = (data: Float32Array, face: Face) =>
    meanIn({ ...small, data }, regionAround(face, wholeFace, photo), photo);
  const sharpness = (face: Face) => meanOf(fine, face) / (1 + meanOf(coarse, face));
  return (face, other) => sharpness(face) >= Math.min(blurredFace, beside * sharpness(other));
}

/** Areas of people, and the likelihood of each to be blurred and behind. */
interface BlurredAreas {
  readonly areas: Parts;
  readonly shares: number[];
}

function findBlurred(photo: Photo, people: Plane, salient: Plane): BlurredAreas {
  const size = mapSizeOf(photo);
  const [one, other] = [resizePlane(people, size), resizePlane(salient, size)];
  const doubt = mapPlane(one, (person, at) => smoothstep(differFrom, differMuch, person - (other.data[at] ?? 0)));
  const isWorth = areaAbove(doubt, 0.5) > leastDifference * areaAbove(one, 0.5);
  const small = photoAtMap(photo, size);
  const focus = isWorth ? measureFocus(small, one, other, doubt) : null;
  if (!focus) return { areas: partsOf(emptyPlane(people.width, people.height), 0.5), shares: [] };
  const empty = () => emptyPlane(size.width, size.height);
  const sure = [empty(), empty(), empty()] as const;
  const evidence = { one: one.data, other: other.data, blurred: focus.blurred.data, sharp: focus.sharp.data };
  inRanges(one.data.length, (from, to) => markSure(evidence, sure, from, to));
  const grown = growAreas(small, sure);
  const behind = mapPlane(doubt, (share, at) => (grown[at] === 2 ? share : 0));
  const areas = partsOf(resizePlane(behind, people), 0.5);
  const ofBlurred = meansOver(areas, resizePlane(focus.blurred, people));
  const ofSharp = meansOver(areas, resizePlane(mostNearby(focus.sharp, besideSharp), people));
  const shares = areas.sizes.map(
    (_, label) => smoothstep(...mostlyBlurred, ofBlurred[label] ?? 0) * smoothstep(...hardlySharp, ofSharp[label] ?? 1),
  );
  return { areas, shares: withoutShreds(shares, areas, resizePlane(doubt, people)) };
}

/** Drops areas of doubtful parts of which too much would stay. */
function withoutShreds(shares: readonly number[], { labels }: Parts, doubt: Plane): number[] {
  const parts = partsOf(doubt, 0.5);
  const isTaken = mapPlane(doubt, (_, at) => ((shares[labels[at] ?? -1] ?? 0) > 0.5 ? 1 : 0));
  const taken = meansOver(parts, isTaken);
  const whole = [...shares];
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? -1;
    if (label >= 0 && (taken[parts.labels[at] ?? -1] ?? 1) < mostlyWhole) whole[label] = 0;
  }
  return whole;
}

/** Where a doubtful place is as blurred as the background or as sharp as the person. Null if all is in focus. */
function measureFocus(
  small: Photo,
  people: Plane,
  salient: Plane,
  doubt: Plane,
): Record<"blurred" | "sharp", Plane> | null {
  const { fine, coarse } = detailsOf(small);
  const sums = new Float64Array(4);
  inRanges(fine.length, (from, to) => addDetails({ fine, coarse }, people.data, salient.data, sums, from, to));
  const [ofPerson = 0, inPerson = 0, ofRest = 0, inRest = 0] = sums;
  const [inFocus, behind] = [ofPerson / (1 + inPerson), ofRest / (1 + inRest)];
  if (behind > mostBehind * inFocus) return null;
  const around = boxBlurLayers(layersOf(leastNearby(doubt, apart), fine, coarse), reach).data;
  const [blurred, sharp] = [emptyPlane(doubt.width, doubt.height), emptyPlane(doubt.width, doubt.height)];
  const scale = { behind, span: inFocus - behind };
  inRanges(fine.length, (from, to) => compareFocus(around, doubt.data, scale, { blurred, sharp }, from, to));
  return { blurred, sharp };
}

/** Writes how blurred and how sharp doubtful places are, on a scale from the background's sharpness to the person's. */
function compareFocus(
  around: Float32Array,
  doubt: Float32Array,
  { behind, span }: { behind: number; span: number },
  { blurred, sharp }: Record<"blurred" | "sharp", Plane>,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const known = around[at * 4 + 2] ?? 0;
    if (doubt[at] === 0 || known < leastDoubted) continue;
    const structure = around[at * 4 + 1] ?? 0;
    const focus = ((around[at * 4] ?? 0) / (structure + 0.1 * known) - behind) / span;
    const shown = smoothstep(plainBelow, structuredFrom, structure / known);
    blurred.data[at] = shown * smoothstep(sharpFrom, blurredBelow, focus);
    sharp.data[at] = shown * smoothstep(blurredBelow, sharpFrom, focus);
  }
}

interface Details {
  readonly fine: Float32Array;
  readonly coarse: Float32Array;
}

/** Adds details and structure of the sure person, then of the sure background. */
function addDetails(
  { fine, coarse }: Details,
  people: Float32Array,
  salient: Float32Array,
  sums: Float64Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const person = people[at] ?? 0;
    const thing = salient[at] ?? 0;
    const place = Math.min(person, thing) > surelyIn ? 0 : Math.max(person, thing) < surelyOut ? 2 : -1;
    if (place < 0) continue;
    sums[place] = (sums[place] ?? 0) + (fine[at] ?? 0);
    sums[place + 1] = (sums[place + 1] ?? 0) + (coarse[at] ?? 0);
  }
}

/** Likelihoods of both networks, and the focus. */
interface Evidence {
  readonly one: Float32Array;
  readonly other: Float32Array;
  readonly blurred: Float32Array;
  readonly sharp: Float32Array;
}

/** Marks the person or what is sharp, what is blurred, and the background. */
function markSure(
  { one, other, blurred, sharp }: Evidence,
  [own, behind, outside]: readonly [Plane, Plane, Plane],
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const [person, thing, focus] = [one[at] ?? 0, other[at] ?? 0, sharp[at] ?? 0];
    if (Math.min(person, thing) > surelyIn || focus > 0.5) own.data[at] = 1;
    if ((blurred[at] ?? 0) > 0.5 && focus < 0.1) behind.data[at] = 1;
    if (Math.max(person, thing) < surelyOut) outside.data[at] = 1;
  }
}

/** Grows areas from sure places to the photo's edges. Places of the first area become 1, of the second 2; lines -1. */
function growAreas(photo: Photo, areas: readonly Plane[]): Int32Array {
  const cv = openCv();
  return withMats((keep) => {
    const soft = keep(new cv.Mat());
    cv.GaussianBlur(keep(matOfPhoto(photo)), soft, new cv.Size(0, 0), grain);
    const markers = keep(new cv.Mat(photo.height, photo.width, cv.CV_32SC1, new cv.Scalar(0)));
    // The first area counts where cores overlap.
    for (const [index, area] of [...areas.entries()].toReversed()) {
      const core = leastNearby(area, ofCore).data;
      const marks = markers.data32S;
      inRanges(core.length, (from, to) => markCore(core, index + 1, marks, from, to));
    }
    cv.watershed(soft, markers);
    return markers.data32S.slice();
  });
}

function markCore(core: Float32Array, mark: number, marks: Int32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) if (core[at] === 1) marks[at] = mark;
}

function layersOf(doubt: Plane, fine: Float32Array, coarse: Float32Array): Layers {
  const data = new Float32Array(doubt.data.length * 4);
  for (let at = 0; at < doubt.data.length; at += 1) {
    const share = doubt.data[at] ?? 0;
    if (share === 0) continue;
    data[at * 4] = share * (fine[at] ?? 0);
    data[at * 4 + 1] = share * (coarse[at] ?? 0);
    data[at * 4 + 2] = share;
  }
  return { width: doubt.width, height: doubt.height, depth: 4, data };
}

/** Squared deviations of brightness at the smallest scale and at a scale that survives blur. */
function detailsOf({ width, height, data }: Photo): Details {
  const grey = emptyPlane(width, height);
  inRanges(grey.data.length, (from, to) => readBrightness(data, grey.data, from, to));
  const [first, second, third] = [boxBlur(grey, 1), boxBlur(grey, 3), boxBlur(grey, 9)];
  inRanges(grey.data.length, (from, to) => {
    squareDifference(grey.data, first.data, from, to);
    squareDifference(second.data, third.data, from, to);
  });
  return { fine: grey.data, coarse: second.data };
}

function readBrightness(data: Uint8Array, grey: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    grey[at] = 0.3 * (data[at * 3] ?? 0) + 0.59 * (data[at * 3 + 1] ?? 0) + 0.11 * (data[at * 3 + 2] ?? 0);
  }
}

function squareDifference(values: Float32Array, less: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) values[at] = ((values[at] ?? 0) - (less[at] ?? 0)) ** 2;
}
