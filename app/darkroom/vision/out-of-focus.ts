import { boxBlur, leastNearby, resizePhoto, resizePlane, sizeWithin } from "../opencv/filters.ts";
import { boxBlurLayers, type Layers } from "../opencv/strips.ts";
import { emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import type { Face } from "./faces.ts";
import { meansOver, partsOf } from "./gate.ts";
import { meanIn, type Reach, regionAround } from "./people-map.ts";

/** Px: the longer side, and half the side of a neighbourhood at that size. */
const [side, reach] = [640, 12];
/** Likelihoods at which both networks agree. */
const [surelyIn, surelyOut] = [0.85, 0.08];
/** Lead of the people network's likelihood over the saliency network's. */
const [differFrom, differMuch] = [0.4, 0.8];
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
/** Shares of a part. */
const [mostlyBlurred, hardlySharp] = [
  [0.4, 0.6],
  [0.08, 0.03],
] as const;

const faceReach: Reach = { side: 0.3, above: 0.3, below: 0.3 };
/** A face's body, and the share of it that may count as behind the face. */
const bodyReach: Reach = { side: 1.6, above: -0.8, below: 2.6 };
const mostOfBody = 0.15;

/**
 * Finds blurred people and things behind a sharp person that only the people network includes, 0 to 1. Empty if it would
 * take the body of a salient face: dark clothes near the camera are blurred too.
 */
export function outOfFocus(photo: Photo, people: Plane, salient: Plane, faces: readonly Face[] = []): Plane {
  const blurred = findBlurred(photo, people, salient);
  const taken = mapPlane(people, (person, at) => person * (blurred.data[at] ?? 0));
  const isOwnBody = (face: Face) => {
    const mean = (map: Plane, reach: Reach) => meanIn(map, regionAround(face, reach, photo), photo, (value) => value);
    return mean(salient, faceReach) > 0.5 && mean(taken, bodyReach) > mostOfBody * mean(people, bodyReach);
  };
  return faces.some(isOwnBody) ? emptyPlane(people.width, people.height) : blurred;
}

function findBlurred(photo: Photo, people: Plane, salient: Plane): Plane {
  const size = sizeWithin(photo, side);
  const { fine, coarse } = detailsOf(resizePhoto(photo, size));
  const [one, other] = [resizePlane(people, size), resizePlane(salient, size)];
  const doubt = mapPlane(one, (person, at) => smoothstep(differFrom, differMuch, person - (other.data[at] ?? 0)));
  const sharpness = (holds: (person: number, thing: number) => boolean) => {
    let [details, structure] = [0, 1];
    for (let at = 0; at < fine.length; at += 1) {
      if (!holds(one.data[at] ?? 0, other.data[at] ?? 0)) continue;
      details += fine[at] ?? 0;
      structure += coarse[at] ?? 0;
    }
    return details / structure;
  };
  const inFocus = sharpness((person, thing) => Math.min(person, thing) > surelyIn);
  const behind = sharpness((person, thing) => Math.max(person, thing) < surelyOut);
  if (behind > mostBehind * inFocus) return emptyPlane(people.width, people.height);
  const around = boxBlurLayers(layersOf(leastNearby(doubt, apart), fine, coarse), reach).data;
  const [blurred, sharp] = [emptyPlane(size.width, size.height), emptyPlane(size.width, size.height)];
  for (let at = 0; at < fine.length; at += 1) {
    const known = around[at * 4 + 2] ?? 0;
    if (doubt.data[at] === 0 || known < leastDoubted) continue;
    const [details, structure] = [around[at * 4] ?? 0, around[at * 4 + 1] ?? 0];
    const focus = (details / (structure + 0.1 * known) - behind) / (inFocus - behind);
    const shown = smoothstep(plainBelow, structuredFrom, structure / known);
    blurred.data[at] = shown * smoothstep(sharpFrom, blurredBelow, focus);
    sharp.data[at] = shown * smoothstep(blurredBelow, sharpFrom, focus);
  }
  return resizePlane(blurredParts(doubt, blurred, sharp), people);
}

/** Skips parts with some sharp detail: clothes have sharp seams and outlines even if folds are smooth. */
function blurredParts(doubt: Plane, blurred: Plane, sharp: Plane): Plane {
  const parts = partsOf(doubt, 0.5);
  const [ofBlurred, ofSharp] = [meansOver(parts, blurred), meansOver(parts, sharp)];
  const shares = parts.sizes.map(
    (_, label) => smoothstep(...mostlyBlurred, ofBlurred[label] ?? 0) * smoothstep(...hardlySharp, ofSharp[label] ?? 0),
  );
  return mapPlane(doubt, (share, at) => share * (shares[parts.labels[at] ?? -1] ?? 0));
}

function layersOf(doubt: Plane, fine: Float32Array, coarse: Float32Array): Layers {
  const data = new Float32Array(doubt.data.length * 4);
  for (let at = 0; at < doubt.data.length; at += 1) {
    const share = doubt.data[at] ?? 0;
    data[at * 4] = share * (fine[at] ?? 0);
    data[at * 4 + 1] = share * (coarse[at] ?? 0);
    data[at * 4 + 2] = share;
  }
  return { width: doubt.width, height: doubt.height, depth: 4, data };
}

/** Squared deviations of brightness at the smallest scale and at a scale that survives blur. */
function detailsOf({ width, height, data }: Photo): { fine: Float32Array; coarse: Float32Array } {
  const grey = emptyPlane(width, height);
  for (let at = 0; at < grey.data.length; at += 1) {
    grey.data[at] = 0.3 * (data[at * 3] ?? 0) + 0.59 * (data[at * 3 + 1] ?? 0) + 0.11 * (data[at * 3 + 2] ?? 0);
  }
  const [first, second, third] = [boxBlur(grey, 1), boxBlur(grey, 3), boxBlur(grey, 9)];
  return {
    fine: grey.data.map((value, at) => (value - (first.data[at] ?? 0)) ** 2),
    coarse: second.data.map((value, at) => (value - (third.data[at] ?? 0)) ** 2),
  };
}
