import { leastNearby, mostNearby } from "../opencv/filters.ts";
import { emptyPlane, mapPlane, mostOf, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import type { Face } from "./faces.ts";
import { coarseColours, ownColours, sharesOf } from "../pixels/colour.ts";
import { maskOfParts, meansOver, partsOf } from "./parts.ts";
import { mapSizeOf } from "./people-map.ts";
import { type PoseNet, poseSide } from "./onnx-nets.ts";
import { areaAbove, cutSquare, likelihood, logOdds, photoAtMap, placeSquare, type Square } from "./soft-map.ts";

/** The bodies below faces, as the pose net sees them. */
export interface Figures {
  readonly map: Plane;
  /** Where the net looked, 0 to 1. */
  readonly looked: Plane;
  /** Whether every face has its body. */
  readonly isComplete: boolean;
}

const mostFigures = 4;
const leastPresence = 0.6;
/** Face sizes: the first square, and the distance of a nose that is another person's. */
const [firstSide, firstBelow, othersNose] = [11, 3, 0.8];
/** Looks at one person, and at each of several, who are expensive together. */
const [mostLooks, mostLooksEach] = [3, 2];
/** Side of the square in radii of the circle around the body (MediaPipe, pose_landmarks_to_roi.pbtxt). */
const sideOfRadius = 2.5;
/** Share of the side by which a square that is good enough differs from the next. */
const sameSquare = 0.15;

/** Null without a body. */
export async function mapFigures(photo: Photo, faces: readonly Face[], net: PoseNet): Promise<Figures | null> {
  const size = mapSizeOf(photo);
  let [map, looked, count] = [emptyPlane(size.width, size.height), emptyPlane(size.width, size.height), 0];
  for (const face of faces.slice(0, mostFigures)) {
    const figure = await lookForFigure(photo, face, { net, looks: faces.length > 1 ? mostLooksEach : mostLooks });
    if (!figure) continue;
    map = mostOf(map, placeSquare(figure.mask, figure.square, photo, size));
    looked = mostOf(looked, placeSquare(figure.mask.map(trustAt), figure.square, photo, size));
    count += 1;
  }
  return count > 0 ? { map, looked, isComplete: count === faces.length } : null;
}

/** Looks below the face first, then at the square around the body that was found there. */
async function lookForFigure(
  photo: Photo,
  { centre, size }: Face,
  { net, looks }: { net: PoseNet; looks: number },
): Promise<{ square: Square; mask: Float32Array } | null> {
  let square: Square = { x: centre.x, y: centre.y + firstBelow * size, side: firstSide * size, turn: 0 };
  for (let look = 1; ; look += 1) {
    const pose = await net(cutSquare(photo, square, poseSide));
    if (!pose || pose.presence < leastPresence) return null;
    const [nose, hips, top] = [pose.nose, pose.hips, pose.top].map((point) => ofPhoto(point, square));
    if (!nose || !hips || !top || Math.hypot(nose.x - centre.x, nose.y - centre.y) > othersNose * size) return null;
    const side = sideOfRadius * Math.hypot(top.x - hips.x, top.y - hips.y);
    const change = Math.abs(side - square.side) + Math.hypot(hips.x - square.x, hips.y - square.y);
    if (look > 1 && (look === looks || change < sameSquare * side)) return { square, mask: pose.mask };
    square = { x: hips.x, y: hips.y, side, turn: Math.atan2(top.x - hips.x, hips.y - top.y) };
  }
}

function ofPhoto(point: { x: number; y: number }, { x, y, side, turn }: Square): { x: number; y: number } {
  const [across, down] = [(point.x / poseSide - 0.5) * side, (point.y / poseSide - 0.5) * side];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return { x: x + across * cos - down * sin, y: y + across * sin + down * cos };
}

/** Px of the square's rim, where the net sees a body without its surroundings. */
const rimOfSquare = 12;

function trustAt(_: number, at: number): number {
  const [x, y] = [at % poseSide, Math.floor(at / poseSide)];
  return Math.min(1, Math.min(x, y, poseSide - 1 - x, poseSide - 1 - y) / rimOfSquare);
}

/** Likelihood of a body that counts, and the log-odds that a sure one adds to the people map. */
const [likelyBody, ofBody] = [[0.6, 0.95] as const, 3];
/** The other networks must see a trace. */
const trace = [0.15, 0.4] as const;
/** Px by which parts grow over their soft edge. */
const softEdge = 4;

/** Raises the people map where a body lies that the find, made without the pose net, lacks. Its rims stay. */
export function withFigures(
  people: Plane,
  { map, looked }: Figures,
  { found, salient }: { found: Plane; salient: Plane },
): Plane {
  const lost = mapPlane(found, (likely, at) => (likely < 0.5 && (map.data[at] ?? 0) > 0.7 ? 1 : 0));
  const parts = mostNearby(leastNearby(lost, 1), softEdge);
  return mapPlane(people, (likely, at) => {
    if (parts.data[at] === 0) return likely;
    const body = smoothstep(...likelyBody, map.data[at] ?? 0) * (looked.data[at] ?? 0);
    const isTrace = smoothstep(...trace, Math.max(likely, salient.data[at] ?? 0));
    return likelihood(logOdds(likely, -5, 5) + ofBody * body * isTrace);
  });
}

/** Likelihoods for a place beside people: of the find, of a body, and of people. */
const [inFind, notBody, doubtedPeople] = [0.5, 0.15, 0.85];
const [surelyIn, surelyOut, surelyPeople] = [0.9, 0.1, 0.9];
/** Share of the find's area. */
const leastPart = 0.01;
/** A part's share in the background's colours, and the mean of the people map over it. */
const [leastOthers, mostPeople] = [0.6, 0.56];
/** Px: smaller than a part; the soft edge around a dropped part. */
const [grain, edge] = [2, 5];

/**
 * Drops seats, walls and floor beside people: parts of the find in the background's colours, where the pose net sees no
 * body and the people net doubts. Clothes have other colours; things above every head stay.
 */
export function withoutSurroundings(
  found: Plane,
  photo: Photo,
  { people, figures, faces }: { people: Plane; figures: Figures; faces: readonly Face[] },
): Plane {
  if (!figures.isComplete) return found;
  const find = (at: number) => found.data[at] ?? 0;
  const body = (at: number) => figures.map.data[at] ?? 0;
  const person = (at: number) => people.data[at] ?? 0;
  const isLooked = (at: number) => (figures.looked.data[at] ?? 0) > surelyIn;
  const isBeside = (at: number) =>
    find(at) > inFind && isLooked(at) && body(at) < notBody && person(at) < doubtedPeople;
  const beside = mapPlane(found, (_, at) => (isBeside(at) ? 1 : 0));
  const parts = partsOf(mostNearby(leastNearby(beside, grain), grain), 0.5);
  const least = leastPart * areaAbove(found, inFind) * found.data.length;
  if (!parts.sizes.some((size) => size > least)) return found;
  const colours = coarseColours(photoAtMap(photo, found));
  const own = sharesOf(colours, (at) => find(at) > surelyIn && Math.max(body(at), person(at)) > surelyPeople);
  const others = sharesOf(colours, (at) => find(at) < surelyOut);
  const isOthers = others.map((share, colour) => (share > (own[colour] ?? 0) ? 1 : 0));
  const meanOf = (value: (at: number) => number) =>
    meansOver(
      parts,
      mapPlane(found, (_, at) => value(at)),
    );
  const [ofOthers, ofPeople, rows] = [
    meanOf((at) => isOthers[colours[at] ?? 0] ?? 0),
    meanOf(person),
    meanOf((at) => Math.floor(at / found.width)),
  ];
  const highest = Math.min(...faces.map(({ centre }) => centre.y)) * (found.height / photo.height);
  const isDropped = parts.sizes.map((size, label) => {
    const isBackground = (ofOthers[label] ?? 0) > leastOthers && (ofPeople[label] ?? 1) < mostPeople;
    return size > least && isBackground && (rows[label] ?? 0) > highest;
  });
  if (!isDropped.includes(true)) return found;
  const dropped = maskOfParts(parts, found, isDropped);
  const around = mostNearby(dropped, edge);
  const isOut = (at: number) => around.data[at] === 1 && body(at) < 0.5 && person(at) < surelyPeople;
  return mapPlane(found, (likely, at) => (isOut(at) ? 0 : likely));
}

/** Share of the body that the saliency network must see; saliency of a part, and of places that go with it. */
const [wholeBody, unseen, doubted] = [0.94, 0.35, 0.5];
/** Unseen share from which a wider part goes as a whole. */
const mostlyUnseen = 0.5;
/** Px, grain of parts; least share of the find; most of a part in the person's own colours: braids and arms have more. */
const [grainOfParts, leastUnseen, mostOwn] = [3, 0.01, 0.4];

function shareOfBody({ map, looked }: Figures, salient: Plane): number {
  let [body, seen] = [0, 0];
  for (let at = 0; at < map.data.length; at += 1) {
    if (Math.min(map.data[at] ?? 0, looked.data[at] ?? 0) <= surelyIn) continue;
    body += 1;
    if ((salient.data[at] ?? 0) > 0.5) seen += 1;
  }
  return seen / Math.max(1, body);
}

/**
 * Drops chairs, rails and people beside one person: parts that only the people network sees, in other colours than the
 * person's. Only where the saliency network sees the whole body, because it often misses skirts and legs.
 */
export function withoutUnseenParts(
  found: Plane,
  photo: Photo,
  { salient, figures }: { salient: Plane; figures: Figures },
): Plane {
  if (!figures.isComplete || shareOfBody(figures, salient) < wholeBody) return found;
  const partsBelow = (most: number) => {
    const isBeside = (at: number) =>
      (salient.data[at] ?? 0) < most &&
      (figures.map.data[at] ?? 0) < notBody &&
      (figures.looked.data[at] ?? 0) > surelyIn;
    const beside = mapPlane(found, (likely, at) => (likely > inFind && isBeside(at) ? 1 : 0));
    return partsOf(mostNearby(leastNearby(beside, grainOfParts), grainOfParts), 0.5);
  };
  const parts = partsBelow(unseen);
  const least = leastUnseen * areaAbove(found, inFind) * found.data.length;
  if (!parts.sizes.some((size) => size > least)) return found;
  const isOwn = ownColours(
    coarseColours(photoAtMap(photo, found)),
    (at) => (salient.data[at] ?? 0) > surelyIn && (figures.map.data[at] ?? 0) > 0.5,
    (at) => (found.data[at] ?? 0) < surelyOut,
  );
  const ownShares = meansOver(
    parts,
    mapPlane(found, (_, at) => isOwn[at] ?? 0),
  );
  const isDropped = parts.sizes.map((size, label) => size > least && (ownShares[label] ?? 1) < mostOwn);
  const dropped = maskOfParts(parts, found, isDropped);
  const wider = partsBelow(doubted);
  const shares = meansOver(wider, dropped);
  const all = mapPlane(dropped, (own, at) => ((shares[wider.labels[at] ?? -1] ?? 0) > mostlyUnseen ? 1 : own));
  const around = mostNearby(all, edge);
  const isOut = (at: number) => Math.max(salient.data[at] ?? 0, figures.map.data[at] ?? 0) < notBody;
  return mapPlane(found, (likely, at) => (all.data[at] === 1 || (around.data[at] === 1 && isOut(at)) ? 0 : likely));
}
