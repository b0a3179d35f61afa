import { type Region, type Size, sizeWithin } from "../opencv/filters.ts";
import type { Photo } from "../photo.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { loadPeopleNet } from "./nets.ts";
import { placeMap, regionAbove, rimTrust, squareOf } from "./soft-map.ts";
import { type ThingsNet, thingsSide } from "./things-net.ts";

/** A photo's subject as the nets see it. */
export interface Subject {
  readonly kind: "person" | "thing";
  /** How likely each place belongs to it, 0 to 1; the photo's shape, at most `mapSide` pixels long. */
  readonly map: Plane;
  /** How much of what was found is found for certain, 0 to 1. */
  readonly confidence: number;
}

export const mapSide = 512;

/** What a run of a net on a region of the photo gives: a map of the whole photo, 0 outside of the region. */
type Look = (region: Region) => Promise<Plane | null>;

/** The people's net on a region. */
export function peopleLook(photo: Photo, size: Size = sizeWithin(photo, mapSide)): (region: Region) => Promise<Plane> {
  return async (region) => {
    const net = await loadPeopleNet();
    const [map] = Object.values(net.run(squareOf(photo, region, net.side)));
    if (!map) throw new Error("The people's net gave no map.");
    return placeMap(map, net.side, region, photo, size);
  };
}

/** The things' net on a region; null where it cannot be asked. */
export function thingsLook(photo: Photo, net: ThingsNet, size: Size = sizeWithin(photo, mapSide)): Look {
  return async (region) => {
    const map = await net(squareOf(photo, region, thingsSide));
    return map && placeMap(map, thingsSide, region, photo, size);
  };
}

/** From this share of the photo on, the people's net has found a person when a face or the things' net says so too. */
const leastPerson = 0.012;

/** The subject of a photo with these faces; null when the nets see none. */
export async function findSubject(
  photo: Photo,
  faces: readonly Face[],
  things: ThingsNet | null,
): Promise<Subject | null> {
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  const people = await lookTwice(photo, whole, peopleLook(photo));
  const seesPerson = shareAbove(people, 0.5) > leastPerson;
  const salient = things && (await thingsLook(photo, things)(whole));
  if (!salient) {
    return faces.length > 0 && seesPerson ? { kind: "person", map: people, confidence: certainty(people) } : null;
  }
  const [ofPeople, ofThings] = [certainty(people), certainty(salient)];
  // Animals and statues look like people to the people's net: without a face, the things' net has to agree.
  const isPerson = seesPerson && (faces.length > 0 || overlap(people, salient) > 0.75);
  if (!isPerson || (ofPeople < 0.45 && ofThings > ofPeople + 0.15)) {
    return { kind: faces.length > 0 ? "person" : "thing", map: salient, confidence: ofThings };
  }
  const attached = partsTouching(salient, people);
  const map = emptyPlane(people.width, people.height);
  for (let at = 0; at < map.data.length; at += 1) {
    const [person, thing] = [people.data[at] ?? 0, salient.data[at] ?? 0];
    map.data[at] = Math.max(0.6 * person + 0.4 * thing, 0.85 * (attached.data[at] ?? 0));
  }
  return { kind: "person", map, confidence: certainty(map, 0.75) };
}

/** Looks at the whole photo, then again at what it found: a person far away is small in 256 pixels. */
async function lookTwice(photo: Photo, whole: Region, look: (region: Region) => Promise<Plane>): Promise<Plane> {
  const first = await look(whole);
  const found = regionAbove(first, 0.4, 0.22, photo);
  if (!found || found.width * found.height > 0.8 * photo.width * photo.height) return first;
  const second = await look(found);
  const scale = first.width / photo.width;
  const map = emptyPlane(first.width, first.height);
  for (let y = 0, at = 0; y < map.height; y += 1) {
    for (let x = 0; x < map.width; x += 1, at += 1) {
      const trust = 0.75 * rimTrust(found, x / scale, y / scale, 0.06);
      map.data[at] = (first.data[at] ?? 0) * (1 - trust) + (second.data[at] ?? 0) * trust;
    }
  }
  return map;
}

/** The connected parts of a map that lie, for a good part, where another map is. */
function partsTouching({ width, height, data }: Plane, other: Plane): Plane {
  const kept = emptyPlane(width, height);
  const seen = Uint8Array.from(data, (value) => (value < 0.3 ? 1 : 0));
  for (let start = 0; start < data.length; start += 1) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    const part = [start];
    for (const at of part) {
      for (const to of [at - 1, at + 1, at - width, at + width]) {
        if (seen[to] !== 0) continue;
        seen[to] = 1;
        part.push(to);
      }
    }
    const shared = part.filter((at) => (other.data[at] ?? 0) > 0.5).length;
    if (shared > 0.35 * part.length) for (const at of part) kept.data[at] = data[at] ?? 0;
  }
  return kept;
}

function shareAbove({ data }: Plane, least: number): number {
  return data.reduce((count, value) => count + (value > least ? 1 : 0), 0) / data.length;
}

/** Intersection over union at one half. */
function overlap(one: Plane, other: Plane): number {
  let [both, either] = [0, 0];
  for (const [at, value] of one.data.entries()) {
    const [inOne, inOther] = [value > 0.5, (other.data[at] ?? 0) > 0.5];
    if (inOne && inOther) both += 1;
    if (inOne || inOther) either += 1;
  }
  return either === 0 ? 0 : both / either;
}

/** How much of what was found is found for certain. */
function certainty(map: Plane, certainFrom = 0.9): number {
  return shareAbove(map, certainFrom) / Math.max(1e-6, shareAbove(map, 0.15 * (certainFrom / 0.9)));
}
