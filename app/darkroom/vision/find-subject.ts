import { type Region, type Size } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { emptyPlane, inRanges, mapPlane, mostOf, type Plane, smoothstep, without } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { fillFaces, fillHoles, gapsBetweenLimbs, withoutDoubtfulAreas } from "./gaps-and-holes.ts";
import { maskOfParts, partsOf, withoutStrays } from "./parts.ts";
import { outOfFocus } from "./out-of-focus.ts";
import { withLimbs, withLostClothes } from "./lost-limbs.ts";
import { mapFigures, withFigures, withoutSurroundings, withoutUnseenParts } from "./figures.ts";
import { isPartOfPeople, mapPeople, mapSizeOf, meanOfFace, within } from "./people-map.ts";
import {
  areaAbove,
  certainty,
  likelihood,
  logOdds,
  mirrored,
  overlap,
  placeMap,
  regionAbove,
  rimTrust,
  squareOf,
} from "./soft-map.ts";
import { type PoseNet, type SaliencyNet, saliencySide } from "./onnx-nets.ts";
import {
  backgroundAboveHead,
  lightWithin,
  splitPosters,
  wallBesideFaces,
  wallWithin,
  withoutPictures,
  withoutPosters,
  withThingsOnBackdrop,
} from "./background-within.ts";

export interface Subject {
  readonly kind: "person" | "thing";
  /** Without pictures on walls and people behind, who are out of focus. */
  readonly faces: readonly Face[];
  readonly map: Plane;
  readonly people: Plane;
  /** Null when unavailable. */
  readonly salient: Plane | null;
  readonly confidence: number;
}

export interface SubjectSearch {
  readonly faces: () => Promise<readonly Face[]>;
  readonly saliency: SaliencyNet | null;
  readonly pose?: PoseNet | null;
  /** Everything outside is background. */
  readonly frame?: Region | undefined;
}

/** Share of the frame that a person must fill, besides a face or the other network's agreement. */
const leastPerson = 0.012;

/** Share of the photo, or of the drawn box, that no subject fills: the net sees noise and patterns as salient. */
const fillsAll = 0.985;
/** Up to this sureness, a face without a surer one beside it may be a dog's. */
const doubtfulFace = 0.44;

/** The saliency net and the pose net run in another process, the first while this process finds faces and people. */
export async function findSubject(photo: Photo, search: SubjectSearch): Promise<Subject | null> {
  const { saliency, pose, frame } = search;
  const whole = frame ?? { left: 0, top: 0, width: photo.width, height: photo.height };
  const asked = saliency && mapSalient(photo, saliency, whole);
  const found = splitPosters(await search.faces());
  const clear = (map: Plane) => withoutPosters(map, photo, found);
  const people = clear(await mapPeople(photo, whole, found.people));
  const first = await asked;
  const salient = confirmed(first && clear(first), people);
  const faces = salient ? withoutPictures(found.people, mostOf(people, salient), photo) : found.people;
  const share = (map: Plane) => (areaAbove(map, 0.5) * photo.width * photo.height) / (whole.width * whole.height);
  const seesPerson = share(people) > leastPerson;
  if (!saliency || !salient) {
    if (faces.length === 0 || !seesPerson) return null;
    const map = fillFaces(withoutStrays(people, photo, faces), photo, faces);
    return { kind: "person", faces, map, people, salient: null, confidence: certainty(people) };
  }
  const [ofPeople, ofSalient] = [certainty(people), certainty(salient)];
  const shared = overlap(people, salient);
  const hasFace = faces.some(({ sureness }) => sureness > doubtfulFace);
  const isPart = !hasFace && shared <= surelyShared && ofPeople > surePeople && isPartOfPeople(photo, people, salient);
  const isPerson = seesPerson && (hasFace || isPart || shared > mostlyShared);
  const trustsPeople = isPerson && (ofPeople >= 0.45 || ofSalient <= ofPeople + 0.15);
  const look = { photo, net: saliency, frame: whole };
  if (!trustsPeople) {
    if (areaAbove(salient, 0.5) === 0 || share(salient) > fillsAll) return null;
    const seen = clear(await wholeThing(salient, look));
    const sure = ofPeople > surePeople ? withoutDoubt(seen, people) : seen;
    const thing = faces.length > 0 || frame ? sure : withThingsOnBackdrop(sure, photo);
    if (areaAbove(thing, 0.5) === 0) return null;
    const map = withoutStrays(faces.length > 0 ? thing : fillHoles(thing, photo), photo, faces);
    const kind = faces.length > 0 ? "person" : "thing";
    return { kind, faces, map, people, salient: thing, confidence: certainty(thing) };
  }
  const attached = clear(await besidePeople(salient, people, look));
  const doubts = {
    isSure: hasFace || isPart || shared > surelyShared,
    gaps: gapsBetweenLimbs(photo, people, attached),
    // Clothes and arms below a head turned away are blurred too.
    behind: isPart ? emptyPlane(people.width, people.height) : outOfFocus(photo, people, attached, faces),
    legs: legsOf(faces, people, people.width / photo.width),
  };
  const agreed = agree(people, attached, doubts);
  const own = faces.filter((face) => meanOfFace(doubts.behind, face, photo) < 0.5);
  const figures = pose ? await mapFigures(photo, own, pose) : null;
  const surer = figures ? withFigures(people, figures, { found: agreed, salient: attached }) : people;
  const seen = withoutStrays(figures ? agree(surer, attached, doubts) : agreed, photo, own, attached);
  const grown = await withLimbs(seen, salient, photo, { frame: whole, faces: own, people: surer });
  const inFocus = (at: number) => 1 - (doubts.behind.data[at] ?? 0);
  const ownLimbs = mapPlane(seen, (was, at) => Math.max(was, Math.min(grown.data[at] ?? 0, inFocus(at))));
  // Removes strays before a part grows, because beside a grown person the others would count as strays.
  const all = grown === seen ? seen : mostOf(seen, withoutStrays(ownLimbs, photo, own, attached));
  const either = mostOf(surer, attached);
  const apart = figures ? withoutSurroundings(all, photo, { people: surer, figures, faces: own }) : all;
  const ofOne = figures && own.length === 1 ? withoutUnseenParts(apart, photo, { salient: attached, figures }) : apart;
  const dressed = withLostClothes(ofOne, photo, { seen: either, salient: attached, faces: own });
  const map = fillFaces(dressed, photo, own, either);
  const walls = mostOf(wallWithin(map, photo, own), wallBesideFaces(map, photo, own));
  const wall = mostOf(mostOf(walls, lightWithin(map, attached, photo)), await backgroundAboveHead(map, photo, own));
  const confidence = certainty(map, 0.75);
  const tidy = withoutStrays(withoutDoubtfulAreas(without(map, wall)), photo, own);
  return {
    kind: "person",
    faces: own,
    map: tidy,
    people: without(surer, wall),
    salient: without(attached, wall),
    confidence,
  };
}

export function widerMap({ people, salient, map }: Subject): Plane {
  const wide = mostOf(map, people);
  return salient ? mostOf(wide, salient) : wide;
}

async function mapSalient(photo: Photo, net: SaliencyNet, region: Region): Promise<Plane | null> {
  const map = await net(squareOf(photo, region, saliencySide));
  return map && placeMap(map, saliencySide, region, photo, mapSizeOf(photo));
}

interface CloserLook {
  readonly photo: Photo;
  readonly net: SaliencyNet;
  readonly frame: Region;
  readonly margin: number;
  /** Share of the frame; a closer look at a larger region shows nothing new. */
  readonly most: number;
}

const [aroundThing, aroundPeople] = [
  { margin: 0.4, most: 0.5 },
  { margin: 0.12, most: 0.9 },
];

/** Runs the saliency net again on the region of its find. At the rim and beyond, the first look counts. */
async function lookCloser(first: Plane, { photo, net, frame, margin, most }: CloserLook): Promise<Plane> {
  const found = regionAbove(first, 0.3, margin, photo);
  const region = found && within(found, frame);
  if (!region || region.width * region.height > most * frame.width * frame.height) return first;
  const second = await mapSalient(photo, net, region);
  if (!second) return first;
  const scale = first.width / photo.width;
  const data = first.data.map((likely, at) => {
    const trust = rimTrust(region, photo, (at % first.width) / scale, Math.floor(at / first.width) / scale, 0.06);
    return likely + ((second.data[at] ?? 0) - likely) * trust;
  });
  return { ...first, data };
}

/** Certainty, and doubtful area as a share of the sure area, from which a large thing gets a mirrored look. */
const [leastCertain, leastDoubt] = [0.3, 0.09];

/** Small things lose parts at 320 px, and others beside a sure one, so a sure find in either of two looks counts. */
async function wholeThing(first: Plane, look: Omit<CloserLook, "margin" | "most">): Promise<Plane> {
  const closer = await lookCloser(first, { ...look, ...aroundThing });
  const isDoubtful = areaAbove(first, 0.2) - areaAbove(first, 0.8) > leastDoubt * areaAbove(first, 0.8);
  const second =
    closer === first && isDoubtful && certainty(first) > leastCertain ? await lookMirrored(first, look) : closer;
  const data = first.data.map((one, at) => {
    const other = second.data[at] ?? 0;
    const [mean, most] = [(one + other) / 2, Math.max(one, other)];
    return mean + (most - mean) * smoothstep(0.6, 0.9, most);
  });
  return { ...first, data };
}

async function lookMirrored(first: Plane, { photo, net, frame }: Omit<CloserLook, "margin" | "most">): Promise<Plane> {
  const mirror: SaliencyNet = async (rgb) => {
    const map = await net(mirrored(rgb, saliencySide, 3));
    return map && mirrored(map, saliencySide, 1);
  };
  return (await mapSalient(photo, mirror, frame)) ?? first;
}

/** Saliency of pale fur and clothes before a pale wall. */
const faint = [0.05, 0.25] as const;
/** Certainty of a faint find; a surer one knows an animal from the grass below it. */
const mostFaint = 0.5;

/** Raises a faint find whose shape a sure people map confirms. */
function confirmed(salient: Plane | null, people: Plane): Plane | null {
  if (!salient || certainty(salient) > mostFaint || certainty(people) < surePeople) return salient;
  if (overlap(people, salient) > mostlyShared) return salient;
  const traces = mapPlane(salient, (share) => smoothstep(...faint, share));
  if (overlap(people, traces) < mostlyShared) return salient;
  return mapPlane(salient, (share, at) => Math.max(share, (traces.data[at] ?? 0) * (people.data[at] ?? 0)));
}

/** From this overlap of their maps on, both nets see the same people or animal. */
const mostlyShared = 0.75;
/** From this overlap of their maps on, both nets see the same people, without a face too. */
const surelyShared = 0.9;
/** From this certainty, the people map (people or dressed animals) decides in doubtful places of a thing. */
const surePeople = 0.8;

function withoutDoubt(thing: Plane, people: Plane): Plane {
  const data = thing.data.map((likely, at) => {
    const person = logOdds(people.data[at] ?? 0, 0, 4);
    return likelihood(logOdds(likely, -7, 7) + 0.5 * person * smoothstep(0.08, 0.3, likely));
  });
  return { ...thing, data };
}

/** Share of the people's area. */
const mostBeside = 0.1;
/** Log-odds by which two looks outweigh the people network's doubt. */
const ofTwoLooks = 1.5;

/** Looks twice beside people: bags and bicycles are salient both times, ground and walls seldom are. */
async function besidePeople(first: Plane, people: Plane, look: Omit<CloserLook, "margin" | "most">): Promise<Plane> {
  let [beside, area] = [0, 0];
  for (let at = 0; at < first.data.length; at += 1) {
    const person = people.data[at] ?? 0;
    if (person > 0.5) area += 1;
    if (person < 0.3 && (first.data[at] ?? 0) > 0.5) beside += 1;
  }
  if (beside < mostBeside * area) return first;
  const closer = await lookCloser(first, { ...look, ...aroundPeople });
  if (closer === first) return first;
  const data = first.data.map((one, at) => {
    const other = closer.data[at] ?? 0;
    if ((people.data[at] ?? 0) > 0.3) return (one + other) / 2;
    return likelihood(2 * logOdds(Math.min(one, other), -2.8, 2.8) + ofTwoLooks);
  });
  return { ...first, data };
}

/** Log-odds that outweigh a sure person. */
const oddsOfOthers = 7.5;
const mostAttached = 4.5;
/** Saliency that the people network cannot outweigh at legs, for shoes and wheels. */
const sureFind = [0.65, 0.8] as const;
/** Distances below the face's middle, in face sizes. */
const hips = [4, 5] as const;

interface Doubts {
  /** A face or the saliency network confirms the people. */
  readonly isSure: boolean;
  readonly gaps: Plane;
  readonly behind: Plane;
  /** By the map's row, 0 to 1. */
  readonly legs: Float32Array;
}

/**
 * Adds the networks' log-odds: a sure person outweighs the saliency network. Salient things (bags, hats) count when
 * attached to people.
 */
function agree(people: Plane, salient: Plane, { isSure, gaps, behind, legs }: Doubts): Plane {
  const weight = isSure ? 1.6 : 0.8;
  const attached = partsOfPeople(salient, people);
  const map = emptyPlane(people.width, people.height);
  const others = mostOf(gaps, behind).data;
  const maps = { people: people.data, salient: salient.data, attached: attached.data, others };
  for (let y = 0; y < map.height; y += 1) {
    agreeInRow(map.data, y * map.width, (y + 1) * map.width, { ...maps, weight, legs: legs[y] ?? 0 });
  }
  return map;
}

interface Evidence {
  readonly people: Float32Array;
  readonly salient: Float32Array;
  readonly attached: Float32Array;
  readonly others: Float32Array;
  /** Weight of the people network. */
  readonly weight: number;
  readonly legs: number;
}

function agreeInRow(map: Float32Array, from: number, to: number, evidence: Evidence): void {
  const { people, salient, attached, others, weight, legs } = evidence;
  for (let at = from; at < to; at += 1) {
    const ofPeople = weight * logOdds(people[at] ?? 0, -1.9, 4);
    const share = salient[at] ?? 0;
    const isAttached = attached[at] === 1;
    const odds = logOdds(share, -2.8, isAttached ? mostAttached : 0);
    const sure = legs === 0 || !isAttached ? 0 : legs * smoothstep(sureFind[0], sureFind[1], share);
    const ofSalient = odds + (mostAttached - odds) * sure;
    map[at] = likelihood(ofPeople + ofSalient - oddsOfOthers * (others[at] ?? 0));
  }
}

/** Weight of legs by row. Only for one person: below a group there are sofas and stairs. */
function legsOf(faces: readonly Face[], { height }: Size, scale: number): Float32Array {
  const [face, other] = faces;
  const rows = new Float32Array(height);
  return face && !other ? rows.map((_, row) => smoothstep(...hips, (row / scale - face.centre.y) / face.size)) : rows;
}

/** 1 in salient parts that overlap people or contain them all. */
function partsOfPeople(salient: Plane, people: Plane): Plane {
  const parts = partsOf(salient, 0.3);
  const overlaps = new Uint32Array(parts.sizes.length);
  let peoplesArea = 0;
  inRanges(people.data.length, (from, to) => {
    peoplesArea += countPeople(people.data, parts.labels, overlaps, from, to);
  });
  const isPart = parts.sizes.map((size, label) => {
    const overlap = overlaps[label] ?? 0;
    return overlap > 0.35 * size || (overlap > 0.1 * size && overlap > 0.9 * peoplesArea);
  });
  return maskOfParts(parts, salient, isPart);
}

/** Counts places of people, and those in each part. */
function countPeople(people: Float32Array, labels: Int32Array, overlaps: Uint32Array, from: number, to: number) {
  let area = 0;
  for (let at = from; at < to; at += 1) {
    if ((people[at] ?? 0) <= 0.5) continue;
    area += 1;
    const label = labels[at] ?? -1;
    if (label >= 0) overlaps[label] = (overlaps[label] ?? 0) + 1;
  }
  return area;
}
