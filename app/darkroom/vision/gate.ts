import { boxBlur, type Region, resizePlane, type Size } from "../opencv/filters.ts";
import { emptyPlane, inRanges, type Plane } from "../pixels/plane.ts";
import { faceHulls, type Face } from "./faces.ts";
import { type Parts, partsOf } from "./parts.ts";

export interface CutOutEvidence {
  readonly alpha: Plane;
  readonly photo: Size;
  readonly faces: readonly Face[];
  readonly people: Plane | null;
  readonly salient: Plane | null;
  /** The examined part; the whole photo by default. */
  readonly frame?: Region | undefined;
}

export type Mutilation = "face" | "body" | "piece";

const leastFace = 0.95;
/** Least share of a face's hull that counts: beside a turned face, the rest may be the background. */
const leastHull = 0.8;
/** Factor for a face's hull: at the map's size its rim mixes with the background. */
const withoutRim = 0.96;
const leastBody = 0.7;
const leastChest = 0.2;
const mostMissing = 0.025;
/** Share of the longer side. */
const thinRim = 0.012;
/** A single network must be surer. */
const [sure, sureAlone] = [0.75, 0.93];
const [solidFrom, clearBelow] = [0.85, 0.35];

/** Finds a damaged face, a lost body or a large lost piece that the networks see. Ignores passers-by; null if whole. */
export function findMutilation({ alpha, photo, faces, people, salient, frame }: CutOutEvidence): Mutilation | null {
  const reference = people ?? salient;
  const size = reference ? { width: reference.width, height: reference.height } : alpha;
  const cut = resizePlane(alpha, size);
  const parts = partsOf(cut, 0.5);
  const withFace = new Set<number>();
  for (const face of peopleOf(faces)) {
    const hull = faceHulls([face], photo, size, withoutRim);
    const [area, solid, part] = faceWithin(hull, cut, parts.labels, people);
    if (area === 0) continue;
    withFace.add(part);
    if (solid < leastFace * area) return "face";
    if (people && lacksBody(face, people, photo, { labels: parts.labels, part, hull, frame })) return "body";
  }
  if (people && salient && isTorn(cut, salient, { parts, withFace })) return "piece";
  return largestMissing(cut, people, salient) > mostMissing ? "piece" : null;
}

function faceWithin(
  hull: Uint8Array,
  cut: Plane,
  labels: Int32Array,
  people: Plane | null,
): [area: number, solid: number, part: number] {
  let [area, solid, behind] = [0, 0, 0];
  const counts = new Map<number, number>();
  for (let at = hull.indexOf(1); at >= 0; at = hull.indexOf(1, at + 1)) {
    area += 1;
    if ((cut.data[at] ?? 0) >= solidFrom) solid += 1;
    else if ((people?.data[at] ?? 1) < 0.5) behind += 1;
    const label = labels[at] ?? -1;
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const [part = -1] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return [Math.max(area - behind, leastHull * area), solid, part];
}

interface Place {
  readonly labels: Int32Array;
  readonly part: number;
  readonly hull: Uint8Array;
  readonly frame: Region | undefined;
}

/** Below the chin, most of a visible person must be attached to the face; a floating head fails. */
function lacksBody(face: Face, people: Plane, photo: Size, { labels, part, hull, frame }: Place): boolean {
  const scale = people.width / photo.width;
  const [sin, cos] = [Math.sin(face.turn), Math.cos(face.turn)];
  const unit = (face.size * scale) ** 2;
  let [body, joined, below, covered] = [0, 0, 0, 0];
  for (let y = 0, at = 0; y < people.height; y += 1) {
    for (let x = 0; x < people.width; x += 1, at += 1) {
      if (frame && !liesIn(frame, x / scale, y / scale)) continue;
      const across = x / scale - face.centre.x;
      const down = y / scale - face.centre.y;
      const side = Math.abs(across * cos + down * sin) / face.size;
      const depth = (down * cos - across * sin) / face.size;
      if (side > 0.8 || depth < 0.55 || depth > 1.7 || hull[at] === 1) continue;
      const isJoined = labels[at] === part;
      if ((people.data[at] ?? 0) >= sure) {
        body += 1;
        if (isJoined) joined += 1;
      }
      if (depth > 0.8 && depth < 1.4) {
        below += 1;
        if (isJoined) covered += 1;
      }
    }
  }
  const isSeen = body > 0.15 * unit;
  const isInPhoto = below > 0.6 * (1.6 * 0.6) * unit;
  return (isSeen && joined < leastBody * body) || (isInPhoto && covered < leastChest * below);
}

function liesIn({ left, top, width, height }: Region, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height;
}

/** As a share of the area that the networks are sure of. */
function largestMissing(cut: Plane, people: Plane | null, salient: Plane | null): number {
  const least = people && salient ? sure : sureAlone;
  const [one, other] = [people ?? salient, salient ?? people];
  if (!one || !other) return 0;
  const missing = emptyPlane(cut.width, cut.height);
  let agreed = 0;
  inRanges(cut.data.length, (from, to) => {
    agreed += markMissing(cut.data, one.data, other.data, least, missing.data, from, to);
  });
  if (agreed === 0) return 0;
  const thickness = Math.max(1, Math.round(thinRim * Math.max(cut.width, cut.height)));
  const cores = boxBlur(missing, thickness);
  const parts = partsOf(missing, 0.5);
  const thick = new Uint8Array(parts.sizes.length);
  inRanges(parts.labels.length, (from, to) => markThick(cores.data, parts.labels, thick, from, to));
  return Math.max(0, ...parts.sizes.filter((_, label) => thick[label] === 1)) / agreed;
}

/** Marks places where two maps agree and the cut-out is clear; returns the number of places where they agree. */
function markMissing(
  cut: Float32Array,
  one: Float32Array,
  other: Float32Array,
  least: number,
  missing: Float32Array,
  from: number,
  to: number,
): number {
  let agreed = 0;
  for (let at = from; at < to; at += 1) {
    if (Math.min(one[at] ?? 1, other[at] ?? 1) < least) continue;
    agreed += 1;
    if ((cut[at] ?? 0) < clearBelow) missing[at] = 1;
  }
  return agreed;
}

function markThick(cores: Float32Array, labels: Int32Array, thick: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const label = labels[at] ?? -1;
    if (label >= 0 && (cores[at] ?? 0) > 0.999) thick[label] = 1;
  }
}

/** Saliency of a place between two parts; shares of the cut-out's area, for a part and for the place between. */
const [betweenFrom, leastPart, leastBetween] = [0.6, 0.04, 0.03];

/** Whether the saliency net sees as one a person and a large part that a hole separates: the hem of a dress. */
function isTorn(cut: Plane, salient: Plane, { parts, withFace }: { parts: Parts; withFace: Set<number> }): boolean {
  const area = parts.sizes.reduce((sum, size) => sum + size, 0);
  const joined = { ...cut, data: cut.data.slice() };
  inRanges(joined.data.length, (from, to) => fillWhere(salient.data, betweenFrom, joined.data, from, to));
  const whole = partsOf(joined, 0.5);
  const between = new Uint32Array(whole.sizes.length);
  const wholeOf = new Int32Array(parts.sizes.length).fill(-1);
  inRanges(whole.labels.length, (from, to) => relate(whole.labels, parts.labels, between, wholeOf, from, to));
  return whole.sizes.some((_, label) => {
    const own = parts.sizes.flatMap((size, part) => (wholeOf[part] === label && size > leastPart * area ? [part] : []));
    const faceless = own.filter((part) => !withFace.has(part));
    return own.length > 1 && faceless.length > 0 && (between[label] ?? 0) > leastBetween * area;
  });
}

function fillWhere(salient: Float32Array, least: number, data: Float32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) if ((salient[at] ?? 0) > least) data[at] = 1;
}

/** Finds the larger part around each part, and counts the places of larger parts between their parts. */
function relate(
  whole: Int32Array,
  labels: Int32Array,
  between: Uint32Array,
  wholeOf: Int32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const label = whole[at] ?? -1;
    if (label < 0) continue;
    const part = labels[at] ?? -1;
    if (part < 0) between[label] = (between[label] ?? 0) + 1;
    else wholeOf[part] = label;
  }
}

/** Distances below the face's centre, in face sizes. */
const [chest, waist] = [
  [2, 2.6],
  [3, 3.6],
] as const;

export function shareOfBusts({ alpha, photo, faces }: Pick<CutOutEvidence, "alpha" | "photo" | "faces">): number {
  // Includes doubtful faces, because in a crowd the detector doubts true ones.
  const largest = Math.max(0, ...faces.map(({ size }) => size));
  const group = faces.filter(({ size }) => size >= leastOfLargest * largest);
  if (group.length < 4) return 0;
  const scale = alpha.width / photo.width;
  const isBust = ({ centre, size }: Face) => {
    const [left, right] = [Math.max(0, centre.x - 0.5 * size), Math.min(photo.width, centre.x + 0.5 * size)];
    const isEmpty = ([from, to]: readonly [number, number]) => {
      const [top, bottom] = [centre.y + from * size, centre.y + to * size];
      if (bottom > photo.height) return false;
      let [solid, count] = [0, 0];
      for (let y = Math.floor(top * scale); y < bottom * scale; y += 2) {
        for (let x = Math.floor(left * scale); x < right * scale; x += 2) {
          count += 1;
          if ((alpha.data[y * alpha.width + x] ?? 0) > 0.5) solid += 1;
        }
      }
      return solid < 0.3 * count;
    };
    return isEmpty(chest) || isEmpty(waist);
  };
  return group.filter(isBust).length / group.length;
}

/** Smaller faces are passers-by. */
const leastOfLargest = 0.4;
/** Less sure finds may be patterns. */
const surely = 0.7;
/** Factor by which relative sizes may change when people move. */
const mostChange = 2.5;

/**
 * Compares only the number and relative sizes of faces, because a result may be reframed. Ignores unsure and small
 * faces; new faces are fine.
 */
export function lostFaces(ofPhoto: readonly Face[], ofResult: readonly Face[]): Face[] {
  const expected = peopleOf(ofPhoto);
  const left = ofResult.toSorted(bySize);
  const scale = (left[0]?.size ?? 1) / (expected[0]?.size ?? 1);
  return expected.filter((face) => {
    const match = left.findIndex(({ size }) => {
      const change = size / (face.size * scale);
      return change < mostChange && change > 1 / mostChange;
    });
    if (match >= 0) left.splice(match, 1);
    return match < 0;
  });
}

function peopleOf(faces: readonly Face[]): Face[] {
  const sure = faces.filter(({ sureness }) => sureness >= surely).toSorted(bySize);
  return sure.filter(({ size }) => size >= leastOfLargest * (sure[0]?.size ?? 0));
}

const bySize = (one: Face, other: Face) => other.size - one.size;
