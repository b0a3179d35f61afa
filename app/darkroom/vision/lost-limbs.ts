import { leastNearby, mostNearby, type Region } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Face } from "./faces.ts";
import { coarseColours, ownColours } from "../pixels/colour.ts";
import { maskOfParts, meansOver, type Parts, partsOf } from "./parts.ts";
import { isUnsureIn, meanIn, type Reach, regionAround, segmentPeople, within } from "./people-map.ts";
import { areaAbove, photoAtMap, regionAbove, regionWithin } from "./soft-map.ts";

/** Shares of a figure's height. */
interface HalfReach {
  readonly from: number;
  readonly aside: number;
  readonly below: number;
}

const lowerHalves: readonly [HalfReach, HalfReach, HalfReach] = [
  { from: 0.5, aside: 0.08, below: 0.05 },
  { from: 0.35, aside: 0.1, below: 0.08 },
  { from: 0.45, aside: 0.15, below: 0.1 },
];
/** Limits for the median of three looks: for a pixel, and for the mean of a part. */
const likelyLost = [0.5, 0.75] as const;
const leastLikely = 0.87;
/** The people net mistakes foam, mats and shadows for legs; the saliency net sees a trace of real shoes only. */
const hardlySeen = [0.02, 0.04] as const;
const leastSeen = 0.7;
/** Above this mean of the least sure look, a part needs no saliency: the saliency net misses dark coats. */
const leastAgreed = 0.9;
/** Share of the figure's area. */
const mostLost = 0.15;

const groupReaches: readonly [Reach, Reach, Reach] = [
  { side: 2, above: 0.8, below: 4 },
  { side: 2.4, above: 1.2, below: 4.6 },
  { side: 2.8, above: 1.5, below: 5 },
];
const leastOfLargest = 0.5;
const mostLooks = 2;

/** Adds raised arms, legs, shoes and clothes that the look at the whole misses and nearer looks find. */
export async function withLimbs(
  found: Plane,
  salient: Plane,
  photo: Photo,
  { frame, faces, people }: { frame: Region; faces: readonly Face[]; people: Plane },
): Promise<Plane> {
  const figure = regionAbove(found, 0.5, 0, photo);
  if (!figure) return found;
  const halfOf = ({ from, aside, below }: HalfReach) => {
    const [wider, height] = [aside * figure.height, (1 - from + below) * figure.height];
    const [left, top] = [figure.left - wider, figure.top + from * figure.height];
    return regionWithin({ left, top, width: figure.width + 2 * wider, height }, photo);
  };
  const largest = Math.max(0, ...faces.map(({ size }) => size));
  const group = faces.filter(({ size }) => size > leastOfLargest * largest);
  const bodies =
    faces.length < 2
      ? [lowerHalves.map(halfOf)]
      : group.map((face) => groupReaches.map((reach) => regionAround(face, reach, photo)));
  const arms = lostArms(found, people, salient);
  if (arms) bodies.unshift(armMargins.map((margin) => regionAbove(arms, 0.5, margin, photo) ?? frame));
  const doubt = ([near = frame]: Region[]) => meanIn(people, near, photo, (value) => 0.5 - Math.abs(value - 0.5));
  const look = (region: Region, isMirrored: boolean) => segmentPeople(photo, within(region, frame), isMirrored);
  let map = found;
  for (const body of bodies.toSorted((a, b) => doubt(b) - doubt(a)).slice(0, mostLooks)) {
    const [near, middle, far] = body;
    if (!near || !middle || !far || !isUnsureIn(people, near, photo)) continue;
    const one = await look(near, false);
    if (lostParts(map, one).parts.sizes.length === 0) continue;
    map = withLostParts(map, [one, await look(middle, true), await look(far, true)], salient);
  }
  return map;
}

const armMargins = [0.3, 0.5, 0.8] as const;
/** Likelihoods of a sure part, and of the doubtful joint between it and the figure. */
const [sureArm, joint] = [0.75, 0.25];
/** Share of the figure's area. */
const leastArm = 0.01;
/** The saliency net sees a trace of arms before a wall, and none of people in the distance. */
const leastTrace = 0.01;

/** Maps sure parts that the people net joins to the figure, doubtfully, and that the find lacks. Null without. */
export function lostArms(found: Plane, people: Plane, salient: Plane): Plane | null {
  const lost = mapPlane(people, (likely, at) => (likely > sureArm && (found.data[at] ?? 0) < 0.5 ? 1 : 0));
  const area = areaOf(found);
  if (areaOf(lost) < leastArm * area) return null;
  const joined = partsOf(people, joint);
  const shares = meansOver(joined, found);
  const isJoined = maskOfParts(
    joined,
    people,
    [...shares].map((share) => share > 0.5),
  );
  const parts = partsOf(lost, 0.5);
  const [ofJoined, traces] = [meansOver(parts, isJoined), meansOver(parts, salient)];
  const isArm = parts.sizes.map(
    (size, label) => size > leastArm * area && ofJoined[label] === 1 && (traces[label] ?? 0) > leastTrace,
  );
  return isArm.includes(true) ? maskOfParts(parts, lost, isArm) : null;
}

const figureWithin = (found: Plane, reach: number): Plane =>
  mostNearby(
    mapPlane(found, (likely) => (likely > 0.5 ? 1 : 0)),
    reach,
  );

const areaOf = (map: Plane): number => areaAbove(map, 0.5) * map.data.length;

/** Adds parts beside the find that two of three looks see, when the third or the saliency net agrees. */
export function withLostParts(found: Plane, [one, two, three]: readonly [Plane, Plane, Plane], salient: Plane): Plane {
  const [middle, least] = [emptyPlane(found.width, found.height), emptyPlane(found.width, found.height)];
  for (let at = 0; at < middle.data.length; at += 1) {
    const a = one.data[at] ?? 0;
    const b = two.data[at] ?? 0;
    const c = three.data[at] ?? 0;
    middle.data[at] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    least.data[at] = Math.min(a, b, c);
  }
  const { lost, parts } = lostParts(found, middle);
  const isSeen = mapPlane(salient, (share) => smoothstep(...hardlySeen, share));
  const [likely, agreed, seen] = [middle, least, isSeen].map((plane) => meansOver(parts, plane));
  const most = mostLost * areaOf(found);
  const isOwn = parts.sizes.map((size, label) => {
    const isSure = (seen?.[label] ?? 0) > leastSeen || (agreed?.[label] ?? 0) > leastAgreed;
    return size < most && (likely?.[label] ?? 0) > leastLikely && isSure;
  });
  // The joint between a part and the figure is doubtful, too.
  const own = mostNearby(maskOfParts(parts, lost, isOwn), 4 * rim);
  return mapPlane(found, (was, at) =>
    own.data[at] === 1 ? Math.max(was, smoothstep(...likelyLost, middle.data[at] ?? 0)) : was,
  );
}

/** Px; thinner finds are rims, not parts. */
const rim = 2;

function lostParts(found: Plane, look: Plane): { lost: Plane; parts: Parts } {
  const lost = mapPlane(look, (likely, at) => ((found.data[at] ?? 0) < 0.5 ? smoothstep(...likelyLost, likely) : 0));
  return { lost, parts: partsOf(mostNearby(leastNearby(lost, rim), rim), 0.5) };
}

/** Saliency of a pixel, and the mean of a part; the net is unsure about gowns and trains. */
const [leastSalient, leastMean] = [0.2, 0.25];
/** Likelihoods of the pixels whose colours count as the figure's and as the background's. */
const [surelyOwn, surelyOthers] = [0.9, 0.08];
/** Share of the figure's area, and the share of the part's rim beside the figure. */
const [leastClothes, leastContact] = [0.003, 0.4];
/** Px that clothes reach beyond the salient part. */
const farthest = 24;
const sureClothes = 0.95;
/** More sit on sofas, whose colours their clothes have too. */
const mostWearers = 2;

interface Wearers {
  /** The maximum of both networks. */
  readonly seen: Plane;
  readonly salient: Plane;
  readonly faces: readonly Face[];
}

/** Adds clothes that the people net misses: salient, beside the figure, and in its colours, unlike the background. */
export function withLostClothes(found: Plane, photo: Photo, { seen, salient, faces }: Wearers): Plane {
  if (faces.length === 0 || faces.length > mostWearers) return found;
  const least = leastClothes * areaOf(found);
  const isLost = (at: number) => (found.data[at] ?? 0) < 0.5 && (salient.data[at] ?? 0) > leastSalient;
  if (areaOf(mapPlane(found, (_, at) => (isLost(at) ? 1 : 0))) < least) return found;
  const isOwn = ownColours(
    coarseColours(photoAtMap(photo, found)),
    (at) => (found.data[at] ?? 0) > surelyOwn,
    (at) => Math.max(found.data[at] ?? 0, seen.data[at] ?? 0) < surelyOthers,
  );
  const lost = mapPlane(found, (_, at) => (isLost(at) ? (isOwn[at] ?? 0) : 0));
  const parts = partsOf(mostNearby(leastNearby(lost, rim), rim), 0.5);
  const [means, contacts] = [meansOver(parts, salient), contactsOf(parts, found)];
  const isClothes = parts.sizes.map(
    (size, label) => size > least && (means[label] ?? 0) > leastMean && (contacts[label] ?? 0) > leastContact,
  );
  if (!isClothes.includes(true)) return found;
  let clothes = maskOfParts(parts, found, isClothes);
  for (let reached = 0; reached < farthest; reached += rim) {
    const around = mostNearby(clothes, rim);
    const isNext = (at: number) => (salient.data[at] ?? 0) > leastTrace && around.data[at] === 1;
    clothes = mapPlane(clothes, (is, at) => (isNext(at) ? Math.max(is, isOwn[at] ?? 0) : is));
  }
  return mapPlane(found, (was, at) => Math.max(was, (clothes.data[at] ?? 0) * sureClothes));
}

/** The share of each part's rim that lies beside the figure. */
function contactsOf({ labels, sizes }: Parts, found: Plane): Float64Array {
  const beside = figureWithin(found, 2 * rim);
  const [rims, contacts] = [new Float64Array(sizes.length), new Float64Array(sizes.length)];
  const { width } = found;
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? -1;
    if (label < 0) continue;
    const isAcross = labels[at - 1] === label && labels[at + 1] === label;
    if (isAcross && labels[at - width] === label && labels[at + width] === label) continue;
    rims[label] = (rims[label] ?? 0) + 1;
    contacts[label] = (contacts[label] ?? 0) + (beside.data[at] ?? 0);
  }
  return contacts.map((count, label) => count / Math.max(1, rims[label] ?? 0));
}
