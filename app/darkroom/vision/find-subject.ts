import { type Region, type Size, sizeWithin } from "../opencv/filters.ts";
import type { Photo } from "../photo.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { faceHulls } from "./face-hull.ts";
import type { Face } from "./faces.ts";
import { meansOver, partsOf } from "./parts.ts";
import { mapPeople, mapSide } from "./people-map.ts";
import { placeMap, squareOf } from "./soft-map.ts";
import { type ThingsNet, thingsSide } from "./things-net.ts";

/** A photo's subject as the nets see it. All maps have the photo's shape and run from 0 to 1. */
export interface Subject {
  readonly kind: "person" | "thing";
  /** How likely each place belongs to it. */
  readonly map: Plane;
  /** The word of the people's net alone. */
  readonly people: Plane;
  /** The word of the things' net alone; null when it could not be asked. */
  readonly things: Plane | null;
  /** How much of what was found is found for certain, 0 to 1. */
  readonly confidence: number;
}

export interface Looking {
  readonly faces: readonly Face[];
  readonly things: ThingsNet | null;
  /** The part of the photo to look at; all outside of it is background. */
  readonly frame?: Region | undefined;
}

/** From this share of the frame on, the people's net has found a person when a face or the things' net says so too. */
const leastPerson = 0.012;

/** The subject of a photo with these faces; null when the nets see none. */
export async function findSubject(photo: Photo, { faces, things, frame }: Looking): Promise<Subject | null> {
  const whole = frame ?? { left: 0, top: 0, width: photo.width, height: photo.height };
  const people = await mapPeople(photo, whole, faces);
  const salient = things && (await lookForThings(photo, things, whole));
  const share = (map: Plane) => (areaAbove(map, 0.5) * photo.width * photo.height) / (whole.width * whole.height);
  const seesPerson = share(people) > leastPerson;
  if (!salient) {
    if (faces.length === 0 || !seesPerson) return null;
    const map = keepFaces(withoutStrays(people, photo, faces), photo, faces);
    return { kind: "person", map, people, things: null, confidence: certainty(people) };
  }
  const [ofPeople, ofThings] = [certainty(people), certainty(salient)];
  // Animals and statues look like people to the people's net: without a face, the things' net has to agree.
  const isPerson = seesPerson && (faces.length > 0 || overlap(people, salient) > 0.75);
  const trustsPeople = isPerson && (ofPeople >= 0.45 || ofThings <= ofPeople + 0.15);
  if (!trustsPeople) {
    if (areaAbove(salient, 0.5) === 0) return null;
    const map = withoutStrays(salient, photo, faces);
    const kind = faces.length > 0 ? "person" : "thing";
    return { kind, map, people, things: salient, confidence: certainty(salient) };
  }
  const map = keepFaces(withoutStrays(agree(people, salient), photo, faces), photo, faces);
  return { kind: "person", map, people, things: salient, confidence: certainty(map, 0.75) };
}

/** What either net sees, for when their common word lost something. */
export function widerMap({ people, things, map }: Subject): Plane {
  const wide = emptyPlane(map.width, map.height);
  for (let at = 0; at < wide.data.length; at += 1) {
    wide.data[at] = Math.max(map.data[at] ?? 0, people.data[at] ?? 0, things?.data[at] ?? 0);
  }
  return wide;
}

/** The things' net on a region; null where it cannot be asked. */
async function lookForThings(photo: Photo, net: ThingsNet, region: Region): Promise<Plane | null> {
  const map = await net(squareOf(photo, region, thingsSide));
  return map && placeMap(map, thingsSide, region, photo, sizeWithin(photo, mapSide));
}

/**
 * The common word of both nets: their log-odds are added. A sure "person" outweighs that the things' net does not care; a
 * half-sure one does not. What only the things' net sees counts where it hangs together with people (a bag, a hat).
 */
function agree(people: Plane, salient: Plane): Plane {
  const attached = partsOfPeople(salient, people);
  const map = emptyPlane(people.width, people.height);
  for (let at = 0; at < map.data.length; at += 1) {
    const ofPeople = 1.6 * logOdds(people.data[at] ?? 0, -1.9, 4);
    const ofThings = logOdds(salient.data[at] ?? 0, -2.8, attached[at] === 1 ? 4.5 : 0);
    map.data[at] = 1 / (1 + Math.exp(-(ofPeople + ofThings)));
  }
  return map;
}

function logOdds(likelihood: number, least: number, most: number): number {
  const odds = Math.log(Math.max(1e-6, likelihood) / Math.max(1e-6, 1 - likelihood));
  return Math.min(most, Math.max(least, odds));
}

/** 1 where what the things' net sees is, for a good part, people, or holds everybody whom the people's net sees. */
function partsOfPeople(salient: Plane, people: Plane): Uint8Array {
  const parts = partsOf(salient, 0.3);
  const sure = { ...people, data: people.data.map((value) => (value > 0.5 ? 1 : 0)) };
  const peoplesArea = areaAbove(people, 0.5) * people.data.length;
  const belongs = [...meansOver(parts, sure)].map((mean, label) => {
    const held = mean * (parts.sizes[label] ?? 0);
    return mean > 0.35 || (mean > 0.1 && held > 0.9 * peoplesArea);
  });
  return Uint8Array.from(parts.labels, (label) => (label >= 0 && belongs[label] ? 1 : 0));
}

/** Loose pieces go: those that are small beside the largest, hold no face and are not sure. */
function withoutStrays(map: Plane, photo: Size, faces: readonly Face[]): Plane {
  const parts = partsOf(map, 0.3);
  const largest = Math.max(0, ...parts.sizes);
  const means = meansOver(parts, map);
  const hulls = faceHulls(faces, photo, map);
  const withFace = new Set<number>();
  for (let at = 0; at < hulls.length; at += 1) if (hulls[at] === 1) withFace.add(parts.labels[at] ?? -1);
  const stays = parts.sizes.map((size, label) => {
    const sure = means[label] ?? 0;
    return withFace.has(label) || size > 0.25 * largest || (sure > 0.75 && size > 0.04 * largest);
  });
  const kept = { ...map, data: map.data.slice() };
  for (let at = 0; at < kept.data.length; at += 1) {
    const label = parts.labels[at] ?? -1;
    if (label >= 0 && !stays[label]) kept.data[at] = 0;
  }
  return kept;
}

/**
 * A face is solid whatever a net says of its cheek, and above it only what the nets are sure of is hair: what stands
 * behind a head looks like a tuft upon it.
 */
function keepFaces(map: Plane, photo: Size, faces: readonly Face[]): Plane {
  const scale = map.width / photo.width;
  const data = map.data.slice();
  const seen = faces.filter(({ centre }) => {
    const [x, y] = [Math.round(centre.x * scale), Math.round(centre.y * scale)];
    return (map.data[Math.min(map.height - 1, Math.max(0, y)) * map.width + x] ?? 0) > 0.4;
  });
  for (const { centre, size } of seen) {
    // Landmarks reach to the brow's upper end; the crown lies about half a face higher.
    const crown = (centre.y - 0.72 * size) * scale;
    const left = (centre.x - 0.8 * size) * scale;
    const right = (centre.x + 0.8 * size) * scale;
    for (let y = Math.max(0, Math.floor(crown - 1.2 * size * scale)); y < Math.min(map.height, crown); y += 1) {
      const above = smoothstep(0, 0.15 * size * scale, crown - y);
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(map.width, right); x += 1) {
        const at = y * map.width + x;
        const value = data[at] ?? 0;
        data[at] = value + (Math.min(value, smoothstep(0.5, 0.93, value)) - value) * above;
      }
    }
  }
  const hulls = faceHulls(seen, photo, map, 0.96);
  for (let at = 0; at < hulls.length; at += 1) if (hulls[at] === 1) data[at] = 1;
  return { ...map, data };
}

function areaAbove({ data }: Plane, least: number): number {
  let count = 0;
  for (const value of data) if (value > least) count += 1;
  return count / data.length;
}

/** Intersection over union at one half. */
function overlap(one: Plane, other: Plane): number {
  let [both, either] = [0, 0];
  for (let at = 0; at < one.data.length; at += 1) {
    const inOne = (one.data[at] ?? 0) > 0.5;
    const inOther = (other.data[at] ?? 0) > 0.5;
    if (inOne && inOther) both += 1;
    if (inOne || inOther) either += 1;
  }
  return either === 0 ? 0 : both / either;
}

/** How much of what was found is found for certain. */
function certainty(map: Plane, certainFrom = 0.9): number {
  return areaAbove(map, certainFrom) / Math.max(1e-6, areaAbove(map, 0.15 * (certainFrom / 0.9)));
}
